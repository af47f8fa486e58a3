/* Partial unrolling of insns: all but the first one in round 2.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Partial unrolling of insns.  */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -funroll-loops --param max-unroll-times=4 -fno-tree-vectorize" } */

int
f (int *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s = s * 3 + a[i];
  return s;
}

/* { dg-final { scan-copies 12 2 { 4 8 } } } */
