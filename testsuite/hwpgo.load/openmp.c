/* What GCC makes of a parallel region is a function without a line of its own in
   the debug information, so the profile counts its lines from the file's first.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fopenmp -fno-tree-vectorize -fplugin-arg-hwpgo-rematch=off" } */

double
above (const double *a, int n, double limit)
{
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    {
      if (a[i] > limit)
        sum += a[i];
    }
  return sum;
}

/* PROFILE:
above._omp_fn.0:5000000:1000
 11: 1000 omp_get_thread_num:1000 omp_get_num_threads:1000
 11.1: 1000
 11.3: 1000
 14: 2000000
 15: 100000
above:2000:1000
 4: 1000 GOMP_parallel:1000
 9: 1000
END PROFILE */

/* { dg-final { scan-report "function.: .above._omp_fn.0., .*status.: .loaded" } } */
/* { dg-final { scan-report-not "mismatch.: 1" } } */
