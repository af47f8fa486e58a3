/* A call that the profiled binary had inlined in some copies of its function, where
   nothing else of its line is left, and made in others: it was made as often as
   both together.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-ipa-all-details-blocks" } */

int more (int), less (int);

__attribute__ ((noinline)) static int
value (int i)
{
  return more (i) + 1;
}

__attribute__ ((noinline)) static int
pick (int a)
{
  if (a > 7)
    return value (a);
  return less (a);
}

int
first (int a)
{
  return pick (a + 1);
}

int
second (int a)
{
  return pick (a * 3);
}

/* PROFILE:
pick:1:1000
 2: 1000
 3: 100
 4: 900
first:1:4000
 2: pick:9000
  2: 4000
  3: value:3500
   2: 3500
  4: 500
END PROFILE */

/* 3600 of 5000.  */
/* { dg-final { scan-dump {goto <bb \d+>; \[72\.\d+%\]} hwpgo-load } } */
