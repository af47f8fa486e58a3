/* LLVM's extensible binary form of a sample profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   A header and sections (llvm/ProfileData/SampleProf.h, LLVM 19); what is in
   the sections is written in the terms of llvm-binary.h:

     file     := MAGIC VERSION N { TYPE FLAGS OFFSET SIZE } sections
     N, TYPE, FLAGS, OFFSET, SIZE: eight bytes, little-endian

     1  summary
     2  names, of which all sections after it speak
     3  symbols          { text NUL }
     4  offsets          N { name OFFSET-IN-FUNCTIONS }
     5  metadata         { name marks }
                         marks := [CHECKSUM] [ATTRIBUTES] N { place name marks }
     6  contexts, for context-sensitive profiles alone
     32 functions

   A compressed section is SIZE COMPRESSED-SIZE and a stream of zlib.
   doc/formats.md has the rest.  */

#ifndef HWPGO_PROFILE_EXTBINARY_H
#define HWPGO_PROFILE_EXTBINARY_H

#include "runtime/profile/format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open profile, of which some functions can be read and the others left
   alone.  */
struct hwpgo_extbinary;

/* Open the SIZE bytes at DATA, which outlive *FILE, or the file PATH, which
   is mapped.  Header and names are checked, functions are not read.  PATH is
   for messages; *FILE is the caller's, NULL after an error.  */
int hwpgo_extbinary_open_data (struct hwpgo_extbinary **file, const char *path,
                               const void *data, size_t size,
                               struct hwpgo_error *err);
int hwpgo_extbinary_open (struct hwpgo_extbinary **file, const char *path,
                          struct hwpgo_error *err);
void hwpgo_extbinary_close (struct hwpgo_extbinary *file);

/* Add to PROFILE the functions of FILE that are outermost and have one of the
   N names (or of their hashes, in a file of hashes), each once.  A name that
   is not there adds nothing.  The first call reads the table of offsets; no
   other function is decoded, so that malformed ones go unseen.  On error
   PROFILE holds a part of them.  */
int hwpgo_extbinary_load (struct hwpgo_extbinary *file,
                          struct hwpgo_profile *profile,
                          const char *const *names, size_t n,
                          struct hwpgo_error *err);
/* Add all functions to PROFILE.  */
int hwpgo_extbinary_load_all (struct hwpgo_extbinary *file,
                              struct hwpgo_profile *profile,
                              struct hwpgo_error *err);
/* Add the list of symbols, if there is one.  */
int hwpgo_extbinary_load_symbols (struct hwpgo_extbinary *file,
                                  struct hwpgo_profile *profile,
                                  struct hwpgo_error *err);

/* All of a file, as a hwpgo_profile_reader.  */
int hwpgo_extbinary_read (struct hwpgo_profile *profile, const char *file,
                          const void *data, size_t size,
                          struct hwpgo_error *err);
/* Write PROFILE as llvm-profdata does, to the byte, but for the order of the
   metadata.  A profile of hashes is written as one.  An error for a line
   offset that LLVM could not read back (2^16 or more, not of a call).  */
int hwpgo_extbinary_write (const struct hwpgo_profile *profile,
                           const struct hwpgo_write_options *options,
                           FILE *out, struct hwpgo_error *err);

#ifdef __cplusplus
}
#endif

#endif
