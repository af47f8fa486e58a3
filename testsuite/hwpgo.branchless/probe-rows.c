/* A loop that turns often in one that does has its probe in whole entries, of which the first
   turns may be unlike the others; where there are too few entries, it has it in first turns.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g -fno-ipa-icf -fplugin-arg-hwpgo-probes=all -fdump-tree-all" } */

extern void abort (void);

#define N 1000

unsigned data[N];

__attribute__ ((noipa)) static unsigned
rows (const unsigned *from, int m)
{
  unsigned sum = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < N; j++)
      if (from[j] >> 31)
        sum = (sum ^ from[j] ^ i) * 3;
  return sum;
}

__attribute__ ((noipa)) static unsigned
few_rows (const unsigned *from, int m)
{
  unsigned sum = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < N; j++)
      if (from[j] >> 31)
        sum = (sum ^ from[j] ^ i) * 3;
  return sum;
}

int
main (void)
{
  unsigned state = 1, sum = 0;
  for (int i = 0; i < N; i++)
    data[i] = state = state * 1664525 + 1013904223;
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < N; j++)
      sum = data[j] & 0x80000000 ? (sum ^ data[j] ^ i) * 3 : sum;
  if (rows (data, 300) != sum || few_rows (data, 300) != sum)
    abort ();
  return 0;
}

/* PROFILE:
rows:90000000:10
 2: 10
 3: 10
 3.1: 10000
 3.2: 10010
 4: 10000
 4.1: 10000000
 4.2: 10010000
 5: 10000000
 6: 5000000
 7: 10
few_rows:90000000:1000
 2: 1000
 3: 1000
 3.1: 20000
 3.2: 21000
 4: 20000
 4.1: 20000000
 4.2: 20020000
 5: 20000000
 6: 10000000
 7: 1000
END PROFILE */

/* PROFILE MISPREDICTS:
rows:5000000:0
 5: 5000000
few_rows:10000000:0
 5: 10000000
END PROFILE */

/* { dg-final { scan-opt-info-times "probe-rows.c:\[0-9:\]*: note: probe beside the select" 2 } } */
/* { dg-final { scan-dump-times { \+ 2654435769;} 1 hwpgo-probe } } */
