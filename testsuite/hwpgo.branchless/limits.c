/* What limits the value that the next turn begins with is a branch again, if the
   limits are far: the turns would wait for four instructions more.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-require-gcc 12 } */
/* { dg-options "-O2 -g -fchecking -fno-tree-vectorize" } */

enum { N = 500 };

__attribute__ ((noipa)) int
filter (const short *in, short *out, int n)
{
  int y = 0;
  for (int i = 0; i < n; i++)
    {
      y = (in[i] * 9000 + y * 15000) >> 14;
      if (y > 32767)
        y = 32767;
      else if (y < -32768)
        y = -32768;
      out[i] = (short) y;
    }
  return y;
}

__attribute__ ((noipa)) int
upper (const short *in, short *out, int n)
{
  int y = 0;
  for (int i = 0; i < n; i++)
    {
      y = (in[i] * 9000 + y * 15000) >> 14;
      if (y > 20000)
        y = 20000;
      out[i] = (short) y;
    }
  return y;
}

/* Limits that are near are reached.  */
__attribute__ ((noipa)) int
near (const short *in, short *out, int n)
{
  int y = 0;
  for (int i = 0; i < n; i++)
    {
      y = (in[i] * 9000 + y * 15000) >> 14;
      if (y > 88)
        y = 88;
      else if (y < 0)
        y = 0;
      out[i] = (short) y;
    }
  return y;
}

/* Nothing waits for this.  */
__attribute__ ((noipa)) int
beside (const short *in, short *out, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      int y = in[i] * 9000 >> 10;
      if (y > 32767)
        y = 32767;
      else if (y < -32768)
        y = -32768;
      out[i] = (short) y;
      sum += y;
    }
  return sum;
}

/* The profiled program had the branch, and it was mispredicted.  */
__attribute__ ((noipa)) int
reached (const short *in, short *out, int n)
{
  int y = 0;
  for (int i = 0; i < n; i++)
    {
      y = (in[i] * 9000 + y * 15000) >> 14;
      if (y > 32767)
        y = 32767;
      else if (y < -32768)
        y = -32768;
      out[i] = (short) y;
    }
  return y;
}

int
main (void)
{
  static int (*const all[]) (const short *, short *, int)
      = { filter, upper, near, beside, reached };
  static short in[N], out[N];
  unsigned digest = 0, seed = 1;
  for (unsigned f = 0; f < 5; f++)
    {
      for (int i = 0; i < N; i++)
        {
          seed = seed * 1664525 + 1013904223;
          in[i] = (short) (seed >> (i % 200 < 100 ? 20 : 16));
        }
      digest = digest * 31 + (unsigned) all[f] (in, out, N);
      for (int i = 0; i < N; i++)
        digest = digest * 31 + (unsigned) out[i];
    }
  return digest != 2322366229u;
}

/* PROFILE:
filter:7000000:1000
 2: 1000
 3.1: 1000000
 3.2: 1000000
 5: 1000000
 6: 1000000
 8: 1000000
 10: 1000000
 12: 1000
upper:7000000:1000
 2: 1000
 3.1: 1000000
 3.2: 1000000
 5: 1000000
 6: 1000000
 8: 1000000
 10: 1000
near:7000000:1000
 2: 1000
 3.1: 1000000
 3.2: 1000000
 5: 1000000
 6: 1000000
 8: 1000000
 10: 1000000
 12: 1000
beside:7000000:1000
 2: 1000
 3.1: 1000000
 3.2: 1000000
 5: 1000000
 6: 1000000
 8: 1000000
 10: 1000000
 11: 1000000
 13: 1000
reached:7000000:1000
 2: 1000
 3.1: 1000000
 3.2: 1000000
 5: 1000000
 6: 1000000
 7: 200000
 8: 800000
 9: 100000
 10: 1000000
 12: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
reached:500000:0
 6: 200000
 8: 300000
END PROFILE */

/* { dg-final { scan-opt-info {limits.c:(17|19):[0-9]*: optimized: +limit made a branch} } } */
/* { dg-final { scan-opt-info {limits.c:33:[0-9]*: optimized: +limit made a branch} } } */
/* { dg-final { scan-opt-info-not {limits.c:(4[0-9]|5[0-9]|6[0-9]|7[0-9]|8[0-9]):[0-9]*: optimized: +limit made} } } */
