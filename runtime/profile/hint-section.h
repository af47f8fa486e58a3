/* What a compiler did that no recording shows, in the binary.
   SPDX-License-Identifier: GPL-2.0-or-later

   A branch that has become a select is mispredicted no more, and the next
   recording does not show that it was.  Code that has been vectorised runs
   once for several iterations.  So the plugin adds to an object the section
   HWPGO_HINT_SECTION, which is not loaded, with a record for each such branch
   and place; the linker puts the records one behind the other.  A record, with
   ULEB128 for what is called a number here:

     byte     kind (enum hwpgo_hint_kind)
     number   frames, from the outermost function to the one with the place
     for each frame:
       string   linkage name of the function, with its NUL
       number   line offset of the inlined call, or of the place
       number   the call's column, or the place's discriminator
     of a branch:
       number   age: builds since the branch was measured; HWPGO_HINT_DOUBTED
              more if a probe has brought the branch back
       number   mispredicts in HWPGO_HINT_CERTAIN executions; 0 if it was
              converted with another one, and is remembered for its odds
       number   its share of the executions of the branch in all contexts and
              copies, in parts of HWPGO_HINT_CERTAIN, at least 1
     number   how often it held, in HWPGO_HINT_CERTAIN executions, at least 1;
              0 if that is not known
     of a vectorised place, which has the field of round 1:
       number   iterations of the source for one execution, from 2 on

   In a bundle the branches are three profiles with the executions,
   HWPGO_HINT_CERTAIN for each part of the share, the mispredicts of each, and
   how often it held, if that is known, at a discriminator whose field of the
   final round has the age.  Nothing else needs the field there, as no pass that
   decides comes that late.  The counts of vectorised places are multiplied, and
   nothing else is in a bundle.  */

#ifndef HWPGO_PROFILE_HINT_SECTION_H
#define HWPGO_PROFILE_HINT_SECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/bytes.h"
#include "runtime/base/error.h"
#include "runtime/profile/model.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HWPGO_HINT_SECTION ".hwpgo.hints"
#define HWPGO_HINT_CERTAIN 10000u
#define HWPGO_HINT_FACTOR_MAX 65536

enum hwpgo_hint_kind
{
  HWPGO_HINT_VECTOR = 2,
  HWPGO_HINT_BRANCH = 3
};

/* Builds that remember a decision.  The next one has the branch again, and the
 recording of that one measures it anew.  */
#define HWPGO_HINT_BUILDS 6

/* Added to an age: what a probe has said of the branch is not to be believed
   if the next recording says otherwise.  */
#define HWPGO_HINT_DOUBTED 8

/* Put a record into OUT: begin with the number of frames, each frame, end
   that of its KIND.  RATIO and SHARE are made to be from 0 to 1, and so are ODDS,
   how often the branch held, unless they are less: not known.  */
void hwpgo_hint_record_begin (struct hwpgo_bytes *out,
                              enum hwpgo_hint_kind kind, size_t n_frames);
void hwpgo_hint_record_frame (struct hwpgo_bytes *out, const char *function,
                              struct hwpgo_location at);
void hwpgo_hint_record_end_branch (struct hwpgo_bytes *out, unsigned age,
                                   bool doubted, double ratio, double share,
                                   double odds);
void hwpgo_hint_record_end_vector (struct hwpgo_bytes *out, unsigned factor);

/* One record; where it is in the section.  */
struct hwpgo_hint_record
{
  const uint8_t *frames; /* in the bytes that were read.  */
  size_t size;           /* of them.  */
  uint32_t n_frames;
  enum hwpgo_hint_kind kind;
  uint32_t age, mispredicts, share, held; /* of a branch, */
  bool doubted;                           /* and whether its probes are.  */
  uint32_t factor;                        /* of a vectorised place.  */
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

/* Add the branches of RECORDS that are not forgotten, a build older, to the
   three profiles of a bundle: each branch once, whatever the number and order
   of its records (the youngest holds, of those with mispredicts if there are
   any).  RECORDS become sorted.  0 or -HWPGO_E_NOMEM.  */
int hwpgo_hint_records_fade (struct hwpgo_hint_records *records,
                             struct hwpgo_profile *executions,
                             struct hwpgo_profile *mispredicts,
                             struct hwpgo_profile *held,
                             struct hwpgo_error *err);

/* Note in FACTORS, at (function, line << 32 | discriminator), by how much
   the counts of the vectorised places of RECORDS have to be multiplied, as
   far as PROFILE has their functions; of several for one place the smallest.
   False when out of memory.  */
bool hwpgo_hint_records_factors (const struct hwpgo_hint_records *records,
                                 const struct hwpgo_profile *profile,
                                 struct hwpgo_map *factors);

#ifdef __cplusplus
}
#endif

#endif
