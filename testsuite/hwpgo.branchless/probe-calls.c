/* A loop around others that is entered a few times has its probe in some of the calls of its
   function; where these are too few for one of them to have it as a rule, there is none.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g -fno-ipa-icf -fplugin-arg-hwpgo-probes=all -fdump-tree-all" } */

extern void abort (void);

#define N 1000

static unsigned data[N];

#define DECODE(name)                                                          \
  __attribute__ ((noipa)) static unsigned name (const unsigned *from, int n)

DECODE (few)
{
  unsigned sum = 0, mix = 0, last = 0;
  for (int i = 0; i < n; i++)
    {
      if (from[i] >> 31)
        {
          sum += from[i] ^ n;
          last = i;
          mix = mix * 3 + sum;
        }
      for (unsigned k = 0; k < (from[i] >> 12 & 3); k++)
        mix = mix * 5 ^ k;
    }
  return sum ^ last ^ mix;
}

DECODE (many)
{
  unsigned sum = 0, mix = 0, last = 0;
  for (int i = 0; i < n; i++)
    {
      if (from[i] >> 31)
        {
          sum += from[i] ^ n;
          last = i;
          mix = mix * 3 + sum;
        }
      for (unsigned k = 0; k < (from[i] >> 12 & 3); k++)
        mix = mix * 5 ^ k;
    }
  return sum ^ last ^ mix;
}

int
main (void)
{
  unsigned state = 1, same = 0;
  for (int i = 0; i < N; i++)
    data[i] = state = state * 1664525 + 1013904223;
  for (int n = 0; n <= N; n++)
    same += few (data, n) == many (data, n);
  if (same != N + 1)
    abort ();
  return 0;
}

/* PROFILE:
few:90000000:9
 2: 9
 3: 9
 3.1: 900000
 3.2: 900009
 5: 900000
 7: 450000
 8: 450000
 9: 450000
 11: 900000
 11.1: 1350000
 11.2: 2250000
 12: 1350000
 14: 9
many:90000000:9000
 2: 9000
 3: 9000
 3.1: 900000
 3.2: 909000
 5: 900000
 7: 450000
 8: 450000
 9: 450000
 11: 900000
 11.1: 1350000
 11.2: 2250000
 12: 1350000
 14: 9000
END PROFILE */

/* PROFILE MISPREDICTS:
few:450000:0
 5: 450000
many:450000:0
 5: 450000
END PROFILE */

/* { dg-final { scan-opt-info-times "probe-calls.c:\[0-9:\]*: note: probe beside the select" 1 } } */
/* { dg-final { scan-dump-times { \* 2654435769;} 1 hwpgo-probe } } */
