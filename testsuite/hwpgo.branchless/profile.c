/* Of two equal branches the one that the profile calls unpredictable goes.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize" } */

static int data[64];

__attribute__ ((noipa)) static int
work (const int *a, int n, int k)
{
  int x = 1, y = 1;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > k)
        x = x * 3 + i;
      if (a[i] > 2 * k)
        y = y * 5 + i;
    }
  return x ^ y;
}

int
main (void)
{
  for (int i = 0; i < 64; i++)
    data[i] = i * 37 % 64;
  int x = 1, y = 1;
  for (int i = 0; i < 64; i++)
    {
      x = data[i] > 20 ? x * 3u + i : x;
      y = data[i] > 40 ? y * 5u + i : y;
    }
  return work (data, 64, 20) != (x ^ y);
}

/* PROFILE:
work:4000000:1000
 0: 1000
 3: 1000000
 5: 1000000
 6: 500000
 7: 1000000
 8: 500000
END PROFILE */
/* PROFILE MISPREDICTS:
work:480000:0
 5: 470000
 7: 10000
END PROFILE */

/* { dg-final { scan-opt-info "profile.c:14:\[0-9\]*: optimized: branch mispredicted in 47\.0% of 1000000 executions converted to 1 select" } } */
/* { dg-final { scan-opt-info-times "branch mispredicted" 1 } } */
