/* Of two sorted lists one: what it loads from the place that is selected has to
   wait for that, but the next turn waits for the place alone.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

typedef struct
{
  unsigned exponent;
  int coefficient;
} term;

unsigned long
add (term *sum, const term *p, unsigned long np, const term *q,
     unsigned long nq)
{
  unsigned long i = 0, j = 0, n = 0;
  while (i < np && j < nq)
    {
      if (p[i].exponent < q[j].exponent)
        sum[n++] = p[i++];
      else if (p[i].exponent > q[j].exponent)
        sum[n++] = q[j++];
      else
        {
          int c = p[i].coefficient + q[j].coefficient;
          if (c != 0)
            {
              sum[n].exponent = p[i].exponent;
              sum[n].coefficient = c;
              n++;
            }
          i++;
          j++;
        }
    }
  return n;
}

/* PROFILE:
add:43000000:1
 3: 1
 4: 4330001
 6: 4330000
 7: 1710000
 8: 2620000
 9: 1750000
 12: 870000
 13: 870000
 15: 760000
 16: 760000
 17: 760000
 19: 870000
 20: 870000
 23: 1
END PROFILE */

/* PROFILE MISPREDICTS:
add:2066000:1
 6: 1240000
 8: 730000
 13: 96000
END PROFILE */

/* { dg-final { scan-opt-info {late-loads-path.c:20:\d+: optimized: .*converted to 5 selects} } } */
