/* Where the profile has hardly any of the copies, all keep what they have, and
   -fopt-info says so.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

extern int more (int), other (int);
extern void g (int);

void
f (int a)
{
  if (a)
    other (a);
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++)
    if (more (a))
      g (i);
}

/* The loop was unrolled by 2.
PROFILE:
f:100000:10000
 2: 10000
 3: 10000
 6.512: 40000
 6.1024: 40000
 7.512: 20000
 7.1024: 20000
 8: 10000
END PROFILE */

/* { dg-final { scan-opt-info {missed: round 1 not loaded: the profile has the copies in which \d+ % of the executions are} } } */
/* { dg-final { scan-report {"kind": "round".*"loaded": "no"} } } */
/* { dg-final { scan-opt-info-not {round \d: probability} } } */
