/* Which copy of how many, in a few bits.
   SPDX-License-Identifier: GPL-2.0-or-later

   With M values, copy K of N is number (first (N) + K) mod M.  While they
   last, each N has N values of its own: 2 copies the first two, 3 the next
   three, and so on.  A larger N overlaps others, but begins where no other
   does, so that its copy K is not that of another N.  */

#include "runtime/profile/discriminator.h"

/* Where the values of N copies begin, of M.  */
static uint32_t
first_value (uint32_t n, uint32_t m)
{
  uint32_t first = 0, own = 2;
  for (; own < n && first + own <= m; own++)
    first += own;
  if (first + own <= m)
    return first;
  /* OWN, which is N or less, is the first without values of its own.  Find the
     beginning number N - OWN of those that are left.  */
  uint32_t left = n - own, taken = 0, of = 2;
  for (first = 0; first < m; first++)
    if (first == taken && of < own)
      taken += of++;
    else if (left-- == 0)
      break;
  return first;
}

uint32_t
hwpgo_discriminator_copy (enum hwpgo_round round, uint32_t k, uint32_t n)
{
  /* 0 and untold are none.  */
  uint32_t m = hwpgo_discriminator_field_max (round) - 1;
  if (n <= 1)
    return 0;
  if (n > m || k >= n)
    return hwpgo_discriminator_untold (round);
  return 1 + (first_value (n, m) + k) % m;
}

/* The values of all N copies, 2 or more and no more than there are values: a
   bit for each.  */
static uint64_t
values_of (enum hwpgo_round round, uint32_t n)
{
  uint32_t m = hwpgo_discriminator_field_max (round) - 1;
  uint32_t first = first_value (n, m);
  uint64_t copies = (UINT64_C (1) << n) - 1;
  uint64_t values = copies << first | copies >> (m - first);
  return (values & ((UINT64_C (1) << m) - 1)) << 1;
}

bool
hwpgo_discriminator_complete (enum hwpgo_round round, uint64_t values)
{
  values &= ~(UINT64_C (1) << hwpgo_discriminator_untold (round));
  uint32_t n = (uint32_t) __builtin_popcountll (values);
  if (n <= 1)
    return (values & ~UINT64_C (1)) == 0;
  return n < hwpgo_discriminator_untold (round)
         && values == values_of (round, n);
}

bool
hwpgo_discriminator_of (enum hwpgo_round round, uint64_t values, uint32_t n)
{
  uint32_t untold = hwpgo_discriminator_untold (round);
  values &= ~(UINT64_C (1) << untold | UINT64_C (1));
  if (n <= 1 || n >= untold)
    return values == 0;
  uint32_t there = (uint32_t) __builtin_popcountll (values);
  if (there >= 2 && there < n && values == values_of (round, there))
    return false;
  return (values & ~values_of (round, n)) == 0;
}

bool
hwpgo_discriminator_together (enum hwpgo_round round, uint64_t values,
                              uint32_t value)
{
  uint32_t max = hwpgo_discriminator_field_max (round) - 1;
  uint32_t n = (uint32_t) __builtin_popcountll (values);
  if (values == 0)
    return false;
  /* Fewer copies do not have so many values.  */
  for (n = n < 2 ? 2 : n; n <= max; n++)
    {
      uint64_t all = values_of (round, n);
      if ((values & ~all) == 0)
        return all & ~values & UINT64_C (1) << value;
    }
  return false;
}
