/* Hashes in the place of names.
   SPDX-License-Identifier: GPL-2.0-or-later

   A profile of LLVM may hold, instead of each name, the first eight bytes of
   its MD5 as a little-endian number.  In the model such a name is the decimal
   of that number, as llvm-profdata prints it.  */

#ifndef HWPGO_PROFILE_MD5_NAME_H
#define HWPGO_PROFILE_MD5_NAME_H

#include "runtime/profile/model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
  HWPGO_MD5_NAME_SIZE = 21 /* of 2^64 - 1 with its NUL.  */
};

/* Write the name of HASH to NAME; returns its length.  */
size_t hwpgo_md5_name (char name[HWPGO_MD5_NAME_SIZE], uint64_t hash);

/* The hash of NAME of PROFILE, which is one already or has to be made.  */
uint64_t hwpgo_profile_md5 (const struct hwpgo_profile *profile,
                            const char *name);

#ifdef __cplusplus
}
#endif

#endif
