/* Both ways of a branch end with a tail of their own, and these with code that they
   have in common: that is of one of the two, and its place says nothing of their order.
   What the profile has of the two ways is of those, and not of each other.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <stddef.h>
#include <stdint.h>

static inline uint64_t
random_next (uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static inline uint64_t
digest_add (uint64_t digest, uint64_t value)
{
  return (digest ^ value) * 0x100000001b3u;
}

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

uint64_t
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

/* PROFILE:
kernel:48231956:0
 1: 0
 2: 0
 3.1: 0
 3.2: 0
 6: 49
 7: 0
 7.1: 7141
 7.2: 7141
 9: 7140
 10: 7140
 12: 49
 13: 23
 13.1: 9430
 15: 9407
 16: 9407
 17: 9407
 18: 9407
 22: 0
 65488: 0
 9.18: random_next:28560
  2: 7140
  3: 7140
  4: 7140
  5: 7140
 10.18: random_next:28560
  2: 7140
  3: 7140
  4: 7140
  5: 7140
 12.16: digest_add:23
  2: 23
 12.47: align:48089665
  2: 49
  3: 49
  3.1: 7702
  3.2: 7751
  5: 7655
  6: 7655
  6.2: 1587471
  6.32513: 24846
  6.32514: 24846
  6.32769: 1587516
  6.65537: 1587471
  6.1015810: 1587516
  8: 1587509
  8.1015808: 1587516
  9: 1587509
  9.1015808: 1587516
  10.191: 24846
  10.255: 32574
  10.32259: 24791
  10.32512: 24846
  10.32768: 1587509
  10.32771: 1587509
  10.65536: 1587516
  10.65539: 1587516
  11.32512: 24791
  11.32768: 1587509
  11.65536: 1587516
  14: 24791
  16.32512: 24717
  16.32768: 1564225
  16.65536: 1587477
  16.1015808: 23243
  17.191: 24717
  17.255: 24717
  17.32512: 24717
  17.98304: 1564225
  17.131072: 23243
  17.163840: 1587477
  22.32512: 24682
  22.98304: 1564225
  22.131072: 23243
  22.163840: 1587477
  23.32512: 24682
  23.98304: 1564225
  23.131072: 23243
  23.163840: 1587477
  26: 5044
  28.32256: 3174945
  29.32512: 24846
  29.98304: 1564225
  29.131072: 23243
  29.163840: 1587477
  30.32512: 24846
  30.98304: 1564225
  30.131072: 23243
  30.163840: 1587477
  31.32512: 24846
  31.98304: 1564225
  31.131072: 23243
  31.163840: 1587477
 15.20: digest_add:9407
  2: 9407
END PROFILE */

/* PROFILE MISPREDICTS:
kernel:58549:0
 1: 0
 2: 0
 3.1: 0
 3.2: 1
 6: 0
 7: 0
 7.2: 6
 12: 0
 13.1: 22
 17: 0
 18: 0
 22: 0
 65488: 0
 9.18: random_next:0
 10.18: random_next:0
 12.16: digest_add:0
  2: 0
 12.47: align:58520
  2: 0
  3: 0
  3.1: 0
  3.2: 6
  5: 0
  6: 0
  6.2: 6389
  6.32258: 6
  8: 0
  9: 0
  10.255: 63
  11.32256: 175
  11.32768: 16189
  11.65536: 15937
  14: 0
  17.98304: 391000
  17.163840: 397000
  23.98304: 136000
  23.163840: 138000
  26: 0
  31.32256: 42
  31.98304: 2162
  31.163840: 2224
 15.20: digest_add:0
  2: 0
END PROFILE */

/* { dg-final { scan-opt-info {common-tail.c:56:\d+: note: round 2: probability of .* to (9\d|100) %, of 15} } } */
/* { dg-final { scan-opt-info-not {common-tail.c:56:\d+: note: round 2: probability of .* to \d %, of 15} } } */
