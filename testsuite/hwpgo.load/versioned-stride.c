/* A hot loop gets a copy for a step of 1, as with -fprofile-use.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-all-details" } */

void
scale (float *a, int n, int step)
{
  for (int i = 0; i < n; i++)
    a[i * step] = a[i * step] * 2 + 1;
}

/* PROFILE:
scale:4000000:1000
 2: 1000
 2.1: 4000000
 3: 4000000
 4: 1000
END PROFILE */

/* { dg-final { scan-dump {versioned this loop for when certain strides are 1} lversion } } */
