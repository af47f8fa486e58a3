/* The Viterbi decoder of a convolutional code of length 7.
   SPDX-License-Identifier: GPL-2.0-or-later

   A. J. Viterbi, "Error bounds for convolutional codes and an asymptotically
   optimum decoding algorithm", IEEE Transactions on Information Theory 13, 1967.
   
   Branch: unpredictable
   Train: 1 40
   Test: 2 500  */

#include "kernel.h"

enum
{
  STATES = 64,
  BITS = 2000
};

/* What the encoder sends for each state and bit: the code 171, 133.  */
static uint8_t sent[STATES * 2];

static void
make_table (void)
{
  for (unsigned i = 0; i < STATES * 2; i++)
    sent[i] = (uint8_t) (__builtin_parity (i & 0171) * 2
                         + __builtin_parity (i & 0133));
}

static unsigned
distance (unsigned expected, const uint8_t *soft)
{
  unsigned a = expected & 2 ? 255u - soft[0] : soft[0];
  unsigned b = expected & 1 ? 255u - soft[1] : soft[1];
  return a + b;
}

static uint64_t
decode (const uint8_t (*soft)[2], uint8_t (*decisions)[STATES])
{
  uint32_t metric[STATES] = { 0 }, next[STATES];
  for (size_t t = 0; t < BITS; t++)
    {
      unsigned cost[4];
      for (unsigned e = 0; e < 4; e++)
        cost[e] = distance (e, soft[t]);
      for (unsigned s = 0; s < STATES; s++)
        {
          unsigned from = s >> 1;
          uint32_t a = metric[from] + cost[sent[s]];
          uint32_t b = metric[from + STATES / 2] + cost[sent[s + STATES]];
          if (a <= b)
            {
              next[s] = a;
              decisions[t][s] = 0;
            }
          else
            {
              next[s] = b;
              decisions[t][s] = 1;
            }
        }
      memcpy (metric, next, sizeof metric);
    }
  uint64_t digest = metric[0];
  unsigned state = 0;
  for (size_t t = BITS; t-- > 0;)
    {
      digest = digest_add (digest, state & 1);
      state = state >> 1 | (unsigned) decisions[t][state] << 5;
    }
  return digest;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint8_t soft[BITS][2], decisions[BITS][STATES];
  uint64_t digest = 0;
  make_table ();
  for (size_t t = 0; t < turns; t++)
    {
      unsigned state = 0;
      for (size_t i = 0; i < BITS; i++)
        {
          uint64_t r = random_next (&seed);
          state = (state << 1 | (r & 1)) & (STATES * 2 - 1);
          soft[i][0] = (uint8_t) ((sent[state] & 2 ? 160 : 30) + (r >> 8) % 64);
          soft[i][1] = (uint8_t) ((sent[state] & 1 ? 160 : 30) + (r >> 16) % 64);
        }
      digest = digest_add (digest, decode (soft, decisions));
    }
  return digest;
}
