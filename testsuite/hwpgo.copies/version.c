/* The versions of a loop for a stride of 1 and for others.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fversion-loops-for-strides -fno-tree-vectorize" } */

void
f (double *a, double *b, int n, long stride)
{
  for (int i = 0; i < n; i++)
    a[i * stride] += b[i * stride] * 3;
}

/* { dg-final { scan-copies 10 1 2 } } */
