/* An IMA ADPCM encoder: 16-bit samples to 4 bits each.
   SPDX-License-Identifier: GPL-2.0-or-later

   Written from "Recommended Practices for Enhancing Digital Audio
   Compatibility in Multimedia Systems" (IMA, 1992): the difference of each
   sample to its prediction is divided by an adaptive step, bit by bit.
   Whether a bit is set depends on the signal's noise, which is what makes
   its branches unpredictable.

   Usage: adpcm SEED SAMPLES  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const int16_t steps[89]
    = { 7,     8,     9,     10,    11,    12,    13,    14,    16,
        17,    19,    21,    23,    25,    28,    31,    34,    37,
        41,    45,    50,    55,    60,    66,    73,    80,    88,
        97,    107,   118,   130,   143,   157,   173,   190,   209,
        230,   253,   279,   307,   337,   371,   408,   449,   494,
        544,   598,   658,   724,   796,   876,   963,   1060,  1166,
        1282,  1411,  1552,  1707,  1878,  2066,  2272,  2499,  2749,
        3024,  3327,  3660,  4026,  4428,  4871,  5358,  5894,  6484,
        7132,  7845,  8630,  9493,  10442, 11487, 12635, 13899, 15289,
        16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767 };

static const int8_t index_changes[16]
    = { -1, -1, -1, -1, 2, 4, 6, 8, -1, -1, -1, -1, 2, 4, 6, 8 };

struct state
{
  int predicted; /* sample.  */
  int index;     /* into STEPS.  */
};

static void
encode (struct state *state, const int16_t *samples, size_t n, uint8_t *out)
{
  int predicted = state->predicted;
  int index = state->index;
  for (size_t i = 0; i < n; i++)
    {
      int step = steps[index];
      int difference = samples[i] - predicted;
      int code = 0;
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
      if (predicted > INT16_MAX)
        predicted = INT16_MAX;
      if (predicted < INT16_MIN)
        predicted = INT16_MIN;
      index += index_changes[code];
      if (index < 0)
        index = 0;
      if (index > 88)
        index = 88;
      out[i] = (uint8_t) code;
    }
  state->predicted = predicted;
  state->index = index;
}

static uint64_t
next_random (uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

/* Something like music: two triangle waves of drifting pitch, and noise.  */
static void
make_samples (int16_t *samples, size_t n, uint64_t seed)
{
  uint32_t phase1 = 0, phase2 = 0, pitch1 = 9000000, pitch2 = 31000000;
  for (size_t i = 0; i < n; i++)
    {
      if (i % 4096 == 0)
        {
          pitch1 = 5000000 + (uint32_t) (next_random (&seed) % 20000000);
          pitch2 = 20000000 + (uint32_t) (next_random (&seed) % 60000000);
        }
      phase1 += pitch1;
      phase2 += pitch2;
      int wave1 = abs ((int) (phase1 >> 17) - 16384) - 8192;
      int wave2 = abs ((int) (phase2 >> 18) - 8192) - 4096;
      int noise = (int) (next_random (&seed) % 512) - 256;
      samples[i] = (int16_t) (wave1 + wave2 + noise);
    }
}

int
main (int argc, char **argv)
{
  uint64_t seed = argc > 1 ? strtoull (argv[1], NULL, 10) : 1;
  size_t n = argc > 2 ? strtoull (argv[2], NULL, 10) : 1000000;
  enum { BLOCK = 65536 };
  int16_t *samples = malloc (BLOCK * sizeof *samples);
  uint8_t *codes = malloc (BLOCK);
  if (!samples || !codes)
    return 1;
  make_samples (samples, BLOCK, seed);
  struct state state = { 0, 0 };
  uint32_t check = 0;
  while (n)
    {
      size_t now = n < BLOCK ? n : BLOCK;
      encode (&state, samples, now, codes);
      for (size_t i = 0; i < now; i += 64)
        check = check * 31 + codes[i];
      n -= now;
    }
  printf ("%08x %d %d\n", check, state.predicted, state.index);
  free (samples);
  free (codes);
  return 0;
}
