/* Lines were deleted, one with code: what was there is of no use, and the rest
   is where it is now.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
f:3300:1000
 2: 300
 5: 300 removed:300
 9: 1000
 10: 900 hot:900
 12: 100 cold:100
 13: 1000
END PROFILE */

void hot (int), cold (int);

int
f (int x)
{
  if (x > 3)
    hot (x);
  else
    cold (x);
  return x;
}

/* { dg-final { scan-dump ";; f:9 is 2 now" hwpgo-rematch } } */
/* { dg-final { scan-dump ";; f:10 is 3 now" hwpgo-rematch } } */
/* { dg-final { scan-dump ";; f:12 is 5 now" hwpgo-rematch } } */
/* { dg-final { scan-dump ";; f:5 is gone" hwpgo-rematch } } */
/* { dg-final { scan-dump "90.0% .auto FDO" hwpgo-load } } */
