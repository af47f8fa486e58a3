/* One warning when most of a unit's samples are nowhere in its code; each
   function has just enough to be loaded.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-warning "40 % of the samples that the profile has of this unit" "" { target *-*-* } 0 } */

/* PROFILE:
f:1000:100
 2: 400
 60: 600
g:1000:100
 2: 400
 60: 600
END PROFILE */

int
f (int x)
{
  return x + 1;
}

int
g (int x)
{
  return x + 2;
}

/* { dg-final { scan-report "kind.: .profile.*loaded.: 2.*coverage.: 0.400000" } } */
