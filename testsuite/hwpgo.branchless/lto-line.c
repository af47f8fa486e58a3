/* The link, which sees no discriminators, converts the branch of the line that
   is unpredictable, and not the others.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -flto -fno-early-inlining" } */

/* PROFILE:
main:2:1
 2: 1
 3: 1
f:400000:1
 2: 1
 2.1: 100000
 3: 100000
 3.1: 100
 3.2: 100000
 3.3: 50000
END PROFILE */

/* PROFILE MISPREDICTS:
f:50000:0
 3.2: 50000
END PROFILE */

static int add (int s, int x) { return s + x * 3; }
static int flip (int t, int x) { return t ^ x; }

__attribute__ ((noinline)) int
f (const unsigned *a, int n, int s, int t)
{
  for (int i = 0; i < n; i++)
    { if (a[i] > 9) s = add (s, i); if (a[i] & 1) t = flip (t, i); }
  return s + t;
}

int
main (void)
{
  unsigned a[] = { 3, 10, 20, 7, 8, 11 };
  return f (a, 6, 0, 0) != 24 + 6;
}

/* { dg-final { scan-report-times {"kind": "branchless"} 1 } } */
/* { dg-final { scan-report {"kind": "branchless".*"converted": "yes"} } } */
