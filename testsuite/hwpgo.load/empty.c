/* An empty profile changes nothing and is told in the report.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
END PROFILE */

int
f (int *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s ^= a[i];
  return s;
}

/* { dg-final { scan-report "function.: .f.*status.: .absent" } } */
/* { dg-final { scan-report "kind.: .profile.*loaded.: 0, .absent.: 1" } } */
/* { dg-final { scan-opt-info "profile of f not loaded: not in the profile" } } */
/* { dg-final { scan-opt-info "no function of this unit has a profile" } } */
/* { dg-final { scan-dump-not "auto FDO" hwpgo-load } } */
