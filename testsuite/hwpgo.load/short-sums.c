/* A sum of six terms is not vectorised, one of 64 is, and so is what sums up
   nothing.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-require-gcc 12 } */
/* { dg-options "-O2 -g1" } */

static int b[64], d[65];

__attribute__ ((noipa)) int
short_sum (void)
{
  int sum = 0;
  for (int i = 6; i > 0; i--)
    sum += b[i] * d[i] >> 15;
  return sum;
}

__attribute__ ((noipa)) int
long_sum (void)
{
  int sum = 0;
  for (int i = 0; i < 64; i++)
    sum += (b[i] ^ d[i]) >> 3;
  return sum;
}

__attribute__ ((noipa)) void
no_sum (void)
{
  for (int i = 0; i < 6; i++)
    b[i] = (d[i] ^ 5) + b[i];
}

int
main (void)
{
  unsigned digest = 0;
  for (int t = 0; t < 20000; t++)
    {
      for (int i = 0; i < 64; i++)
        d[i] = t * 7 ^ i << 9;
      no_sum ();
      digest = digest * 31 + short_sum ();
      digest = digest * 31 + long_sum ();
      for (int i = 6; i < 64; i++)
        b[i] += i;
    }
  __builtin_printf ("%x\n", digest);
  return 0;
}

/* PROFILE:
main:2869521:0
 1: 19993
 2: 0
 3.2: 19980
 6: 1280366
 6.255: 320092
 7: 19919 no_sum:19903
 8: 20056 short_sum:19766
 9: 20094 long_sum:20017
 11: 1169012
 13: 9 printf:9
 15: 0
long_sum:1326191:20017
 1: 20019
 4: 1266292
 5: 19940
 6: 19940
short_sum:299049:19766
 1: 19819
 2: 19819
 3.2: 119659
 4: 119659
 6: 20093
no_sum:158676:19903
 1: 19854
 3: 119024
 4: 19798
END PROFILE */

/* { dg-final { scan-opt-info {short-sums.c:14:\d+: optimized: loop not vectorised: it sums up few terms} } } */
/* { dg-final { scan-opt-info-not {short-sums.c:14:\d+: optimized: loop vectorized} } } */
/* { dg-final { scan-opt-info {short-sums.c:23:\d+: optimized: loop vectorized} } } */
/* { dg-final { scan-opt-info {short-sums.c:31:\d+: optimized: loop vectorized} } } */
