/* Without optimisation nothing is loaded, and nothing breaks.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O0" } */

/* PROFILE:
f:1000:100
 52: 900
END PROFILE */

int
f (int x)
{
  return x + 1;
}

/* { dg-final { scan-report-not "status" } } */
