/* Of four copies of a branch one cannot be predicted.  All together can, so that
   nothing is converted before there are copies; then that one is, alone.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

extern unsigned next (unsigned);

unsigned
f (unsigned a)
{
  unsigned s = 0;
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++)
    {
      unsigned n = next (a);
      if (n & 1)
        s = s * 5 + n;
    }
  return s;
}

/* The fields of copies 0 to 3 of 4 are 6 to 9, times 512.
PROFILE:
f:9000000:1000000
 2: 1000000
 6.3072: 1000000
 6.3584: 1000000
 6.4096: 1000000
 6.4608: 1000000
 7.3072: 1000000
 7.3584: 1000000
 7.4096: 1000000
 7.4608: 1000000
 8.3072: 500000
 8.3584: 500000
 8.4096: 500000
 8.4608: 500000
 10: 1000000
END PROFILE */

/* PROFILE MISPREDICTS:
f:150000:0
 7.3072: 0
 7.3584: 150000
 7.4096: 0
 7.4608: 0
END PROFILE */

/* { dg-final { scan-report-times {"kind": "branchless".*"converted": "yes"} 1 } } */
