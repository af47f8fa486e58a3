/* Turns of a loop with another in it, of which the first may be unlike the others, as those
   that fill a table: where it is entered often enough, whole entries have the probe, and not
   entries of the loop in it, each of which would have to be counted.  What is counted is in
   memory, so that the loops keep their registers.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g -fno-ipa-icf -fplugin-arg-hwpgo-probes=all -fdump-tree-all" } */

extern void abort (void);

#define N 1000

unsigned data[N];

__attribute__ ((noipa)) static unsigned
first (unsigned i)
{
  return (i * 61) % (N - 8);
}

__attribute__ ((noipa)) static unsigned
fill (int m)
{
  unsigned sum = 0;
  for (int t = 0; t < m; t++)
    for (unsigned i = 0; i < N; i++)
      {
        unsigned j = first (i);
        do
          if (data[j] >> 31)
            sum = (sum ^ data[j] ^ i) * 3;
        while (data[j++] & 3);
      }
  return sum;
}

int
main (void)
{
  unsigned state = 1, sum = 0;
  for (int i = 0; i < N; i++)
    data[i] = state = state * 1664525 + 1013904223;
  for (int i = 0; i < N; i++)
    data[i] = (data[i] & ~7u) | (i % 8 != 7);
  for (int t = 0; t < 400; t++)
    for (unsigned i = 0; i < N; i++)
      {
        unsigned j = first (i);
        do
          sum = data[j] & 0x80000000 ? (sum ^ data[j] ^ i) * 3 : sum;
        while (data[j++] & 3);
      }
  if (fill (400) != sum || fill (0) != 0 || fill (1) == sum)
    abort ();
  return 0;
}

/* PROFILE:
fill:20000000:1
 2: 1
 3: 1
 3.1: 400
 3.2: 401
 4: 400
 4.1: 400000
 4.2: 400400
 6: 400000
 8: 1600000
 9: 800000
 10: 1600000
 12: 1
END PROFILE */

/* PROFILE MISPREDICTS:
fill:800000:0
 8: 800000
END PROFILE */

/* { dg-final { scan-opt-info "probe-nested.c:\[0-9:\]*: note: probe beside the select" } } */
/* { dg-final { scan-dump-times {= first \(} 3 hwpgo-probe } } */
/* { dg-final { scan-dump {left[.\d]* = } hwpgo-probe } } */
