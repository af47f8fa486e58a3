/* The profiled binary had inlined leaf everywhere, this build has not: the
   counts of both calls are added up in leaf itself.  What is inlined here
   keeps the counts of its own context.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
one:1000:100
 2: leaf:400
  2: 100
  3: 90
  5: 10
 2: small:100
  2: 100
  3: 25
two:1000:300
 2: leaf:400
  2: 300
  3: 10
  5: 290
 2: small:600
  2: 300
  3: 150
END PROFILE */

volatile int g, h;

__attribute__ ((noinline)) static int
leaf (int x)
{
  if (x > 3)
    g++;
  else
    h++;
  return x;
}

__attribute__ ((always_inline)) static inline int
small (int x)
{
  if (x & 8)
    h = 1;
  return x;
}

int
one (int x)
{
  return leaf (x) + small (x);
}

int
two (int x)
{
  return leaf (x) + small (x);
}

/* { dg-final { scan-report "function.: .leaf., .line.: \[0-9\]+, .status.: .loaded., .samples.: 800, .coverage.: 1.000000.*entry.: 400" } } */
/* { dg-final { scan-dump "25.0% .auto FDO" hwpgo-load } } */
/* { dg-final { scan-dump "75.0% .auto FDO" hwpgo-load } } */
/* { dg-final { scan-dump "at one:2 small:2 runs" hwpgo-load } } */
/* { dg-final { scan-report "function.: .one.*entry.: 100" } } */
/* { dg-final { scan-report "function.: .two.*entry.: 300" } } */
