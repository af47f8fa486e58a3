/* What the profile has of this function's copies is of as much as what it has
   another number of copies of.  So the other numbers may agree by chance, and
   all keep what they have.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

extern int more (int), other (int);
extern void g (int), h (int);

void
f (int a)
{
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++)
    if (other (a))
      h (i);
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++)
    if (more (a))
      g (i);
}

/* The second loop was unrolled by 2.
PROFILE:
f:300000:10000
 4.3072: 10000
 4.3584: 10000
 4.4096: 10000
 4.4608: 10000
 5.3072: 0
 5.3584: 10000
 5.4096: 0
 5.4608: 10000
 8.512: 20000
 8.1024: 20000
 9.512: 10000
 9.1024: 10000
 10: 10000
END PROFILE */

/* { dg-final { scan-opt-info {missed: round 1 not loaded: the profile has another number of copies of what \d+ % of the executions are in} } } */
/* { dg-final { scan-report {"kind": "round".*"contradicted": 0\.[4-9].*"loaded": "no"} } } */
/* { dg-final { scan-opt-info-not {round \d: probability} } } */
