/* Flags that begin anew in each turn: choosing the sum is one instruction less than to
   shift the truth of a comparison into its place.  Where flags go on from turn to turn
   that would make each wait for the select.
   SPDX-License-Identifier: GPL-2.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

void
flags (unsigned *out, const int *x, const int *y, const int *z, int least)
{
  for (int i = 0; i < 100000; i++)
    {
      unsigned code = y[i] & 1024;
      if (x[i] >= least)
        code |= 2;
      if (y[i] >= least)
        code |= 4;
      if (z[i] >= least)
        code |= 8;
      out[i + code] = 1;
    }
}

unsigned
all (const int *x, const int *y, int least)
{
  unsigned seen = 0;
  for (int i = 0; i < 100000; i++)
    {
      if (x[i] >= least)
        seen = seen * 3 ^ 16;
      else
        seen = seen * 3;
      if (y[i] >= least)
        seen += 32;
    }
  return seen;
}

/* PROFILE:
flags:900000:1
 2: 1
 2.1: 100000
 2.2: 100000
 4: 100000
 5: 100000
 6: 50000
 7: 100000
 8: 50000
 9: 100000
 10: 50000
 11: 100000
 13: 1
all:500000:1
 2: 1
 3.1: 100000
 3.2: 100000
 5: 100000
 6: 50000
 8: 50000
 9: 100000
 10: 50000
 12: 1
END PROFILE */
/* PROFILE MISPREDICTS:
flags:150000:0
 5: 50000
 7: 50000
 9: 50000
all:100000:0
 5: 50000
 9: 50000
END PROFILE */

/* { dg-final { scan-opt-info {flags-apart.c:14:[0-9]*: optimized: .* converted to 1 select} } } */
/* { dg-final { scan-opt-info {flags-apart.c:16:[0-9]*: optimized: .* converted to 1 select} } } */
/* { dg-final { scan-opt-info {flags-apart.c:18:[0-9]*: optimized: .* converted to 1 select} } } */
/* { dg-final { scan-opt-info {flags-apart.c:34:[0-9]*: optimized: .* converted to 1 select} } } */
/* { dg-final { scan-assembler-not {sall\t\$[23],} } } */
/* { dg-final { scan-assembler {sall\t\$5,|movl\t\$32,} } } */
