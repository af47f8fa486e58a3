/* A candidate is compared first, where few are equal, and whether there is one asked
   behind that; not where both sides of the comparison are discarded if there is none,
   and so equal, nor where what is compared with is often zero, as what is discarded.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-ipa-icf" } */

#define SIZE 256

__attribute__ ((noipa)) unsigned
add (unsigned found, unsigned i)
{
  return found + i;
}

__attribute__ ((noipa)) unsigned
seldom (const unsigned *text, const unsigned *at, unsigned low, unsigned n)
{
  unsigned found = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned x = text[i];
      if (at[i] > low
          && text[at[i]] == x)
        found = add (found, i);
    }
  return found;
}

__attribute__ ((noipa)) unsigned
two_sides (const unsigned *text, const unsigned *at, unsigned low, unsigned n)
{
  unsigned found = 0;
  for (unsigned i = 0; i < n; i++)
    {
      if (at[i] > low
          && text[at[i]] == text[i])
        found = add (found, i);
    }
  return found;
}

__attribute__ ((noipa)) unsigned
truths (const unsigned char *set, const unsigned *at, unsigned low, unsigned n)
{
  unsigned found = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned char x = i & 1;
      if (at[i] > low
          && set[at[i]] == x)
        found = add (found, i);
    }
  return found;
}

static unsigned
expect (const unsigned *text, const unsigned *at, unsigned low, unsigned n)
{
  unsigned found = 0;
  for (unsigned i = 0; i < n; i++)
    {
      __asm__ volatile ("" : "+r" (low));
      if (at[i] > low)
        {
          __asm__ volatile ("" : "+r" (found));
          if (text[at[i]] == text[i])
            found = add (found, i);
        }
    }
  return found;
}

int
main (void)
{
  static unsigned text[3 * SIZE], at[SIZE];
  for (unsigned values = 1; values < 9; values++)
    for (unsigned low = 0; low < SIZE; low += 37)
      {
        for (unsigned i = 0; i < 3 * SIZE; i++)
          text[i] = i * i % 97 % values;
        for (unsigned i = 0; i < SIZE; i++)
          /* What is no candidate is nowhere.  */
          at[i] = i * 89 % SIZE > low ? i * 89 % SIZE : low - (i << 22 & low);
        unsigned all = expect (text, at, low, SIZE);
        if (seldom (text, at, low, SIZE) != all
            || two_sides (text, at, low, SIZE) != all)
          __builtin_abort ();
        unsigned char set[SIZE];
        unsigned odd = 0;
        for (unsigned i = 0; i < SIZE; i++)
          set[i] = text[i] & 1;
        for (unsigned i = 0; i < SIZE; i++)
          odd += at[i] > low && set[at[i]] == (i & 1) ? i : 0;
        if (truths (set, at, low, SIZE) != odd)
          __builtin_abort ();
      }
  return 0;
}

/* PROFILE:
seldom:50000000:100
 2: 100
 3: 10000000
 5: 10000000
 6: 10000000
 7: 6000000
 8: 500000
 10: 100
two_sides:50000000:100
 2: 100
 3: 10000000
 5: 10000000
 6: 6000000
 7: 500000
 9: 100
truths:50000000:100
 2: 100
 3: 10000000
 5: 10000000
 6: 10000000
 7: 6000000
 8: 500000
 10: 100
END PROFILE */
/* PROFILE MISPREDICTS:
seldom:4500000:0
 6: 3500000
 7: 500000
two_sides:4500000:0
 5: 3500000
 6: 500000
truths:4500000:0
 6: 3500000
 7: 500000
END PROFILE */

/* { dg-final { scan-opt-info-times {branch mispredicted in 35.0% of 10000000 executions converted} 3 } } */
/* { dg-final { scan-opt-info {loaded-first.c:2[0-9]:.*what is loaded is tested first} } } */
/* { dg-final { scan-opt-info-not {loaded-first.c:(?:3[2-9]|[4-9][0-9]):.*what is loaded is tested first} } } */
