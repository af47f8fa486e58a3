/* What is left of a function, one call of which IPA has inlined, has the part
   of its counts that the other calls have, in the rounds, too.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-cp -fno-inline-functions-called-once --param max-inline-insns-auto=200 --param inline-unit-growth=900" } */

extern int more (int);
extern void g (int);

static void
work (int a)
{
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++)
    if (more (a))
      g (i);
}

void
mostly (int a)
{
  work (a + 1);
}

__attribute__ ((optimize ("no-inline-functions", "no-inline-small-functions")))
void
seldom (int a)
{
  work (a - 1);
}

/* PROFILE:
mostly:1:9900
 2: 9900 work:9900
seldom:1:100
 2: 100 work:100
work:100000:10000
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

/* { dg-final { scan-opt-info-times {round 1: probability of bb \d+ -> \d+ from 50 % to \d+ %, of 100 executions} 4 } } */
/* { dg-final { scan-opt-info-not {of 10000 executions} } } */
