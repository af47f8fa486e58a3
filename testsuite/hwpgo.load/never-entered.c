/* A loop that no sample saw being entered is entered all the same.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
f:100000:0
 2: 0
 4: 100000
 5: 0
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
/* { dg-final { scan-dump-not "ENTRY .always .auto FDO..  count:0 " hwpgo-load } } */
