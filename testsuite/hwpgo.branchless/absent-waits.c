/* What the profiled program had as a conditional move, though each turn of the
   loop then waits for what the last one chose: the guess that it mispredicts is
   not worth that.  The way to the condition is through a structure that is
   copied.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fdump-tree-optimized" } */

struct point
{
  int x, y;
};

static inline int
outside_p (struct point a, struct point b, struct point c)
{
  long bx = b.x - a.x, by = b.y - a.y, cx = c.x - a.x, cy = c.y - a.y;
  long cross = bx * cy - by * cx;
  if (cross != 0)
    return cross < 0;
  return cx * cx + cy * cy > bx * bx + by * by;
}

__attribute__ ((noipa)) unsigned long
next_corner (const struct point *points, unsigned long n, unsigned long at)
{
  unsigned long best = 0;
  for (unsigned long i = 0; i < n; i++)
    if (outside_p (points[at], points[best], points[i]))
      best = i;
  return best;
}

int
main (void)
{
  enum { N = 64 };
  static struct point points[N];
  for (int i = 0; i < N; i++)
    points[i] = (struct point){ i * 37 % N + 1, i * 23 % 41 + 1 };
  points[7] = (struct point){ 0, 0 };
  unsigned long corner = next_corner (points, N, 7);
  for (int i = 0; i < N; i++)
    if (outside_p (points[7], points[corner], points[i]))
      return 1;
  return 0;
}

/* PROFILE:
next_corner:9000000:1000
 2: 1000
 3: 1000000
 4: 1000000
 6: 1000
 4: outside_p:3000000
  2: 1000000
  3: 1000000
  4: 1000000
  6: 2000
END PROFILE */
/* PROFILE MISPREDICTS:
next_corner:1000:0
 3: 1000
END PROFILE */

/* { dg-final { scan-opt-info-not {absent-waits.c:29:.*converted to} } } */
/* { dg-final { scan-dump-not {best_[0-9]+ = .* \? } optimized } } */
