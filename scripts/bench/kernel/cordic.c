/* Angle and length of vectors by rotation.
   SPDX-License-Identifier: GPL-2.0-or-later

   J. E. Volder, "The CORDIC trigonometric computing technique", IRE Transactions
   on Electronic Computers 8, 1959.
   
   Branch: unpredictable
   Train: 1 200000
   Test: 2 2000000  */

#include "kernel.h"

enum
{
  STEPS = 24
};

static int32_t angles[STEPS];

static int32_t
angle (int32_t x, int32_t y, int32_t *length)
{
  int32_t z = 0;
  for (int i = 0; i < STEPS; i++)
    {
      int32_t dx = y >> i, dy = x >> i;
      if (y > 0)
        {
          x += dx;
          y -= dy;
          z += angles[i];
        }
      else
        {
          x -= dx;
          y += dy;
          z -= angles[i];
        }
    }
  *length = x;
  return z;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  uint64_t digest = 0;
  double a = 0x20000000;
  for (int i = 0; i < STEPS; i++, a /= 2)
    angles[i] = (int32_t) a;
  for (size_t t = 0; t < turns; t++)
    {
      uint64_t r = random_next (&seed);
      int32_t length, x = (int32_t) (r & 0xfffffff);
      int32_t z = angle (x, (int32_t) (r >> 32 & 0xfffffff) - 0x8000000,
                         &length);
      digest = digest_add (digest, (uint64_t) z + (uint64_t) length);
    }
  return digest;
}
