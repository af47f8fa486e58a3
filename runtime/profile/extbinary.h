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
     and one of ours: extbinary-index.h

   A compressed section is SIZE COMPRESSED-SIZE and a stream of zlib.
   doc/formats.md has the rest.  */

#ifndef HWPGO_PROFILE_EXTBINARY_H
#define HWPGO_PROFILE_EXTBINARY_H

#include "runtime/base/file.h"
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
/* Let FILE close *IN, from whose bytes it was opened.  *IN is empty then.  */
void hwpgo_extbinary_own (struct hwpgo_extbinary *file,
                          struct hwpgo_infile *in);

/* Tell PROFILE what FILE says of the whole, before functions are added; the
   others do it, too.  */
int hwpgo_extbinary_adopt (const struct hwpgo_extbinary *file,
                           struct hwpgo_profile *profile,
                           struct hwpgo_error *err);

/* True if FILE has the index that the next one needs, which
   hwpgo_extbinary_write makes where its options ask for it.  */
bool hwpgo_extbinary_indexed (const struct hwpgo_extbinary *file);

/* What a unit with bodies of the N functions NAMES (linkage names, in a file
   of hashes too) needs: their own records whole, and each of them that was
   inlined into another function, with what is inlined there in turn, in a call
   of it, summed up, by a function HWPGO_ELSEWHERE.  Everything of them is there
   once.  No other record is decoded, so that a malformed one goes unseen, and
   no metadata is read.  Of the symbols there are those among NAMES.  Without
   an index all functions are loaded.  To be called once for a profile.
   On error PROFILE holds a part of it.  */
int hwpgo_extbinary_load_unit (struct hwpgo_extbinary *file,
                               struct hwpgo_profile *profile,
                               const char *const *names, size_t n,
                               struct hwpgo_error *err);
/* No function of a program is called so.  */
#define HWPGO_ELSEWHERE "(elsewhere)"

/* Fill in *COUNTS for its cutoff, from the summary; false where that does not
   say it.  */
struct hwpgo_llvm_summary;
bool hwpgo_extbinary_counts (struct hwpgo_extbinary *file,
                             struct hwpgo_llvm_summary *counts);

/* Add all functions to PROFILE.  */
int hwpgo_extbinary_load_all (struct hwpgo_extbinary *file,
                              struct hwpgo_profile *profile,
                              struct hwpgo_error *err);
/* Add the list of symbols, if there is one; or those of the N NAMES that are
   in it, of which a few of a long list are found at once.  A list whose order
   is not that of the names' bytes is not searched through.  */
int hwpgo_extbinary_load_symbols (struct hwpgo_extbinary *file,
                                  struct hwpgo_profile *profile,
                                  struct hwpgo_error *err);
int hwpgo_extbinary_load_listed (struct hwpgo_extbinary *file,
                                 struct hwpgo_profile *profile,
                                 const char *const *names, size_t n,
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
