/* Error diffusion to black and white.
   SPDX-License-Identifier: GPL-2.0-or-later

   R. W. Floyd, L. Steinberg, "An adaptive algorithm for spatial greyscale",
   Proceedings of the Society of Information Display 17, 1976.
   
   Branch: unpredictable
   Train: 1 80
   Test: 2 1000  */

#include "kernel.h"

enum
{
  WIDTH = 512,
  HEIGHT = 128
};

static void
dither (const uint8_t (*image)[WIDTH], uint8_t (*out)[WIDTH])
{
  int rows[2][WIDTH + 2] = { { 0 } };
  for (size_t y = 0; y < HEIGHT; y++)
    {
      int *now = rows[y & 1] + 1, *below = rows[~y & 1] + 1;
      memset (rows[~y & 1], 0, sizeof rows[0]);
      for (size_t x = 0; x < WIDTH; x++)
        {
          int value = image[y][x] + now[x] / 16, error;
          if (value > 127)
            {
              out[y][x] = 1;
              error = value - 255;
            }
          else
            {
              out[y][x] = 0;
              error = value;
            }
          now[x + 1] += error * 7;
          below[(long) x - 1] += error * 3;
          below[x] += error * 5;
          below[x + 1] += error;
        }
    }
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint8_t image[HEIGHT][WIDTH], out[HEIGHT][WIDTH];
  uint64_t digest = 0;
  for (size_t t = 0; t < turns; t++)
    {
      /* Another image each time: a core learns one by heart.  */
      for (size_t y = 0; y < HEIGHT; y++)
        for (size_t x = 0; x < WIDTH; x += 8)
          {
            uint64_t bytes = random_next (&seed);
            for (size_t i = 0; i < 8; i++)
              image[y][x + i] = (uint8_t) (60 + (bytes >> 8 * i) % 128);
          }
      dither (image, out);
      for (size_t x = t % 16; x < WIDTH; x += 16)
        digest = digest_add (digest, out[HEIGHT - 1 - t % 8][x]);
    }
  return digest;
}
