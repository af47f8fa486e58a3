/* Where a profile was loaded, what both ways of a merge do next is copied into
   both, so that neither jumps there.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fdump-tree-split-paths-details" } */

void
merge (int *restrict to, const int *a, const int *b, unsigned long n,
       unsigned long m)
{
  unsigned long i = 0, j = 0, k = 0;
  while (i < n && j < m)
    if (a[i] <= b[j])
      to[k++] = a[i++];
    else
      to[k++] = b[j++];
}

/* PROFILE:
merge:8000000:10
 0: 10
 3: 10
 4: 2000000
 5: 2000000
 6: 1000000
 8: 1000000
 9: 10
END PROFILE */

/* { dg-final { scan-dump {Duplicating join block|appears to be a join point} split-paths } } */
