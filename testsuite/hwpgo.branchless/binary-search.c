/* Both ways lead back to the head of the loop.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

static int table[100];

__attribute__ ((noipa)) static int
search (const int *a, int n, int key)
{
  int lo = 0, hi = n;
  while (lo < hi)
    {
      int mid = lo + (hi - lo) / 2;
      if (a[mid] < key)
        lo = mid + 1;
      else
        hi = mid;
    }
  return lo;
}

int
main (void)
{
  for (int i = 0; i < 100; i++)
    table[i] = i * 3;
  for (int key = -2; key < 305; key++)
    {
      int want = 0;
      while (want < 100 && table[want] < key)
        want++;
      if (search (table, 100, key) != want)
        return 1;
    }
  return 0;
}

/* { dg-final { scan-opt-info "converted to 2 selects" } } */
