/* Probabilities that nobody measured.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/inject.h"

#include <stdbool.h>

#define BIAS 0.1

/* The primes start anew where a weight would be this many times another.  */
#define MOST_WEIGHT 1000

static bool
prime_p (unsigned n)
{
  for (unsigned d = 3; d * d <= n; d += 2)
    if (n % d == 0)
      return false;
  return true;
}

/* The odd prime after N.  */
static unsigned
next_prime (unsigned n)
{
  do
    n = n < 3 || n >= MOST_WEIGHT ? 3 : n + 2;
  while (!prime_p (n));
  return n;
}

void
hwpgo_inject_probabilities (enum hwpgo_inject how, size_t n, unsigned *next,
                            double *probability)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    {
      if (how == HWPGO_INJECT_PRIMES)
        *next = next_prime (*next == 0 ? 1 : *next);
      double rest = n > 1 ? (1 - BIAS) / (double) (n - 1) : 1;
      probability[i] = how == HWPGO_INJECT_PRIMES ? *next
                       : i == 0 && n > 1          ? BIAS
                                                  : rest;
      sum += probability[i];
    }
  for (size_t i = 0; i < n; i++)
    probability[i] /= sum;
}
