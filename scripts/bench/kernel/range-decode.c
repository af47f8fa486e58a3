/* The bit decoder of an adaptive binary range coder.
   SPDX-License-Identifier: GPL-2.0-or-later

   G. N. N. Martin, "Range encoding", 1979; I. Pavlov, "LZMA specification",
   2015.  It decodes random bytes, which is as good as a coded file: each bit is
   as likely as the model says.
   
   Branch: unpredictable
   Train: 1 5
   Test: 2 60  */

#include "kernel.h"

enum
{
  N = 1 << 16,
  ONE = 1 << 11,
  CONTEXTS = 64
};

static uint64_t
decode (const uint8_t *in, size_t n, uint16_t (*model)[256])
{
  uint32_t range = UINT32_MAX, code = 0;
  const uint8_t *end = in + n;
  uint64_t digest = 0;
  unsigned context = 0;
  for (int i = 0; i < 4; i++)
    code = code << 8 | *in++;
  while (in + 8 < end)
    {
      uint16_t *probability = model[context];
      unsigned symbol = 1;
      do
        {
          uint16_t *p = &probability[symbol];
          if (range < 1u << 24)
            {
              range <<= 8;
              code = code << 8 | *in++;
            }
          uint32_t bound = (range >> 11) * *p;
          if (code < bound)
            {
              range = bound;
              *p += (ONE - *p) >> 5;
              symbol = symbol * 2;
            }
          else
            {
              range -= bound;
              code -= bound;
              *p -= *p >> 5;
              symbol = symbol * 2 + 1;
            }
        }
      while (symbol < 256);
      context = symbol % CONTEXTS;
      digest = digest_add (digest, symbol);
    }
  return digest;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint8_t in[N];
  static uint16_t model[CONTEXTS][256];
  uint64_t digest = 0;
  for (size_t t = 0; t < turns; t++)
    {
      for (size_t i = 0; i < N; i++)
        in[i] = (uint8_t) random_next (&seed);
      for (size_t i = 0; i < CONTEXTS; i++)
        for (size_t j = 0; j < 256; j++)
          model[i][j] = ONE / 2;
      digest = digest_add (digest, decode (in, N, model));
    }
  return digest;
}
