/* The median of nine pixels.
   SPDX-License-Identifier: GPL-2.0-or-later

   A. W. Paeth, "Median finding on a 3x3 grid", Graphics Gems, 1990.
   
   Branch: unpredictable
   Train: 1 8
   Test: 2 1000  */

#include "kernel.h"

enum
{
  WIDTH = 512,
  HEIGHT = 128
};

static inline void
order (int *a, int *b)
{
  if (*a > *b)
    {
      int t = *a;
      *a = *b;
      *b = t;
    }
}

static void
filter (const uint8_t (*in)[WIDTH], uint8_t (*out)[WIDTH])
{
  for (size_t y = 1; y + 1 < HEIGHT; y++)
    for (size_t x = 1; x + 1 < WIDTH; x++)
      {
        int a = in[y - 1][x - 1], b = in[y - 1][x], c = in[y - 1][x + 1];
        int d = in[y][x - 1], e = in[y][x], f = in[y][x + 1];
        int g = in[y + 1][x - 1], h = in[y + 1][x], i = in[y + 1][x + 1];
        order (&b, &c), order (&e, &f), order (&h, &i);
        order (&a, &b), order (&d, &e), order (&g, &h);
        order (&b, &c), order (&e, &f), order (&h, &i);
        order (&a, &d), order (&f, &i), order (&e, &h);
        order (&d, &g), order (&b, &e), order (&c, &f);
        order (&e, &h), order (&e, &c), order (&g, &e);
        order (&e, &c);
        out[y][x] = (uint8_t) e;
      }
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint8_t in[HEIGHT][WIDTH], out[HEIGHT][WIDTH];
  uint64_t digest = 0;
  for (size_t y = 0; y < HEIGHT; y++)
    for (size_t x = 0; x < WIDTH; x++)
      in[y][x] = (uint8_t) random_next (&seed);
  for (size_t t = 0; t < turns; t++)
    {
      in[t % HEIGHT][t % WIDTH]++;
      filter (in, out);
      digest = digest_add (digest, out[1 + t % (HEIGHT - 2)][1 + t % 500]);
    }
  return digest;
}
