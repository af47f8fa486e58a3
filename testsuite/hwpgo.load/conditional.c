/* A conditional branch gets the ratio of its arms, the function its entries,
   and nothing is unbalanced.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fdump-ipa-all-blocks-details" } */

/* PROFILE:
f:2000:1000
 2: 1000
 3: 700
 5: 300
 6: 1000
END PROFILE */

volatile int g, h;

int
f (int x)
{
  if (x > 3)
    g++;
  else
    h++;
  return x;
}

/* The function starts in the line of its name, so the profile's lines are
   those from there.  */

/* { dg-final { scan-dump "block 2 measured \[0-9\]+ set" hwpgo-load } } */
/* { dg-final { scan-dump "bb 3\>; .70.00%" hwpgo-load } } */
/* { dg-final { scan-dump "bb 4\>; .30.00%" hwpgo-load } } */
/* { dg-final { scan-dump-not "Invalid sum" hwpgo-load } } */
/* { dg-final { scan-report "f., .line.: \[0-9\]+, .status.: .loaded.*coverage.: 1.000000.*entry.: 1000" } } */
/* { dg-final { scan-opt-info "profile of f loaded: entered 1000 times, 4 of 4 blocks" } } */
