/* A function whose body is another one keeps GCC's own profile, and one
   warning tells; the others are loaded.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
changed:1000:100
 52: 900
 60: 100
same:100:100
 2: 100
END PROFILE */

volatile int g;

int
changed (int x) /* { dg-warning "does not match function changed: 0 % of its" } */
{
  if (x)
    g++;
  return x;
}

int
same (int x)
{
  return g + x;
}

/* { dg-final { scan-report "function.: .changed.*status.: .mismatch.*coverage.: 0.000000" } } */
/* { dg-final { scan-report "function.: .same.*status.: .loaded" } } */
/* { dg-final { scan-report "kind.: .profile.*loaded.: 1.*mismatch.: 1" } } */
/* { dg-final { scan-dump "count 1073741824 .estimated locally" hwpgo-load } } */
