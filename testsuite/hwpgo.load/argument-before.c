/* A value that is set in front of a branch, and stays where that is not taken, is
   an argument of the PHI behind it.  Its place runs as often as the branch does,
   and says nothing of that way, so that the other one is not one that never ran.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

int
f (const int *a, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      int way = 0;
      int x = a[i] * 3;
      if (x > sum)
        way = 7;
      sum = sum / 3 + way;
    }
  return sum;
}

/* The place of the other way has no code.  */
/* PROFILE:
f:5000000:10
 2: 10
 3: 10
 3.1: 1000000
 3.2: 1000010
 5: 1000000
 6: 1000000
 7: 1000000
 9: 1000000
 11: 10
END PROFILE */

/* { dg-final { scan-dump {;; block \d+ inferred 512\d{6}\n} hwpgo-load } } */
