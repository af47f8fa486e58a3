/* A sanitizer would see a load that the program does not make.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fsanitize=address" } */
/* { dg-hwpgo-options "force-branchless" } */

int global;

int
f (int c, int x)
{
  if (c > 5)
    x = global;
  return x;
}

/* { dg-final { scan-opt-info "not converted: a sanitizer would see a load of an arm" } } */
