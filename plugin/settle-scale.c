/* The size of a profile's counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/settle.h"

uint64_t
hwpgo_settle_scale (uint64_t count, int shift)
{
  uint64_t scaled = shift < 0
                        ? count >> (shift < -63 ? 63 : -shift)
                        : hwpgo_mul (count, UINT64_C (1) << (shift & 63));
  return scaled || !count ? scaled : 1;
}

int
hwpgo_settle_shift (uint64_t max, int bits)
{
  return bits - (64 - __builtin_clzll (max ? max : 1));
}
