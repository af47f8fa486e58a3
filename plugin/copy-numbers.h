/* Numbering the copies of each place of a function.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.  One struct numbers one function.  */

#ifndef HWPGO_PLUGIN_COPY_NUMBERS_H
#define HWPGO_PLUGIN_COPY_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "plugin/lookup.h"
#include "runtime/base/memory.h"

#ifdef __cplusplus
extern "C"
{
#endif

  /* Zero it to start.  */
  struct hwpgo_copy_numbers
  {
    struct hwpgo_map places; /* (place around, line and discriminator, by
                                function) to its number from 1 on.  */
    struct hwpgo_map copies; /* (place, copy) to the number of the copy, from 1
                                on; (place, UINT64_MAX) to how many.  */
    struct hwpgo_map functions; /* (name, 0) to its number from 1 on.  */
  };

  /* A number for PLACE, the same for the same frames; 0 when out of memory.
     Names are compared by address.  */
  uint64_t hwpgo_copy_place (struct hwpgo_copy_numbers *numbers,
                             const struct hwpgo_place *place);

  /* Place PLACE has a copy that is called COPY (not UINT64_MAX).  The first
     one told of is the first.  False when out of memory.  */
  bool hwpgo_copy_note (struct hwpgo_copy_numbers *numbers, uint64_t place,
                        uint64_t copy);

  /* COPY is number *K, from 0 on, of the *N copies of PLACE.  False if it was
     never told of; *N is set all the same.  */
  bool hwpgo_copy_find (const struct hwpgo_copy_numbers *numbers,
                        uint64_t place, uint64_t copy, uint64_t *k,
                        uint64_t *n);

  void hwpgo_copy_numbers_free (struct hwpgo_copy_numbers *numbers);

#ifdef __cplusplus
}
#endif

#endif
