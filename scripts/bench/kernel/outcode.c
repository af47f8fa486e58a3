/* On which sides of a window a point is.
   SPDX-License-Identifier: GPL-2.0-or-later

   D. Cohen, I. Sutherland, 1967; W. M. Newman, R. F. Sproull, "Principles of
   Interactive Computer Graphics", 1973.
   
   Branch: unpredictable
   Train: 1 20
   Test: 2 300  */

#include "kernel.h"

enum
{
  N = 1 << 17,
  LEFT = 1,
  RIGHT = 2,
  BELOW = 4,
  ABOVE = 8
};

struct point
{
  int x, y;
};

static unsigned
outcode (const struct point *p, int size)
{
  unsigned code = 0;
  if (p->x < -size)
    code |= LEFT;
  else if (p->x > size)
    code |= RIGHT;
  if (p->y < -size)
    code |= BELOW;
  else if (p->y > size)
    code |= ABOVE;
  return code;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static struct point points[N];
  uint64_t digest = 0;
  for (size_t i = 0; i < N; i++)
    {
      points[i].x = (int) (random_next (&seed) % 3000) - 1500;
      points[i].y = (int) (random_next (&seed) % 3000) - 1500;
    }
  for (size_t t = 0; t < turns; t++)
    {
      unsigned counts[16] = { 0 };
      for (size_t i = 0; i < N; i++)
        counts[outcode (&points[i], 500 + (int) (t % 100))]++;
      for (size_t i = 0; i < 16; i++)
        digest = digest_add (digest, counts[i]);
    }
  return digest;
}
