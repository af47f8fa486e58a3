/* Mispredicts that move to a second branch are saved once, when both are
   converted: together these cost more than that.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

struct outside { int x, y, distance; };

/* R. C. Prim's tree.  */
unsigned long
nearest (struct outside *rest, unsigned long *from, unsigned long left, int x,
         int y, unsigned long last)
{
  unsigned long nearest = 0;
  int least = __INT_MAX__;
  for (unsigned long i = 0; i < left; i++)
    {
      int dx = rest[i].x - x;
      int dy = rest[i].y - y;
      int distance = dx * dx + dy * dy;
      if (distance < rest[i].distance)
        {
          rest[i].distance = distance;
          from[i] = last;
        }
      if (rest[i].distance < least)
        {
          least = rest[i].distance;
          nearest = i;
        }
    }
  return nearest;
}

/* PROFILE:
nearest:12000000:2000
 3: 2000
 4: 2000
 5.1: 1000000
 5.2: 1000000
 7: 1000000
 8: 1000000
 9: 1000000
 10: 1000000
 12: 90000
 13: 90000
 15: 1000000
 17: 400000
 18: 400000
 21: 2000
END PROFILE */
/* PROFILE MISPREDICTS:
nearest:69000:0
 10: 60000
 15: 9000
END PROFILE */

/* { dg-final { scan-opt-info {moved-twice.c:21:.*not converted} } } */
/* { dg-final { scan-report-not "line.: (21|26), .*converted.: .yes" } } */
