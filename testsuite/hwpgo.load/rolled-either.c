/* A loop whose turns go either way at several branches, which the processor knows by
   heart, is not unrolled: each copy would have to be learnt for itself.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-all-details -fdump-rtl-all-details" } */

int
best_pair (const char *s, const int *left, const int *right, int n, char with)
{
  int best = 0;
  for (int k = 0; k < n; k++)
    {
      int pairs;
      switch (s[k])
        {
        case 'A':
          pairs = with == 'U';
          break;
        case 'C':
          pairs = with == 'G';
          break;
        case 'G':
          pairs = with == 'C' || with == 'U';
          break;
        default:
          pairs = with == 'A' || with == 'G';
        }
      if (pairs && left[k] + right[k * 3] > best)
        best = left[k] + right[k * 3];
    }
  return best;
}

/* One that goes either way.  */
int
sum_over (const int *a, int n, int limit)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (a[i] >= limit)
      sum += a[i * 2] / 3;
  return sum;
}

/* PROFILE:
best_pair:16093704:15284
 1: 15245
 2: 15245
 3: 15245
 3.514: 15245
 3.1026: 2565183
 3.32257: 2565183
 6: 2564440
 9.32256: 497664
 10.32256: 497664
 12.32256: 785461
 13.32256: 785461
 15: 945454
 16: 945454
 18: 335544
 20.1: 965797
 20.1536: 497664
 20.2048: 1280839
 20.2560: 785461
 23: 0
 24: 15455
sum_over:6996950:1159
 1: 1171
 2: 1171
 3: 1171
 3.514: 1171
 3.1026: 1997172
 3.32257: 1997172
 4: 1997822
 5: 999282
 6: 0
 7: 818
END PROFILE */

/* PROFILE MISPREDICTS:
sum_over:2014:0
 1: 0
 2: 0
 3.1026: 1001
 4: 1013
 5: 0
 7: 0
best_pair:685:0
 1: 0
 2: 0
 3.1026: 13
 6: 485
 15: 0
 16: 0
 18: 0
 20.1: 0
 20.1536: 50
 20.2048: 97
 20.2560: 40
 24: 0
END PROFILE */

/* { dg-final { scan-dump-times "rolled-either.c:39:\[0-9\]+: optimized: loop unrolled" 1 loop2_unroll } } */
/* { dg-final { scan-dump-times "loop unrolled \[0-9\]+ times" 1 loop2_unroll } } */
/* { dg-final { scan-dump "rolled-either.c:\[0-9\]+:\[0-9\]+: note: *loop not unrolled: branches of its turns go either way" hwpgo-rolled-loops } } */
