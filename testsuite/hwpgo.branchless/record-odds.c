/* What looks for the best of many was a branch, and predicted, but its arm only
   moves registers, so that no place tells how often it ran: seldom, and not every
   other time.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

struct slice
{
  long sum;
  unsigned long from, to;
};

struct slice
largest (const int *a, unsigned long n)
{
  struct slice best = { 0, 0, 0 };
  long sum = 0;
  unsigned long from = 0;
  for (unsigned long i = 0; i < n; i++)
    {
      sum += a[i];
      if (sum <= 0)
        {
          sum = 0;
          from = i;
        }
      if (sum > best.sum)
        {
          best.sum = sum;
          best.from = from;
          best.to = i;
        }
    }
  return best;
}

/* PROFILE:
largest:9000000:10
 2: 10
 5: 1000000
 7: 1000000
 8: 1000000
 10: 40000
 11: 40000
 13: 1000000
 20: 10
END PROFILE */
/* PROFILE MISPREDICTS:
largest:3000:0
 8: 2000
 13: 1000
END PROFILE */

/* { dg-final { scan-opt-info {record-odds.c:28:[0-9]*: note: branch given the odds of what is rare} } } */
