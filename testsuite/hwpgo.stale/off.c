/* rematch=off takes the profile as it is.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */
/* { dg-hwpgo-options "rematch=off min-coverage=0" } */

/* PROFILE:
f:6000:1000
 2: 1000
 3: 900 hot:900
 5: 100 cold:100
 6: 1000
END PROFILE */

void hot (int), cold (int);

int
f (int x)
{
  int y = x;


  y *= 3;
  if (x > 3)
    hot (y);
  else
    cold (y);
  return x;
}

/* { dg-final { scan-report-not "kind.: .rematch" } } */
/* { dg-final { scan-report "kind.: .function.*function.: .f.*coverage.: 0" } } */
