/* What runs once in a run has no sample, and its count may come out as next to nothing.
   The turns of a loop there are no more than there were in the run, of which the probe
   is to get 4096 here, one in 488, and has 315 * 8.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g -fplugin-arg-hwpgo-probes=all -fdump-tree-all" } */

extern void abort (void);

#define N 20000

unsigned table[N];

__attribute__ ((noipa)) static unsigned
fold (unsigned state, unsigned m, unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < m; i++)
    table[i] = (table[i] ^ i) * n;
  for (unsigned i = 0; i < n; i++)
    {
      state = state * 1664525 + 1013904223;
      if (state >> 31)
        sum = (sum ^ state) * 3;
    }
  return sum;
}

int
main (void)
{
  unsigned state = 1, sum = 0;
  for (unsigned i = 0; i < N; i++)
    {
      state = state * 1664525 + 1013904223;
      sum = state & 0x80000000 ? (sum ^ state) * 3 : sum;
    }
  if (fold (1, N, N) != sum || fold (1, N, 5) == sum)
    abort ();
  return 0;
}

/* PROFILE:
fold:10000000:0
 2: 0
 3: 0
 3.1: 291
 3.2: 291
 4: 291
 5.1: 2000119
 5.2: 2000119
 7: 2000119
 8: 2000119
 9: 1000000
 11: 0
END PROFILE */

/* PROFILE MISPREDICTS:
fold:1000000:0
 8: 1000000
END PROFILE */

/* { dg-final { scan-opt-info "probe-entries.c:\[0-9:\]*: note: probe beside the select" } } */
/* { dg-final { scan-dump-times { < 2519\)} 1 hwpgo-probe } } */
