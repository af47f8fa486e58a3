/* Hoare's partition: where each of its scans ends is a coin, so some of their turns are
   made at once.  Both wait for what they found before, beside each other.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

extern void abort (void);

__attribute__ ((noipa)) long
partition (int *a, long n, int pivot)
{
  int *low = a, *high = a + n;
  for (;;)
    {
      while (*low < pivot)
        low++;
      do
        high--;
      while (pivot < *high);
      if (low >= high)
        return low - a;
      int t = *low;
      *low = *high;
      *high = t;
      low++;
    }
}

/* A search that goes on for long: most of its turns would be made as before, */
__attribute__ ((noipa)) int
far (const int *a, int key)
{
  int n = 0;
  while (a[n] != key)
    n++;
  return n;
}

/* and one of which the end is known, as a rule.  */
__attribute__ ((noipa)) int
known (const int *a, int key)
{
  int n = 0;
  while (a[n] != key)
    n++;
  return n;
}

int
main (void)
{
  int a[301];
  unsigned seed = 1;
  for (int n = 2; n <= 300; n++)
    {
      unsigned sum = 0;
      for (int i = 0; i < n; i++)
        {
          seed = seed * 1103515245 + 12345;
          a[i] = seed >> 20 & 255;
          sum += a[i];
        }
      int pivot = a[0] = a[n - 1] = a[n / 2];
      sum = 0;
      for (int i = 0; i < n; i++)
        sum += a[i];
      long cut = partition (a, n, pivot);
      for (int i = 0; i < n; i++)
        {
          if (i < cut ? a[i] > pivot : a[i] < pivot)
            abort ();
          sum -= a[i];
        }
      a[n] = -1;
      if (sum != 0 || far (a, -1) != n || known (a, -1) != n)
        abort ();
    }
  return 0;
}

/* PROFILE:
partition:30000000:100000
 2: 100000
 5: 2400000
 6: 1400000
 8: 2400000
 9: 2400000
 10: 1000000
 11: 100000
 12: 900000
 13: 900000
 14: 900000
 15: 900000
far:30000000:1000000
 2: 1000000
 3: 1000000
 3.1: 9000000
 4: 8000000
 5: 1000000
known:30000000:1000000
 2: 1000000
 3: 1000000
 3.1: 2400000
 4: 1400000
 5: 1000000
END PROFILE */

/* PROFILE MISPREDICTS:
partition:1600000:0
 5: 800000
 9: 800000
far:900000:0
 3: 900000
 3.1: 900000
known:300000:0
 3: 300000
 3.1: 300000
END PROFILE */

/* { dg-final { scan-opt-info "ahead-partition.c:15:\[0-9\]*: optimized: .* turns of its loop made at once" } } */
/* { dg-final { scan-opt-info "ahead-partition.c:19:\[0-9\]*: optimized: .* turns of its loop made at once" } } */
/* { dg-final { scan-opt-info-times "ahead-partition.c:(34|44):\[0-9\]*: optimized: .* turns of its loop made at once" 0 } } */
/* { dg-final { scan-opt-info "ahead-partition.c:34:\[0-9\]*: missed: .* one of its ways leaves the loop" } } */
/* { dg-final { scan-opt-info "ahead-partition.c:44:\[0-9\]*: missed: .* one of its ways leaves the loop" } } */
