/* A vectorised loop and its epilogue.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O3 -g1" } */

void
f (int *restrict a, int *restrict b, int n)
{
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

/* { dg-final { scan-copies 10 1 { 2 9 } } } */
