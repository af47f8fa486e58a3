/* Local alignment of two sequences, with the way back.
   SPDX-License-Identifier: GPL-2.0-or-later

   T. F. Smith, M. S. Waterman, "Identification of common molecular
   subsequences", Journal of Molecular Biology 147, 1981; O. Gotoh, 1982.
   
   Branch: unpredictable
   Train: 1 20
   Test: 2 300  */

#include "kernel.h"

enum
{
  N = 400,
  MATCH = 2,
  MISMATCH = -1,
  GAP = -1
};

enum direction
{
  STOP,
  DIAGONAL,
  UP,
  LEFT
};

static uint8_t way[N + 1][N + 1];

static int
align (const uint8_t *a, const uint8_t *b, size_t *row, size_t *column)
{
  int score[N + 1] = { 0 }, best = 0;
  for (size_t i = 1; i <= N; i++)
    {
      int diagonal = 0;
      for (size_t j = 1; j <= N; j++)
        {
          int s = 0;
          uint8_t d = STOP;
          int other = diagonal + (a[i - 1] == b[j - 1] ? MATCH : MISMATCH);
          if (other > s)
            {
              s = other;
              d = DIAGONAL;
            }
          other = score[j] + GAP;
          if (other > s)
            {
              s = other;
              d = UP;
            }
          other = score[j - 1] + GAP;
          if (other > s)
            {
              s = other;
              d = LEFT;
            }
          diagonal = score[j];
          score[j] = s;
          way[i][j] = d;
          if (s > best)
            {
              best = s;
              *row = i;
              *column = j;
            }
        }
    }
  return best;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  uint64_t digest = 0;
  for (size_t t = 0; t < turns; t++)
    {
      uint8_t a[N], b[N];
      size_t i = 0, j = 0;
      for (size_t k = 0; k < N; k++)
        {
          a[k] = random_next (&seed) & 3;
          b[k] = random_next (&seed) & 3;
        }
      digest = digest_add (digest, (uint64_t) align (a, b, &i, &j));
      while (way[i][j] != STOP)
        {
          digest = digest_add (digest, i);
          uint8_t d = way[i][j];
          i -= d != LEFT;
          j -= d != UP;
        }
    }
  return digest;
}
