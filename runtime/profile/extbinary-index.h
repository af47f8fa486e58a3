/* Where each function has its counts in an ExtBinary profile: our own section.
   SPDX-License-Identifier: GPL-2.0-or-later

   For extbinary-*.c alone.  doc/formats.md has the layout.  A function's
   counts are in its own record and wherever it was inlined, so a table of the
   records is not enough for who compiles it.  */

#ifndef HWPGO_PROFILE_EXTBINARY_INDEX_H
#define HWPGO_PROFILE_EXTBINARY_INDEX_H

#include "runtime/profile/extbinary-parts.h"
#include "runtime/profile/llvm-write.h"

/* Write the index of all places that W has noted into its bytes; nothing when
   none were noted, or offsets do not fit.  MD5: the names are hashes.  */
int hwpgo_extbinary_write_index (struct hwpgo_llvm_writer *w, bool md5);

/* Find and check the index of FILE, whose header has been read.  Without one,
   and where it speaks of compressed or several sections, file->index stays
   empty.  Takes time in proportion to the number of names.  */
int hwpgo_extbinary_find_index (struct hwpgo_extbinary *file,
                                struct hwpgo_error *err);

#endif
