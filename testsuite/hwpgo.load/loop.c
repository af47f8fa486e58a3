/* A loop whose body alone was seen: how often it is entered is unknown, which
   is not 0, and the loop is hot.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
f:100000:0
 4: 100000
END PROFILE */

int
f (int *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s ^= a[i] << 3;
  return s;
}

/* { dg-final { scan-report "status.: .loaded.*entry.: \[1-9\]" } } */
/* { dg-final { scan-dump "loop depth 1, count \[0-9\]+ .auto FDO.*, maybe hot" hwpgo-load } } */
/* { dg-final { scan-dump-not "count 0 .auto FDO" hwpgo-load } } */
/* { dg-final { scan-dump "Function flags:.* hot" inline } } */
