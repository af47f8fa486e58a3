/* rounds=off leaves the copies what the base round gave them all.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "rounds=off" } */

extern int more (int);
extern void g (int);

void
f (int a)
{
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++)
    if (more (a))
      g (i);
}

/* The fields of copies 0 to 3 of 4 are 6 to 9, times 512.
PROFILE:
f:100000:10000
 0: 10000
 4.3072: 10000
 4.3584: 10000
 4.4096: 10000
 4.4608: 10000
 5.3072: 0
 5.3584: 10000
 5.4096: 0
 5.4608: 10000
 6: 10000
END PROFILE */

/* { dg-final { scan-opt-info-not {round \d:} } } */
/* { dg-final { scan-report-not {"kind": "round"} } } */
