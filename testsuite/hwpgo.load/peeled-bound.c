/* No turns are put in front of a loop if these are all that there can be: GCC then
   leaves no loop, with counts that tell so.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-all-details" } */

extern void abort (void);

#define N 4096

static unsigned char data[N + 4];

/* What is left of N bytes at P behind the last four.  */
__attribute__ ((noinline)) unsigned
rest (const unsigned char *p, unsigned n)
{
  unsigned sum = 0, i = 0;
  while (i < (n & 3))
    sum = sum * 31 + p[i++];
  return sum;
}

int
main (void)
{
  unsigned state = 1;
  for (int i = 0; i < N + 4; i++)
    data[i] = (state = state * 1664525 + 1013904223) >> 24;
  for (int i = 0; i < N; i++)
    {
      unsigned n = data[i], sum = 0;
      for (unsigned j = 0; j < n % 4; j++)
        sum = sum * 31 + data[i + j];
      if (rest (data + i, n) != sum)
        abort ();
    }
  return 0;
}

/* PROFILE:
rest:100000:4000
 2: 4000
 3.1: 12000
 4: 8000
 5: 4000
END PROFILE */

/* PROFILE MISPREDICTS:
rest:1634:0
 3.1: 2000
END PROFILE */

/* { dg-final { scan-dump-not "turns put in front of the loop" hwpgo-peeled-loops } } */
/* { dg-final { scan-dump {:18:\d+: optimized: *loop with 2 iterations completely unrolled} cunroll } } */
