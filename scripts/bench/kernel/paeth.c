/* The Paeth filter of a PNG image, undone.
   SPDX-License-Identifier: GPL-2.0-or-later

   A. W. Paeth, "Image File Compression Made Easy", Graphics Gems II, 1991; RFC
   2083, 6.6.
   
   Branch: unpredictable
   Train: 1 20
   Test: 2 200  */

#include "kernel.h"

enum
{
  WIDTH = 1024,
  HEIGHT = 64
};

static void
unfilter (uint8_t *row, const uint8_t *above, size_t n, size_t pixel)
{
  for (size_t i = pixel; i < n; i++)
    {
      int a = row[i - pixel], b = above[i], c = above[i - pixel];
      int pa = abs (b - c), pb = abs (a - c), pc = abs (a + b - 2 * c);
      int nearest;
      if (pa <= pb && pa <= pc)
        nearest = a;
      else if (pb <= pc)
        nearest = b;
      else
        nearest = c;
      row[i] = (uint8_t) (row[i] + nearest);
    }
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint8_t image[HEIGHT][WIDTH * 3], filtered[HEIGHT][WIDTH * 3];
  uint64_t digest = 0;
  for (size_t y = 0; y < HEIGHT; y++)
    for (size_t x = 0; x < WIDTH * 3; x++)
      filtered[y][x] = (uint8_t) (random_next (&seed) % 23 - 11);
  for (size_t t = 0; t < turns; t++)
    {
      memcpy (image, filtered, sizeof image);
      for (size_t y = 1; y < HEIGHT; y++)
        unfilter (image[y], image[y - 1], WIDTH * 3, 3);
      digest = digest_add (digest, image[HEIGHT - 1][t % (WIDTH * 3)]);
    }
  return digest;
}
