/* With 'strict' a mismatch is an error.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "strict" } */

/* PROFILE:
f:1000:100
 52: 900
END PROFILE */

int
f (int x) /* { dg-error "does not match function f" } */
{
  return x + 1;
}
