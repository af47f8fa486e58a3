/* The vectoriser loads what two statements of the source do at once, with the
   place of the second.  The first one then has one copy, in what is left over of
   the loop, and that did not run as often as the profiled loop.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-require-gcc 12 } */
/* { dg-options "-O2 -ftree-vectorize -fvect-cost-model=dynamic -fdump-tree-all-details" } */

int
largest (const int *a, const int *end)
{
  int max1 = 0, max2 = 0;
  do
    {
      int x1 = *a++;
      int x2 = *a++;
      if (max1 < x1)
        max1 = x1;
      if (max2 < x2)
        max2 = x2;
    }
  while (a < end);
  return max1 < max2 ? max2 : max1;
}

/* PROFILE:
largest:200000000:1000
 5: 1000000
 6: 1000000
 7: 1000000
 8: 1000000
 9: 1000000
 10: 1000000
 12: 1000000
 13: 1000
 14: 1000
END PROFILE */

/* Counts are shifted by 10 bits.  */
/* { dg-final { scan-dump {at largest:5 runs 1024000000\n} hwpgo-round-1 } } */
/* { dg-final { scan-dump {at largest:6\.512 unknown\n} hwpgo-round-1 } } */
/* { dg-final { scan-dump-not {measured 1024000000 set} hwpgo-round-1 } } */
