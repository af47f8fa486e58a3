/* Probabilities that nobody measured.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "testsuite/unit/unit.h"

#include <stdbool.h>

#include "plugin/inject.h"

#define MOST 2000

static double got[MOST];

static bool
near (double a, double b)
{
  return a - b < 1e-9 && b - a < 1e-9;
}

static double
sum (size_t n)
{
  double all = 0;
  for (size_t i = 0; i < n; i++)
    all += got[i];
  return all;
}

static void
biased (void)
{
  unsigned next = 0;
  for (size_t n = 1; n < 100; n++)
    {
      hwpgo_inject_probabilities (HWPGO_INJECT_BIASED, n, &next, got);
      CHECK (near (sum (n), 1));
      CHECK (near (got[0], n == 1 ? 1 : 0.1));
      CHECK (n == 1 || near (got[1], got[n - 1]));
    }
}

static void
primes (void)
{
  unsigned next = 0;
  hwpgo_inject_probabilities (HWPGO_INJECT_PRIMES, 2, &next, got);
  CHECK (near (got[0], 3. / 8) && near (got[1], 5. / 8));
  hwpgo_inject_probabilities (HWPGO_INJECT_PRIMES, 3, &next, got);
  CHECK (near (got[0], 7. / 31) && near (got[1], 11. / 31)
         && near (got[2], 13. / 31));
  /* However many: each is more than nothing.  */
  hwpgo_inject_probabilities (HWPGO_INJECT_PRIMES, MOST, &next, got);
  CHECK (near (sum (MOST), 1));
  for (size_t i = 0; i < MOST; i++)
    CHECK (got[i] * MOST * 1000 > 1);
}

int
main (void)
{
  RUN (biased);
  RUN (primes);
  return UNIT_RESULT;
}
