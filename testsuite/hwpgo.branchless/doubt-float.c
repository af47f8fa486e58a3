/* The profiled program chose one of two values in floating point with masks, so
   that the place of the first was there each time, and that of the other never.
   This is no branch that always goes one way.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize" } */

void
fluxes (double *flux, const double *left, const double *right, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      double u = left[i] + right[i] > 0 ? left[i] : right[i];
      flux[i] = u * u / 2;
    }
}

/* PROFILE:
fluxes:5000000:1000
 2: 1000
 2.1: 1000000
 2.2: 1000000
 4: 1000000
 4.1: 1000000
 5: 1000000
 7: 1000
END PROFILE */

/* { dg-final { scan-opt-info {doubt-float.c:13:[0-9]*: note: +branch given even odds} } } */
/* { dg-final { scan-assembler {\tandn?pd} } } */
