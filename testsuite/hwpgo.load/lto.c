/* Counts pass through a link with LTO.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -flto" } */

/* PROFILE:
main:1000:1
 2: 1
 4: 1000
 5: 1
count:100000:1000
 2: 1000
 4: 90000
 5: 1000
END PROFILE */

__attribute__ ((noinline)) int
count (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i & n;
  return s;
}

int
main (void)
{
  int s = 0;
  for (int i = 0; i < 1000; i++)
    s += count (i % 90);
  return s == 0;
}

/* { dg-final { scan-report "function.: .count.*status.: .loaded" } } */
