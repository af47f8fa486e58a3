/* What the command line says stays.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-unswitch-loops -fdump-tree-all-details" } */

extern void use (int), drop (int);

void
each (const int *a, int n, int all)
{
  for (int i = 0; i < n; i++)
    if (all)
      use (a[i]);
    else
      drop (a[i]);
}

/* PROFILE:
each:4000000:10
 0: 10
 2: 2000000
 3: 2000000
 4: 1000000
 6: 1000000
 7: 10
END PROFILE */

/* { dg-final { scan-opt-info-not {nswitching loop} } } */
