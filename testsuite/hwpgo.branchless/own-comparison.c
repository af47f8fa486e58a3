/* Two values are selected by one comparison that others are between: each has
   flags of its own, and none waits for a truth that is put into a register and
   tested there.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -fno-unroll-loops -fno-tree-vectorize -save-temps" } */
/* { dg-hwpgo-options "force-branchless" } */

__attribute__ ((noipa)) int
dither (const unsigned char *in, unsigned char *out, int *error, int n)
{
  int sum = 0;
  for (int x = 0; x < n; x++)
    {
      int value = in[x] + error[x] / 16, level;
      if (value < 0)
        value = 0;
      else if (value > 255)
        value = 255;
      if (value < 128)
        {
          if (value < 43)
            level = 0;
          else
            level = 85;
        }
      else if (value < 213)
        level = 170;
      else
        level = 255;
      int e = value - level;
      out[x] = (unsigned char) level;
      error[x + 1] += 7 * e;
      sum += e;
    }
  return sum;
}

__attribute__ ((optimize ("O0"))) int
main (void)
{
  unsigned char in[256], out[256];
  int error[257] = { 0 }, expected = 0, carried = 0;
  for (int i = 0; i < 256; i++)
    in[i] = (unsigned char) (i * 157);
  int sum = dither (in, out, error, 256);
  for (int i = 0; i < 256; i++)
    {
      int value = in[i] + carried / 16;
      value = value < 0 ? 0 : value > 255 ? 255 : value;
      int level = value < 43 ? 0 : value < 128 ? 85 : value < 213 ? 170 : 255;
      if (out[i] != level)
        return 1;
      carried = 7 * (value - level);
      expected += value - level;
    }
  if (sum != expected)
    return 1;
  return 0;
}

/* PROFILE:
dither:2100000:100
 5: 100000
 7: 100000
 8: 100000
 9: 100
 10: 100000
 11: 100
 12: 100000
 14: 50000
 15: 25000
 17: 25000
 19: 50000
 20: 25000
 22: 25000
 23: 100000
 24: 100000
 25: 100000
 26: 100000
END PROFILE */

/* { dg-final { scan-assembler "\tcmov" } } */
/* { dg-final { scan-assembler-not {\tset[a-z]+\t} } } */
