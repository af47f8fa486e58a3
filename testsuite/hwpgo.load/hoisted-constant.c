/* GCC sets a constant above the branch that decides over it, so that its place
   has the count of the branch.  That is no count of the arm where the branch was
   mispredicted.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-details" } */

int
clamp (int x)
{
  int y = x / 16384;
  if (y < -6144)
    y = -6144;
  return y * 31;
}

int
bound (int x)
{
  int y = x / 16384;
  if (y < -6144)
    y = -6144;
  return y * 31;
}

/* PROFILE:
clamp:4000000:1000000
 2: 1000000
 3: 1000000
 4: 1000000
 5: 1000000
bound:4000000:1000000
 2: 1000000
 3: 1000000
 4: 999000
 5: 1000000
END PROFILE */
/* PROFILE MISPREDICTS:
clamp:800:0
 3: 800
bound:800:0
 3: 800
END PROFILE */

/* { dg-final { scan-dump-times "measured \[0-9\]+ by what was moved, else 0" 1 hwpgo-load } } */
