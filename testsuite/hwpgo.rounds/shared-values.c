/* More than ten copies have no values of their own.  The profiled build had six,
   whose first has the value of the last of twelve, which does not get its
   count.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

extern int more (int), other (int);
extern void g (int);

void
f (int a)
{
  while (other (a))
    a++;
#pragma GCC unroll 12
  for (int i = 0; i < 12; i++)
    if (more (a))
      g (i);
}

/* PROFILE:
f:100000:10000
 3: 900000
 4: 890000
 6.7680: 20000
 6.8192: 20000
 6.8704: 20000
 6.9216: 20000
 6.9728: 20000
 6.10240: 20000
 7.7680: 0
 7.8192: 19000
 7.8704: 0
 7.9216: 19000
 7.9728: 19000
 7.10240: 0
 8: 10000
END PROFILE */

/* { dg-final { scan-report {"kind": "round", "unit": "[^"]*", "round": 1,.*"loaded": "yes"} } } */
/* { dg-final { scan-opt-info-not {round 1: probability} } } */
