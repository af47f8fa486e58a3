/* GCC makes a table of the switch, by which all cases are equal, and so what is
   believed contradicts itself.  Most of the time is in loops of which the profiled
   build had other copies, so that the profile tells of too little; but what is
   believed can be made to fit.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-switch-conversion -fdump-tree-all" } */

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
#pragma GCC unroll 10
      for (int i = 0; i < 10; i++)
        if (other (a))
          h (i);
#pragma GCC unroll 10
      for (int i = 0; i < 10; i++)
        if (more (b))
          g (i);
      break;
    }
}

/* The loops were unrolled by 2.
PROFILE:
f:90000:10000
 2: 10000
 5: 100
 8: 100
 11: 100
 14: 100
 17: 100
 22.512: 13062
 22.1024: 13062
 23.512: 6531
 23.1024: 6531
 26.512: 13062
 26.1024: 13062
 27.512: 6531
 27.1024: 6531
 30: 10000
END PROFILE */

/* { dg-final { scan-report {"round": 1,.*"by": "copies", "loaded": "no"} } } */
/* { dg-final { scan-report {"round": 1,.*"by": "sums", "loaded": "no"} } } */
/* { dg-final { scan-report {"round": 1,.*"by": "belief", "loaded": "yes"} } } */
/* { dg-final { scan-opt-info {round 1: what is believed contradicted itself, and does so no more} } } */
/* Its loops are what there is of case 5, a quarter of all.  */
/* { dg-final { scan-dump {case 5: <L\d+> \[2[34]\.} hwpgo-round-1 } } */
