/* What follows a branch that is seldom mispredicted, but would still cost more
   than the conditional move that GCC makes of it, is not copied: with a trace it
   would be a branch for good.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

struct point
{
  int x, y;
};

unsigned long
farthest (const struct point *track, unsigned long first, unsigned long last,
          long dx, long dy)
{
  struct point a = track[first];
  long greatest = 0;
  unsigned long found = first;
  for (unsigned long i = first + 1; i < last; i++)
    {
      long deviation = dx * (track[i].y - a.y) - dy * (track[i].x - a.x);
      if (deviation < 0)
        deviation = -deviation;
      if (deviation > greatest)
        {
          greatest = deviation;
          found = i;
        }
    }
  return found;
}

/* PROFILE:
farthest:5000000:1000
 2: 1000
 3: 1000
 4: 1000
 5: 1000
 5.1: 1000000
 7: 1000000
 8: 1000000
 9: 480000
 10: 1000000
 12: 100000
 13: 100000
 15: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
farthest:40000:0
 8: 20000
 10: 20000
END PROFILE */

/* { dg-final { scan-opt-info-not {copied for the way} } } */
