/* Hot loops get a place where they lie in few lines: also one that is entered in
   its middle, which for GCC is no beginning of a loop, and one around another.
   What hardly turns gets none.  It is the same place whatever is in front.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize -fno-unroll-loops -fno-if-conversion -fno-if-conversion2 -fchecking" } */

void
columns (const char *p, unsigned long *sums)
{
  unsigned column = 0, value = 0;
  for (; *p; p++)
    {
      if (*p == ',')
        {
          sums[column++] += value;
          value = 0;
        }
      else
        value = value * 10 + (unsigned) (*p - '0');
    }
}

void
rows (unsigned char *a, unsigned n, unsigned m)
{
  for (unsigned i = 0; i < n; i++, a += m)
    {
      asm volatile ("# outer");
      for (unsigned k = 0; k < m; k++)
        a[k] ^= a[k] >> 1;
    }
}

void
once (unsigned char *a, unsigned n)
{
  for (unsigned k = 0; k < n; k++)
    a[k] ^= a[k] >> 1;
}

/* PROFILE:
columns:5000000:10
 2: 10
 3: 1000000
 3.1: 1000000
 5: 1000000
 7: 200000
 8: 200000
 11: 800000
 13: 10
rows:3000000:10
 2: 10
 2.1: 10000
 5: 1000000
 6: 1000000
 8: 10
once:1000:1000
 2: 1001
 3: 1
 4: 1000
END PROFILE */

/* { dg-final { scan-opt-info-times {pad-loops.c:9:[0-9]*: note: +a loop of [0-9]+ bytes gets a place in few lines} 1 } } */
/* { dg-final { scan-opt-info {pad-loops.c:25:[0-9]*: note: +a loop of [0-9]+ bytes gets a place in few lines} } } */
/* { dg-final { scan-opt-info-not {pad-loops.c:36:[0-9]*: note: +a loop of [0-9]+ bytes} } } */
/* { dg-final { scan-assembler-times {\.p2align 6,,63} 2 } } */
