/* Turns of a loop are put in front of it where its end is mispredicted, but not
   always, and where few come to the loop itself then.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-all-details" } */

extern void abort (void);

#define N 4096

static unsigned first[24];

/* How many bits the code at the beginning of BITS has.  */
__attribute__ ((noinline)) int
length_of (unsigned bits)
{
  int n = 1;
  while (n < 24 && bits >> (32 - n) < first[n])
    n++;
  return n;
}

/* The same, of codes that all have four bits.  */
__attribute__ ((noinline)) int
known_length_of (unsigned bits)
{
  int n = 1;
  while (n < 24 && bits >> (32 - n) < first[n])
    n++;
  return n;
}

/* Whatever came before, the next turn may be the last one.  */
__attribute__ ((noinline)) int
ends_at_random (unsigned bits)
{
  int n = 0;
  while (bits >> n & 1)
    n++;
  return n;
}

int
main (void)
{
  unsigned state = 1;
  for (int n = 1; n < 24; n++)
    first[n] = (1u << n) - (n < 3 ? 0 : n < 8 ? 3u << (n - 3) : 1u << (n / 2));
  for (int i = 0; i < N; i++)
    {
      state = state * 1664525 + 1013904223;
      int n = length_of (state), m = 1;
      while (m < 24 && state >> (32 - m) < first[m])
        m++;
      if (n != m)
        abort ();
      if (known_length_of (state) != m)
        abort ();
      for (n = 0, m = ends_at_random (state); n < m; n++)
        if (!(state >> n & 1))
          abort ();
      if (state >> m & 1)
        abort ();
    }
  return 0;
}

/* PROFILE:
length_of:100000:4000
 1: 4000
 2: 4000
 3.1: 16000
 3.2: 16000
 4: 12000
 5: 4000
known_length_of:100000:4000
 1: 4000
 2: 4000
 3.1: 16000
 3.2: 16000
 4: 12000
 5: 4000
ends_at_random:100000:4000
 2: 4000
 3: 16000
 4: 12000
 5: 4000
END PROFILE */

/* PROFILE MISPREDICTS:
length_of:1634:0
 1: 0
 3.1: 0
 3.2: 2000
 5: 0
known_length_of:1634:0
 1: 0
 3.1: 0
 3.2: 10
 5: 0
ends_at_random:679:0
 2: 0
 3: 4000
 5: 0
END PROFILE */

/* { dg-final { scan-dump {:18:\d+: optimized: *4 turns put in front of the loop} hwpgo-peeled-loops } } */
/* { dg-final { scan-dump-times "turns put in front of the loop" 1 hwpgo-peeled-loops } } */
