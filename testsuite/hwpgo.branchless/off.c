/* Nothing is converted with branchless=off.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless branchless=off" } */

int
half (int a, int b, int c)
{
  if (c < 5)
    a = b * 3;
  return a;
}

/* { dg-final { scan-opt-info-not "branch mispredicted" } } */
