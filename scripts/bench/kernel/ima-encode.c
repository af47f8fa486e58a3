/* Adaptive differential pulse code modulation, the encoder.
   SPDX-License-Identifier: GPL-2.0-or-later

   Interactive Multimedia Association, "Recommended Practices for Enhancing
   Digital Audio Compatibility in Multimedia Systems", 1992.
   
   Branch: unpredictable
   Train: 1 8
   Test: 2 100  */

#include "kernel.h"

enum
{
  N = 1 << 17,
  STEPS = 89
};

static const int8_t index_change[8] = { -1, -1, -1, -1, 2, 4, 6, 8 };
static int step_size[STEPS];

static void
encode (const int16_t *in, uint8_t *out)
{
  int predicted = 0, index = 0;
  for (size_t i = 0; i < N; i++)
    {
      int step = step_size[index], code = 0;
      int difference = in[i] - predicted;
      if (difference < 0)
        {
          code = 8;
          difference = -difference;
        }
      int change = step >> 3;
      if (difference >= step)
        {
          code |= 4;
          difference -= step;
          change += step;
        }
      step >>= 1;
      if (difference >= step)
        {
          code |= 2;
          difference -= step;
          change += step;
        }
      step >>= 1;
      if (difference >= step)
        {
          code |= 1;
          change += step;
        }
      if (code & 8)
        predicted -= change;
      else
        predicted += change;
      if (predicted > 32767)
        predicted = 32767;
      else if (predicted < -32768)
        predicted = -32768;
      index += index_change[code & 7];
      if (index < 0)
        index = 0;
      if (index > STEPS - 1)
        index = STEPS - 1;
      out[i] = (uint8_t) code;
    }
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static int16_t in[N];
  static uint8_t out[N];
  uint64_t digest = 0;
  int level = 0;
  double size = 7;
  for (int i = 0; i < STEPS; i++, size *= 1.1)
    step_size[i] = (int) size;
  for (size_t i = 0; i < N; i++)
    {
      level += (int) (random_next (&seed) % 4001) - 2000 - level / 16;
      in[i] = (int16_t) level;
    }
  for (size_t t = 0; t < turns; t++)
    {
      encode (in, out);
      for (size_t i = t % 64; i < N; i += 64)
        digest = digest_add (digest, out[i]);
    }
  return digest;
}
