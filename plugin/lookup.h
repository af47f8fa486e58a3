/* Finding a place of the program in a profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.

   A profile knows code by context: the chain of calls that the profiled
   binary had inlined around it.  The build that asks may have inlined less
   so far, or will in the end have inlined otherwise, so one place can have
   an answer in its exact context, in contexts that agree with it only for
   the innermost calls, and over all contexts of its function.  Once inlining
   is over, contexts that have a body of their own in this unit can be told
   from those whose code is the function's own body here.

   Calls are matched by line, callee and number, their column: GCC 11 and 12
   write no discriminator for an inlined call.  The number 0, of calls without
   a column, stands for any.  */

#ifndef HWPGO_PLUGIN_LOOKUP_H
#define HWPGO_PLUGIN_LOOKUP_H

#include "runtime/profile/discriminator.h"
#include "runtime/profile/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function and a place in it; of a call the discriminator is its column.  */
struct hwpgo_place_frame
{
  const char *function; /* linkage name; not owned.  */
  struct hwpgo_location at;
};

/* True if A and B may be one call.  */
static inline bool
hwpgo_same_call (struct hwpgo_location a, struct hwpgo_location b)
{
  return a.line == b.line
         && (a.discriminator == b.discriminator || !a.discriminator
             || !b.discriminator);
}

#define HWPGO_PLACE_MAX_FRAMES 64

/* Frame 0 is the code itself, the others the places of the inlined calls;
   the last is the outermost function.  */
struct hwpgo_place
{
  size_t n_frames;
  struct hwpgo_place_frame frames[HWPGO_PLACE_MAX_FRAMES];
};

/* The name that the program's places have for the function that a profile
   calls NAME.  */
typedef const char *hwpgo_meaning (const char *name);

/* NAME as MEANING has it; NULL is no other.  */
static inline const char *
hwpgo_meaning_of (hwpgo_meaning *meaning, const char *name)
{
  return meaning ? meaning (name) : name;
}

/* All contexts of a profile by the innermost function's name.  */
struct hwpgo_lookup;

/* Index PROFILE, which must outlive the index and stay as it is; NULL when
   out of memory.  MEANING may be NULL: names are the same.  */
struct hwpgo_lookup *hwpgo_lookup_new (const struct hwpgo_profile *profile,
                                       hwpgo_meaning *meaning);
void hwpgo_lookup_free (struct hwpgo_lookup *lookup);

struct hwpgo_contexts;

/* What each context is in a unit that has CONTEXTS: what is inlined there as in
   the profile, or else a body with fewer calls around it.  As settle.c has it, but
   where a line's calls cannot be told apart, the first of them.  CONTEXTS may be
   freed then.  0 or -HWPGO_E_NOMEM.  */
int hwpgo_lookup_note_bodies (struct hwpgo_lookup *lookup,
                              const struct hwpgo_contexts *contexts);

/* Was that done?  */
bool hwpgo_lookup_bodies_p (const struct hwpgo_lookup *lookup);

/* Which contexts are asked.  */
struct hwpgo_lookup_depth
{
  size_t frames; /* so many frames, from the innermost, must agree.  */
  bool exact;    /* and nothing may be around them in the profile.  */
  bool inlined;  /* those, too, that are bodies of more frames in this unit.  */
};

/* The most specific depth for PLACE: all of it, exactly.  */
struct hwpgo_lookup_depth
hwpgo_lookup_deepest (const struct hwpgo_place *place);

/* Make DEPTH less specific: any context around the same frames, then one
   frame less, exactly: a call that the profiled binary had not inlined.  False when
   it was the least specific one, the sum over all contexts of the function.  */
bool hwpgo_lookup_widen (struct hwpgo_lookup_depth *depth);

/* Executions (or mispredicts) of PLACE under the discriminator MASK, summed
   over all contexts of DEPTH.  False where the profile has no record: unknown,
   not zero.  */
bool hwpgo_lookup_at_depth (const struct hwpgo_lookup *lookup,
                            const struct hwpgo_place *place,
                            struct hwpgo_lookup_depth depth, uint32_t mask,
                            uint64_t *count);

/* The values of ROUND's field, which is not the base's, in what the profile has of
   PLACE, in earlier fields the same: bit V stands for value V.  Of the contexts
   of the most specific depth that has any; 0 if none has.  */
uint64_t hwpgo_lookup_copies (const struct hwpgo_lookup *lookup,
                              const struct hwpgo_place *place,
                              enum hwpgo_round round);

/* The depth of that sum.  */
struct hwpgo_lookup_depth hwpgo_lookup_widest (void);

/* Call VISIT for each context that has PLACE in it, with the counts of PLACE
   under MASK, until it returns false.  Its frames are PLACE's and those around
   them in the profile.  */
void hwpgo_lookup_each_context (const struct hwpgo_lookup *lookup,
                                const struct hwpgo_place *place, uint32_t mask,
                                bool (*visit) (
                                    const struct hwpgo_place *context,
                                    uint64_t count, void *data),
                                void *data);

#ifdef __cplusplus
}
#endif

#endif
