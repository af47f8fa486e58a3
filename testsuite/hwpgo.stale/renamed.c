/* Two functions have another name now; one of them calls the other, and both
   changed a little, too.  What is called in the place of a third is new.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
user:4000:1000
 2: 1000 old_outer:1000
 3: 1000 gone:1000
 4: 1000
old_outer:3000:1000
 2: 1000
 3: 1000 old_inner:1000
 4: 1000
gone:6000:1000
 2: 1000 a:1000
 3: 1000 b:1000
 4: 1000 c:1000
 5: 1000 d:1000
old_inner:4000:1000
 2: 1000
 3: 900 hot:900
 5: 100 cold:100
 6: 1000
END PROFILE */

void hot (int), cold (int), added (int);

__attribute__ ((noinline)) static int
new_inner (int x)
{
  if (x > 3)
    hot (x);
  else
    cold (x);
  return x;
}

__attribute__ ((noinline)) static int
new_outer (int x)
{
  added (1);
  int y = x * 3;
  y += new_inner (x);
  return y * y;
}

__attribute__ ((noinline)) static int
other (int x)
{
  if (x > 3)
    added (2);
  return x;
}

int
user (int x)
{
  x += new_outer (x);
  x -= other (x);
  return x;
}

/* { dg-final { scan-report "kind.: .rename.*function.: .new_outer., .from.: .old_outer., .calls.: 1000" } } */
/* { dg-final { scan-report "kind.: .rename.*function.: .new_inner., .from.: .old_inner., .calls.: 1000" } } */
/* { dg-final { scan-report-not "from.: .gone" } } */
/* { dg-final { scan-report "function.: .new_inner., .line.: \[0-9\]+, .status.: .loaded.*entry.: 1000" } } */
/* { dg-final { scan-report "function.: .new_outer., .line.: \[0-9\]+, .status.: .loaded" } } */
/* { dg-final { scan-report "function.: .other., .line.: \[0-9\]+, .status.: .absent" } } */
/* { dg-final { scan-report "kind.: .profile.*renamed.: 2" } } */
/* { dg-final { scan-dump "90.0% .auto FDO" hwpgo-load } } */
