/* A profile that is there is kept, and what is not there does not change.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */
/* { dg-hwpgo-options "verify-inject=biased" } */

/* PROFILE:
f:1000:500
 2: 500
 3: 400
 4: 100
END PROFILE */

int other (int), more (int);

int
f (int a)
{
  if (a > 3)
    return other (a);
  return more (a);
}

/* { dg-final { scan-report "function.: .f., .*status.: .loaded" } } */
/* { dg-final { scan-dump ".80.0% .auto FDO.*TRUE_VALUE" hwpgo-load } } */
