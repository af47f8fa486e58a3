/* The end of a loop that decodes bits into a symbol was predicted, but not from
   them: it goes the same way for both values of the last one.  Unless the bound
   is odd.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

unsigned codes[4096];
unsigned char models[256];

__attribute__ ((noipa)) unsigned
even (unsigned n)
{
  unsigned sum = 0, range = ~0u, k = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned symbol = 1;
      do
        {
          unsigned part = (range >> 8) * models[symbol];
          if (codes[k++ & 4095] < part)
            {
              range = part | 1u << 31;
              symbol = symbol << 1;
            }
          else
            {
              range -= part >> 1;
              sum += part;
              symbol = symbol << 1 | 1;
            }
        }
      while (symbol < 256);
      sum = sum * 5 + symbol;
    }
  return sum;
}

__attribute__ ((noipa)) unsigned
odd (unsigned n)
{
  unsigned sum = 0, range = ~0u, k = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned symbol = 1;
      do
        {
          unsigned part = (range >> 8) * models[symbol];
          if (codes[k++ & 4095] < part)
            {
              range = part | 1u << 31;
              symbol = symbol << 1;
            }
          else
            {
              range -= part >> 1;
              sum += part;
              symbol = symbol << 1 | 1;
            }
        }
      while (symbol < 255);
      sum = sum * 5 + symbol;
    }
  return sum;
}

int
main (void)
{
  unsigned seed = 1;
  for (unsigned i = 0; i < 4096; i++)
    codes[i] = seed = seed * 1664525 + 1013904223;
  for (unsigned i = 0; i < 256; i++)
    models[i] = 100 + i / 4;
  return !(even (500) == 2595080298 && odd (500) == 3115578511);
}

/* PROFILE:
even:20000000:1000
 0: 1000
 2: 1000
 5: 100000
 8: 800000
 9: 800000
 11: 400000
 12: 400000
 16: 400000
 17: 400000
 18: 400000
 21: 800000
 22: 100000
 24: 1000
odd:20000000:1000
 0: 1000
 2: 1000
 5: 100000
 8: 800000
 9: 800000
 11: 400000
 12: 400000
 16: 400000
 17: 400000
 18: 400000
 21: 800000
 22: 100000
 24: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
even:250000:0
 9: 240000
 21: 1000
odd:250000:0
 9: 240000
 21: 1000
END PROFILE */

/* { dg-final { scan-opt-info {bit-tree.c:21:[0-9]*: optimized: +branch mispredicted in 30.0% of 800000 executions converted} } } */
/* { dg-final { scan-opt-info {bit-tree.c:49:[0-9]*: missed: .*not converted: a branch that depends on it would mispredict instead} } } */
/* { dg-final { scan-opt-info-not {bit-tree.c:21:[0-9]*: missed: branch mispredicted} } } */
