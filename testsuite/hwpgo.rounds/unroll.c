/* Copies of a branch that go different ways each time, and together do so half
   of the time.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

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

/* { dg-final { scan-opt-info-times {round 1: probability of bb \d+ -> \d+ from 50 % to 0 %, of 10000 executions} 2 } } */
/* { dg-final { scan-opt-info-times {round 1: probability of bb \d+ -> \d+ from 50 % to 100 %, of 10000 executions} 2 } } */
/* { dg-final { scan-report-times {"kind": "round".*"round": [12], .*"coverage": [01].*"loaded": "yes"} 2 } } */
