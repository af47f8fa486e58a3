/* What two sequences have in common, in order: Myers' greedy algorithm.
   SPDX-License-Identifier: GPL-2.0-or-later

   In the grid of both sequences, diagonal K holds the points (x, y) with
   x - y = K.  With D differences the furthest point on each diagonal follows
   from those with D - 1 on the two beside it, and then along what is equal.
   Row D of the furthest points is kept, so that the way back is known.  */

#include "plugin/lcs.h"

#include <stdbool.h>
#include <stdlib.h>

#include "runtime/base/memory.h"

struct search
{
  const uint32_t *a, *b;
  size_t n, m;
  size_t *furthest; /* row d: d + 1 values of x, for diagonals -d, -d + 2, ...
                       d; it begins at d * (d + 1) / 2.  */
};

static size_t *
row_of (const struct search *s, size_t d)
{
  return s->furthest + d * (d + 1) / 2;
}

/* Whether diagonal number I of row D is best reached from the one above, by a
   symbol of B; from the one below it is by one of A.  */
static bool
from_above (const size_t *before, size_t d, size_t i)
{
  return i == 0 || (i < d && before[i - 1] < before[i]);
}

/* Fill row D.  True when the end of both is reached, at number *AT.  */
static bool
step (const struct search *s, size_t d, size_t *at)
{
  size_t *row = row_of (s, d);
  const size_t *before = d ? row_of (s, d - 1) : NULL;
  for (size_t i = 0; i <= d; i++)
    {
      size_t x = d == 0                      ? 0
                 : from_above (before, d, i) ? before[i]
                                             : before[i - 1] + 1;
      /* y = x - (2i - d); what is outside the grid stays where it is.  */
      size_t y = x + d - 2 * i;
      while (x < s->n && y < s->m && s->a[x] == s->b[y])
        x++, y++;
      row[i] = x;
      if (x >= s->n && y >= s->m)
        {
          *at = i;
          return true;
        }
    }
  return false;
}

/* The number in row D whose point is the furthest in the grid.  */
static size_t
most_promising (const struct search *s, size_t d)
{
  const size_t *row = row_of (s, d);
  size_t best = 0, most = 0;
  for (size_t i = 0; i <= d; i++)
    {
      size_t y = row[i] + d - 2 * i;
      if (row[i] <= s->n && y <= s->m && row[i] + y > most)
        {
          best = i;
          most = row[i] + y;
        }
    }
  return best;
}

/* Write the pairs on the way to number I of row D, last first.  */
static size_t
walk_back (const struct search *s, size_t d, size_t i,
           struct hwpgo_lcs_pair *pairs)
{
  size_t n = 0;
  for (;; d--)
    {
      size_t x = row_of (s, d)[i], y = x + d - 2 * i, start = 0;
      bool above = false;
      if (d)
        {
          const size_t *before = row_of (s, d - 1);
          above = from_above (before, d, i);
          start = above ? before[i] : before[i - 1] + 1;
        }
      while (x > start)
        pairs[n++] = (struct hwpgo_lcs_pair){ --x, --y };
      if (d == 0)
        return n;
      i = above ? i : i - 1;
    }
}

static void
reverse (struct hwpgo_lcs_pair *pairs, size_t n)
{
  for (size_t i = 0; i < n / 2; i++)
    {
      struct hwpgo_lcs_pair pair = pairs[i];
      pairs[i] = pairs[n - 1 - i];
      pairs[n - 1 - i] = pair;
    }
}

int
hwpgo_lcs (const uint32_t *a, size_t n, const uint32_t *b, size_t m,
           size_t max_differences, struct hwpgo_lcs_pair **pairs,
           size_t *n_pairs)
{
  struct search s = { .a = a, .b = b, .n = n, .m = m };
  size_t limit = n + m < max_differences ? n + m : max_differences;
  size_t d = 0, i = 0, capacity = 0;
  int ret = -HWPGO_E_NOMEM;
  bool done = false;
  *pairs = malloc ((n ? n : 1) * sizeof **pairs);
  *n_pairs = 0;
  if (!*pairs)
    return ret;
  for (; !done; d++)
    {
      if (!HWPGO_GROW (s.furthest, capacity, (d + 1) * (d + 2) / 2))
        goto out;
      done = step (&s, d, &i);
      if (!done && d == limit)
        {
          i = most_promising (&s, d);
          done = true;
        }
    }
  *n_pairs = walk_back (&s, d - 1, i, *pairs);
  reverse (*pairs, *n_pairs);
  ret = 0;
out:
  free (s.furthest);
  if (ret)
    {
      free (*pairs);
      *pairs = NULL;
    }
  return ret;
}
