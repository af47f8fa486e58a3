/* Four elements that are stored one by one, each time round, are not loaded as a
   vector; those that are stored once are.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-require-gcc 12 } */
/* { dg-options "-O2 -g1" } */

/* As an LMS filter learns (QOA, G.722).  */
__attribute__ ((noipa)) int
pieces (const int *samples, int n)
{
  int history[4] = { 1, 2, 3, 4 }, weights[4] = { 0 };
  int place = 0, sum = 0;
  for (int t = 0; t < n; t++)
    {
      int delta = samples[t] >> 4;
      for (int i = 0; i < 4; i++)
        weights[i] += history[i] ^ delta;
      place = (place + samples[t]) & 3;
      history[place] = samples[t];
      sum ^= weights[samples[t] >> 3 & 3];
    }
  return sum;
}

__attribute__ ((noipa)) int
whole (const int *samples, int n)
{
  int history[4] = { 1, 2, 3, 4 }, weights[4] = { 0 };
  int sum = 0;
  history[samples[0] & 3] = 9;
  for (int t = 0; t < n; t++)
    {
      int delta = samples[t] >> 4;
      for (int i = 0; i < 4; i++)
        weights[i] += history[i] ^ delta;
      sum ^= weights[samples[t] >> 3 & 3];
    }
  return sum;
}

int
main (void)
{
  static int samples[1000];
  for (int i = 0; i < 1000; i++)
    samples[i] = i * 7919 % 1237;
  int history[4] = { 1, 2, 3, 4 }, weights[4] = { 0 }, place = 0, sum = 0;
  for (int t = 0; t < 1000; t++)
    {
      for (int i = 0; i < 4; i++)
        {
          volatile int w = weights[i] + (history[i] ^ samples[t] >> 4);
          weights[i] = w;
        }
      place = (place + samples[t]) & 3;
      history[place] = samples[t];
      sum ^= weights[samples[t] >> 3 & 3];
    }
  if (pieces (samples, 1000) != sum || whole (samples, 1000) == sum)
    __builtin_abort ();
  return 0;
}

/* PROFILE:
pieces:9000000:10
 2: 10
 3: 10
 4: 1000000
 6: 1000000
 7: 5000000
 8: 4000000
 9: 1000000
 10: 1000000
 11: 1000000
 13: 10
whole:9000000:10
 2: 10
 3: 10
 4: 10
 5: 1000000
 7: 1000000
 8: 5000000
 9: 4000000
 10: 1000000
 12: 10
END PROFILE */

/* { dg-final { scan-opt-info {short-pieces.c:17:\d+: optimized: loop not vectorised: what it loads was stored in pieces} } } */
/* { dg-final { scan-opt-info-not {short-pieces.c:17:\d+: optimized: loop vectorized} } } */
/* { dg-final { scan-opt-info {short-pieces.c:35:\d+: optimized: loop vectorized} } } */
