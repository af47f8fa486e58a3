/* Random numbers, the same on every machine.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "scripts/bench/flow-infer/random.h"

#include <math.h>

static uint64_t state;

void
random_seed (uint64_t seed)
{
  state = seed;
}

uint64_t
random64 (void)
{
  state += 0x9e3779b97f4a7c15;
  uint64_t z = state;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

uint64_t
below (uint64_t n)
{
  return n ? random64 () % n : 0;
}

double
unit (void)
{
  return (double) (random64 () >> 11) / (double) (UINT64_C (1) << 53);
}

static double
normal (void)
{
  return sqrt (-2 * log (1 - unit ())) * cos (6.283185307179586 * unit ());
}

uint64_t
binomial (uint64_t n, double p)
{
  if (n < 64)
    {
      uint64_t k = 0;
      for (uint64_t i = 0; i < n; i++)
        k += unit () < p;
      return k;
    }
  double x = (double) n * p + normal () * sqrt ((double) n * p * (1 - p));
  return x < 0 ? 0 : x > (double) n ? n : (uint64_t) (x + 0.5);
}

uint64_t
poisson (double mean)
{
  if (mean > 50)
    {
      double x = mean + normal () * sqrt (mean);
      return x < 0 ? 0 : (uint64_t) (x + 0.5);
    }
  double limit = exp (-mean), p = unit ();
  uint64_t k = 0;
  for (; p > limit; k++)
    p *= unit ();
  return k;
}
