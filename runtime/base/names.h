/* The names of functions' clones.
   SPDX-License-Identifier: GPL-2.0-or-later

   What converts samples and what loads the profile must take the same names
   for one function.  */

#ifndef HWPGO_BASE_NAMES_H
#define HWPGO_BASE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The length of NAME without the suffixes that GCC and LTO append for clones
   and parts (suffixes.def).  *ENTRY: whether a call of NAME is a call of the
   function that it was made from.  */
size_t hwpgo_origin_length (const char *name, bool *entry);

#ifdef __cplusplus
}
#endif

#endif
