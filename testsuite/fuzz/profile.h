/* What holds for profiles of every format.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_FUZZ_PROFILE_H
#define HWPGO_FUZZ_PROFILE_H

#include "runtime/profile/model.h"

/* Read the SIZE bytes at DATA, of whatever format.  What can be read can be
   written and reads back the same, and adds up in any order.  */
void fuzz_profile (const void *data, size_t size);

/* Read of an ExtBinary profile what units need.  */
void fuzz_profile_part (const void *data, size_t size);

/* As fuzz_profile for a profile that is there.  */
void fuzz_profile_writes (const struct hwpgo_profile *profile);

#endif
