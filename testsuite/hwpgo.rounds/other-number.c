/* The profiled build had unrolled twice as much: the counts of its copies are
   not taken for those of others, and the branch keeps what both have.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-all-details" } */

extern int more (int);
extern void g (int);

void
f (int a)
{
#pragma GCC unroll 2
  for (int i = 0; i < 2; i++)
    if (more (a))
      g (i);
}

/* PROFILE:
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
/* { dg-final { scan-report-not {"kind": "round".*"loaded": "yes"} } } */
/* { dg-final { scan-dump {f:4\.512 unknown} hwpgo-round-1 } } */
