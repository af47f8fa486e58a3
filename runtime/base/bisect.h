/* Looking something up in an array that is in order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_BASE_BISECT_H
#define HWPGO_BASE_BISECT_H

#include <stddef.h>

/* Set FIRST, a size_t, to the first of the numbers I from 0 to N - 1 for which
   BEFORE, an expression of I, is false; to N if it is true for all.  It is true
   up to some number and false from there on.  */
#define HWPGO_BISECT(first, n, i, before)                                     \
  do                                                                          \
    {                                                                         \
      size_t bisect_low = 0, bisect_high = (n);                               \
      while (bisect_low < bisect_high)                                        \
        {                                                                     \
          size_t i = bisect_low + (bisect_high - bisect_low) / 2;             \
          if (before)                                                         \
            bisect_low = i + 1;                                               \
          else                                                                \
            bisect_high = i;                                                  \
        }                                                                     \
      (first) = bisect_low;                                                   \
    }                                                                         \
  while (0)

#endif
