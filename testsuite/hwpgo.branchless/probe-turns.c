/* A loop of short ones gives its first turns to the probe where it is entered once in a
   run.  Where it is entered often, first turns may be most of the time, so that others
   are chosen, by multiples of the golden ratio.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g -fno-ipa-icf -fplugin-arg-hwpgo-probes=all -fdump-tree-all" } */

extern void abort (void);

#define N 4096

static unsigned data[N];

#define LOOPS(name)                                                           \
  __attribute__ ((noipa)) static unsigned name (const unsigned *from, int n)

LOOPS (once)
{
  unsigned sum = 0, mix = 0, last = 0;
  for (int i = 0; i < n; i += 8)
    for (int k = 0; k < (i & 16 ? 8 : 7); k++)
      if (from[i + k] >> 31)
        {
          sum += from[i + k] ^ n;
          last = i;
          mix = mix * 3 + sum;
        }
  return sum ^ last ^ mix;
}

LOOPS (often)
{
  unsigned sum = 0, mix = 0, last = 0;
  for (int i = 0; i < n; i += 8)
    for (int k = 0; k < (i & 16 ? 8 : 7); k++)
      if (from[i + k] >> 31)
        {
          sum += from[i + k] ^ n;
          last = i;
          mix = mix * 3 + sum;
        }
  return sum ^ last ^ mix;
}

int
main (void)
{
  unsigned state = 1;
  for (int i = 0; i < N; i++)
    data[i] = state = state * 1664525 + 1013904223;
  if (once (data, N) != often (data, N) || once (data, 8) != often (data, 8))
    abort ();
  return 0;
}

/* PROFILE:
once:90000000:1
 2: 1
 3: 1
 3.1: 1000000
 3.2: 1000001
 4: 1000000
 4.1: 7000000
 4.2: 8000000
 5: 7000000
 7: 3500000
 8: 3500000
 9: 3500000
 11: 1
often:90000000:1000
 2: 1000
 3: 1000
 3.1: 1000000
 3.2: 1001000
 4: 1000000
 4.1: 7000000
 4.2: 8000000
 5: 7000000
 7: 3500000
 8: 3500000
 9: 3500000
 11: 1000
END PROFILE */

/* PROFILE MISPREDICTS:
once:3500000:0
 5: 3500000
often:3500000:0
 5: 3500000
END PROFILE */

/* { dg-final { scan-opt-info-times "probe-turns.c:\[0-9:\]*: note: probe beside the select" 4 } } */
/* { dg-final { scan-dump-times { \+ 2654435769;} 1 hwpgo-probe } } */
/* What the copy of the inner loop begins with, so that nothing is computed for both.  */
/* { dg-final { scan-dump-times { "=r" (?:sum|mix|last)_\d+ :} 3 hwpgo-probe } } */
