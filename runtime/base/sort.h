/* Sorting what is mostly sorted.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_BASE_SORT_H
#define HWPGO_BASE_SORT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sort the N pointers at ITEMS, of which the first SORTED are sorted already,
   by COMPARE, which takes pointers to two of them as qsort's does.  Not
   stable.  With K new ones it takes about K log N comparisons, and fewer when
   the new are like the old.  */
void hwpgo_sort_tail (void *items, size_t sorted, size_t n,
                      int (*compare) (const void *a, const void *b));

#ifdef __cplusplus
}
#endif

#endif
