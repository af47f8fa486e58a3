/* A turn loads from beside the place that the one before may have stored to: from
   where a table says, or, in the loop that is unrolled, at a constant distance.  A
   select of the place would make the turns wait for each other, through memory.
   SPDX-License-Identifier: GPL-2.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

enum
{
  STRIDE = 642
};

unsigned long
nearer (unsigned short *d)
{
  static const int offset[4] = { STRIDE + 1, STRIDE, STRIDE - 1, 1 };
  static const int cost[4] = { 4, 3, 4, 3 };
  unsigned long changed = 0;
  for (unsigned long y = 400; y > 0; y--)
    for (unsigned long x = 640; x > 0; x--)
      {
        unsigned short *p = d + y * STRIDE + x;
        int best = *p;
        for (int k = 0; k < 4; k++)
          if (p[offset[k]] + cost[k] < best)
            best = p[offset[k]] + cost[k];
        if (best < *p)
          {
            *p = (unsigned short) best;
            changed++;
          }
      }
  return changed;
}

/* PROFILE:
nearer:40000000:1
 4: 1
 5: 400
 6: 640000
 8: 640000
 9: 640000
 10: 3200000
 11: 2560000
 12: 400000
 13: 640000
 15: 200000
 16: 200000
 19: 1
END PROFILE */
/* PROFILE MISPREDICTS:
nearer:134400:0
 13: 134400
END PROFILE */

/* { dg-final { scan-report "line.: 27, .*converted.: .no.*the select would cost more" } } */
/* { dg-final { scan-report-not "line.: 27, .*converted.: .yes" } } */
