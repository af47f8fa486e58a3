/* GCC makes a table of the switch, by which all cases are equal, and so what is
   believed contradicts itself.  The profiled build had other copies of the
   loops, so that what they have together is all that is known.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-switch-conversion" } */

extern int more (int), other (int);
extern void g (int), h (int);

void
f (int a, int b)
{
  switch (a)
    {
    case 0:
      g (10);
      break;
    case 1:
      h (11);
      break;
    case 2:
      g (12);
      break;
    case 3:
      h (13);
      break;
    case 4:
      g (14);
      break;
    case 5:
#pragma GCC unroll 4
      for (int i = 0; i < 4; i++)
        if (other (a))
          h (i);
#pragma GCC unroll 4
      for (int i = 0; i < 4; i++)
        if (more (b))
          g (i);
      break;
    }
  if (more (6))
    g (6);
}

/* The loops were unrolled by 2.
PROFILE:
f:300000:10000
 2: 10000
 5: 100
 8: 100
 11: 100
 14: 100
 17: 100
 22.512: 19000
 22.1024: 19000
 23.512: 9500
 23.1024: 9500
 26.512: 19000
 26.1024: 19000
 27.512: 9500
 27.1024: 9500
 30: 10000
 31: 9000
 32: 10000
END PROFILE */

/* { dg-final { scan-report {"round": 1,.*"by": "copies", "loaded": "no"} } } */
/* { dg-final { scan-report {"round": 1,.*"by": "sums", "loaded": "yes"} } } */
/* { dg-final { scan-opt-info {round 1: the profile has other copies, of which only what they have together is loaded} } } */
