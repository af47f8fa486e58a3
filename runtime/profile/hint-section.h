/* What a compiler decided about unpredictable branches, in the binary.
   SPDX-License-Identifier: GPL-2.0-or-later

   A branch that has become a select is mispredicted no more, and the next
   recording does not show that it was.  So the plugin adds to an object the
   section HWPGO_HINT_SECTION, which is not loaded, with a record for each such
   branch; the linker puts the records one behind the other.  A record, with
   ULEB128 for what is called a number here:

     byte     HWPGO_HINT_SECTION_VERSION
     number   frames, from the outermost function to the one with the branch
     for each frame:
       string   linkage name of the function, with its NUL
       number   line offset of the inlined call, or of the branch
       number   its discriminator
     number   age: builds since the branch was measured
     number   mispredicts in HWPGO_HINT_CERTAIN executions

   In a bundle this is two profiles with the executions, always
   HWPGO_HINT_CERTAIN, and the mispredicts of each such branch, at a
   discriminator whose field of the final round has the age.  Nothing else
   needs the field there, as no pass that decides comes that late.  */

#ifndef HWPGO_PROFILE_HINT_SECTION_H
#define HWPGO_PROFILE_HINT_SECTION_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/base/bytes.h"
#include "runtime/base/error.h"
#include "runtime/profile/model.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HWPGO_HINT_SECTION ".hwpgo.hints"
#define HWPGO_HINT_SECTION_VERSION 1
#define HWPGO_HINT_CERTAIN 10000

/* Builds that remember a decision.  The next one has the branch again, and the
   recording of that one measures it anew.  */
#define HWPGO_HINT_BUILDS 6

/* Put a record into OUT: begin with the number of frames, each frame, end.  */
void hwpgo_hint_record_begin (struct hwpgo_bytes *out, size_t n_frames);
void hwpgo_hint_record_frame (struct hwpgo_bytes *out, const char *function,
                              struct hwpgo_location at);
void hwpgo_hint_record_end (struct hwpgo_bytes *out, unsigned age,
                            double ratio);

/* One record; where it is in the section.  */
struct hwpgo_hint_record
{
  const uint8_t *frames; /* in the bytes that were read.  */
  size_t size;           /* of them.  */
  uint32_t n_frames;
  uint32_t age, mispredicts;
};

/* The records of any number of binaries.  Starts as { 0 }.  */
struct hwpgo_hint_records
{
  struct hwpgo_hint_record *items; /* malloc'ed.  */
  size_t n, capacity;
};

/* Add the SIZE bytes at DATA, the section of PATH, which must outlive
   RECORDS.  Errors: HWPGO_E_FORMAT and _TRUNCATED with the offset in the
   section, HWPGO_E_NOMEM; RECORDS then has a part.  */
int hwpgo_hint_section_read (struct hwpgo_hint_records *records,
                             const char *path, const uint8_t *data,
                             size_t size, struct hwpgo_error *err);
void hwpgo_hint_records_free (struct hwpgo_hint_records *records);

/* Add what is not forgotten of RECORDS, a build older, to the two profiles of a
   bundle: each branch once, whatever the number and order of its records (the
   youngest holds).  RECORDS become sorted.  0 or -HWPGO_E_NOMEM.  */
int hwpgo_hint_records_fade (struct hwpgo_hint_records *records,
                             struct hwpgo_profile *executions,
                             struct hwpgo_profile *mispredicts,
                             struct hwpgo_error *err);

#ifdef __cplusplus
}
#endif

#endif
