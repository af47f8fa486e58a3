/* Lines were inserted, and what is on the old ones is code, too: the calls
   tell.  The counts of both arms go to where these are now, in
   the function itself and where it was inlined.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
caller:3000:0
 2: f:3000
  2: 1000
  3: 990 hot:990
  5: 10 cold:10
  6: 1000
f:6000:1000
 2: 1000
 3: 900 hot:900
 5: 100 cold:100
 6: 1000
END PROFILE */

void hot (int), cold (int), added (int);
extern int checked;

int
f (int x)
{
  int y = x;
  if (checked)
    added (x);
  y *= 3;
  if (x > 3)
    hot (y);
  else
    cold (y);
  return x;
}

int
caller (int x)
{
  return f (x);
}

/* { dg-final { scan-report "kind.: .rematch.*function.: .f., .verdict.: .moved., .samples.: 6000, .before.: 1.000000, .after.: 1.000000" } } */
/* { dg-final { scan-report-not "kind.: .rematch.*function.: .caller" } } */
/* { dg-final { scan-report "kind.: .function.*function.: .f.*status.: .loaded.*coverage.: 1.000000" } } */
/* { dg-final { scan-report "kind.: .profile.*rematched.: 1" } } */
/* { dg-final { scan-dump ";; f:3 is 7 now" hwpgo-rematch } } */
/* { dg-final { scan-dump ";; f:5 is 9 now" hwpgo-rematch } } */
/* { dg-final { scan-dump "at f:7 runs" hwpgo-load } } */
