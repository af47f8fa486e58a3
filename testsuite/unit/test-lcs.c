/* Longest common subsequences.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "plugin/lcs.h"
#include "testsuite/unit/unit.h"

/* What hwpgo_lcs finds, checked to be a common subsequence.  */
static size_t
found (const uint32_t *a, size_t n, const uint32_t *b, size_t m, size_t max)
{
  struct hwpgo_lcs_pair *pairs;
  size_t n_pairs;
  CHECK (hwpgo_lcs (a, n, b, m, max, &pairs, &n_pairs) == 0);
  for (size_t p = 0; p < n_pairs; p++)
    {
      CHECK (pairs[p].i < n && pairs[p].k < m);
      CHECK (a[pairs[p].i] == b[pairs[p].k]);
      CHECK (p == 0
             || (pairs[p - 1].i < pairs[p].i && pairs[p - 1].k < pairs[p].k));
    }
  free (pairs);
  return n_pairs;
}

/* The length, by the textbook's table.  */
static size_t
longest (const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
  static size_t table[65][65];
  for (size_t i = 0; i <= n; i++)
    for (size_t k = 0; k <= m; k++)
      table[i][k] = i == 0 || k == 0       ? 0
                    : a[i - 1] == b[k - 1] ? table[i - 1][k - 1] + 1
                    : table[i - 1][k] > table[i][k - 1] ? table[i - 1][k]
                                                        : table[i][k - 1];
  return table[n][m];
}

static void
small_ones (void)
{
  const uint32_t abcabba[] = { 1, 2, 3, 1, 2, 2, 1 };
  const uint32_t cbabac[] = { 3, 2, 1, 2, 1, 3 };
  CHECK_U64 (found (abcabba, 7, cbabac, 6, 100), 4);
  CHECK_U64 (found (abcabba, 7, abcabba, 7, 100), 7);
  CHECK_U64 (found (abcabba, 7, cbabac, 0, 100), 0);
  CHECK_U64 (found (abcabba, 0, cbabac, 6, 100), 0);
  CHECK_U64 (found (NULL, 0, NULL, 0, 100), 0);
}

static void
as_long_as_the_table_says (void)
{
  uint32_t a[64], b[64], seed = 1;
  for (int round = 0; round < 2000; round++)
    {
      size_t n = (seed >> 8) % 64, m = (seed >> 16) % 64;
      uint32_t letters = 1 + (seed >> 24) % 9;
      for (size_t i = 0; i < 64; i++)
        {
          seed = seed * 1664525 + 1013904223;
          a[i] = (seed >> 10) % letters;
          b[i] = (seed >> 20) % letters;
        }
      CHECK_U64 (found (a, n, b, m, 200), longest (a, n, b, m));
      /* With a limit, still a common one.  */
      CHECK (found (a, n, b, m, round % 20) <= longest (a, n, b, m));
    }
}

/* Nothing in common, but for how it begins: the limit keeps the work small. */
static void
long_ones_are_bounded (void)
{
  size_t n = 1000000;
  uint32_t *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
  for (size_t i = 0; i < n; i++)
    {
      a[i] = (uint32_t) i;
      b[i] = i < 1000 ? a[i] : (uint32_t) (i + n);
    }
  CHECK_U64 (found (a, n, b, n, 500), 1000);
  free (a);
  free (b);
}

int
main (void)
{
  RUN (small_ones);
  RUN (as_long_as_the_table_says);
  RUN (long_ones_are_bounded);
  return UNIT_RESULT;
}
