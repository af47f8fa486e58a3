/* The numbers of the cost model can be set.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vectorize" } */
/* { dg-hwpgo-options "select-cost=mispredict_penalty:0.5,margin:2" } */

int
f (const int *a, int n, int limit)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (a[i] < limit)
      sum += a[i] * 3;
  return sum;
}

/* PROFILE:
f:2500000:1
 2: 1
 3: 1
 3.2: 1000000
 4: 1000000
 5: 500000
 6: 1
END PROFILE */

/* PROFILE MISPREDICTS:
f:470000:1
 4: 470000
END PROFILE */

/* { dg-final { scan-opt-info "not converted: the select would cost more than the mispredicts .cycles: saves 0.48" } } */
