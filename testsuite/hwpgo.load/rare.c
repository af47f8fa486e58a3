/* A function that runs too seldom for samples of its own runs as often as the
   hot one that it calls was entered; what it calls by another name says
   nothing of it.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-ipa-all-details" } */

/* PROFILE:
once:3000:0
 2: 0
 2: hot:3000
  1: 500
  3: 2000
  4: 500
other:3000:0
 2: 0
 2: named:3000
  1: 500
  3: 2000
  4: 500
END PROFILE */

volatile int g;

static __attribute__ ((noinline)) void
hot (int n)
{
  while (n--)
    g++;
}

static __attribute__ ((noinline)) void
named (int n)
{
  while (n--)
    g++;
}
static void alias (int) __attribute__ ((alias ("named")));

void
once (int n)
{
  hot (n);
}

void
other (int n)
{
  alias (n);
}

/* { dg-final { scan-dump "once/\[0-9\]+ is entered \[0-9\]{1,5} times by what it calls" hwpgo-load } } */
/* { dg-final { scan-dump-not "other/\[0-9\]+ is entered" hwpgo-load } } */
