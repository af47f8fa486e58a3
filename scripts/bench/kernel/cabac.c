/* The decoder of context-adaptive binary arithmetic codes.
   SPDX-License-Identifier: GPL-2.0-or-later

   D. Marpe, H. Schwarz, T. Wiegand, "Context-based adaptive binary arithmetic
   coding in the H.264/AVC video compression standard", IEEE Transactions on
   Circuits and Systems for Video Technology 13, 2003.  The tables are computed
   from the model of that paper: 64 probabilities, each 0.949 of the one before.
   
   Branch: unpredictable
   Train: 1 3
   Test: 2 40  */

#include "kernel.h"

enum
{
  N = 1 << 16,
  CONTEXTS = 128,
  STATES = 64
};

static uint8_t range_lps[STATES][4], next_lps[STATES], next_mps[STATES];

static void
make_tables (void)
{
  double p = 0.5;
  for (int s = 0; s < STATES; s++, p *= 0.949)
    {
      for (int q = 0; q < 4; q++)
        range_lps[s][q] = (uint8_t) ((256 + 64 * q + 32) * p + 6);
      next_mps[s] = (uint8_t) (s < STATES - 2 ? s + 1 : s);
      next_lps[s] = (uint8_t) (s * 13 / 16);
    }
}

struct context
{
  uint8_t state, mps;
};

static uint64_t
decode (const uint8_t *in, size_t bits, struct context *contexts)
{
  uint32_t range = 510, offset = 0, digest = 0;
  unsigned last = 0;
  size_t at = 0;
  for (; at < 9; at++)
    offset = offset << 1 | (in[at >> 3] >> (7 - (at & 7)) & 1);
  offset %= range;
  while (at < bits)
    {
      struct context *c = &contexts[last & (CONTEXTS - 1)];
      unsigned state = c->state, bin = c->mps;
      uint32_t lps = range_lps[state][range >> 6 & 3];
      range -= lps;
      if (offset < range)
        c->state = next_mps[state];
      else
        {
          offset -= range;
          range = lps;
          bin ^= 1;
          if (state == 0)
            c->mps ^= 1;
          c->state = next_lps[state];
        }
      if (range < 256)
        {
          int shift = __builtin_clz (range) - 23;
          range <<= shift;
          for (int i = 0; i < shift; i++, at++)
            offset = offset << 1 | (in[at >> 3] >> (7 - (at & 7)) & 1);
        }
      last = last * 2 + bin;
      digest = digest * 31 + bin;
    }
  return digest;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint8_t in[N + 16];
  uint64_t digest = 0;
  make_tables ();
  for (size_t t = 0; t < turns; t++)
    {
      struct context contexts[CONTEXTS] = { { 0, 0 } };
      for (size_t i = 0; i < N; i++)
        in[i] = (uint8_t) random_next (&seed);
      digest = digest_add (digest, decode (in, N * 8, contexts));
    }
  return digest;
}
