/* Blocks are laid out by their counts: an arm that runs a little less often than
   not stays between its branch and what follows, where one jump less is taken
   than beyond the end.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-if-conversion -fno-if-conversion2 -fchecking" } */

volatile unsigned odd, all;

__attribute__ ((noipa)) void
f (const unsigned char *a, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      if (a[i] & 1)
        odd++;
      all += a[i];
    }
}

__attribute__ ((noipa)) int
g (int a, int b)
{
  if (a > 3)
    asm goto ("" : : "r" (b) : : other);
  else
    b += a;
  if (b & 1)
    all += b;
  return b;
other:
  return -b;
}

int
main (void)
{
  unsigned char a[1000];
  for (unsigned i = 0; i < sizeof a; i++)
    a[i] = (i * 2654435761u) >> 13;
  unsigned n_odd = 0, sum = 0;
  for (unsigned i = 0; i < sizeof a; i++)
    {
      n_odd += a[i] & 1;
      sum += a[i];
    }
  f (a, sizeof a);
  if (odd != n_odd || all != sum)
    __builtin_abort ();
  return g (5, 7) == 7 && g (1, 2) == 3 ? 0 : 1;
}

/* PROFILE:
f:3440000:1000
 2: 1000000
 4: 1000000
 5: 440000
 6: 1000000
 8: 1000
g:50000:10000
 2: 10000
 3: 4000
 5: 6000
 6: 10000
 7: 5000
 8: 10000
 10: 0
END PROFILE */

/* { dg-final { scan-opt-info {: blocks reordered: worth \d+ instead of \d+ of 100} } } */
