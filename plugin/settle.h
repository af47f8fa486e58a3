/* Bringing a profile to where a unit has its code now.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.

   The profiled binary had inlined calls that this build has not inlined yet,
   and perhaps never will.  Their samples are in the caller's part of the
   profile, under the call, while the code that they belong to is in the
   callee's body; a static function that was inlined everywhere has no record
   of its own at all.  Settling moves each such part, once, to the callee, and
   leaves alone what is inlined here, too.  Of static functions of which other
   units have their own copies, it takes this unit's part.  It makes a copy:
   hints are looked up in the profile as it was read.  */

#ifndef HWPGO_PLUGIN_SETTLE_H
#define HWPGO_PLUGIN_SETTLE_H

#include "plugin/lookup.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The code of a unit: its functions and the calls inlined in them.  */
struct hwpgo_contexts;

/* None yet; NULL when out of memory.  CALLS_NOTED: the profile has the targets
   of all calls that branch records saw, direct ones too.  */
struct hwpgo_contexts *hwpgo_contexts_new (bool calls_noted);
void hwpgo_contexts_free (struct hwpgo_contexts *contexts);

/* Function NAME has a body here; ONLY_HERE: and it is called from here alone,
   by its name, as most static functions are.  Added again, as there are
   clones of it, it is so if all are.  */
int hwpgo_contexts_add_function (struct hwpgo_contexts *contexts,
                                 const char *name, bool only_here);

/* What is at AT, a base discriminator, of function NAME runs once for each entry
   of it.  */
int hwpgo_contexts_add_entry (struct hwpgo_contexts *contexts,
                              const char *name, struct hwpgo_location at);

/* A body of the function of frame 0 of PLACE is inlined here, for the calls
   at the other frames.  Frame 0's location does not count.  Added again, it
   is another copy that cannot be told from the first by place.  */
int hwpgo_contexts_add_inlined (struct hwpgo_contexts *contexts,
                                const struct hwpgo_place *place);

/* Function NAME is inlined in functions that are not here, too, which are of
   this program.  So what the profile has inlined in such stays there.  */
int hwpgo_contexts_inlined_elsewhere (struct hwpgo_contexts *contexts,
                                      const char *name);

/* Callees that the profiled binary had inlined and this unit has not, by the
   function and the line of the call (settle-targets.c).  */
struct hwpgo_moved
{
  struct hwpgo_map last; /* (function, line) to 1 + an index of 'list'.  */
  struct hwpgo_moved_callee
  {
    const char *name; /* interned in the settled profile.  */
    uint32_t number;  /* of the call.  */
    uint64_t before;  /* on the same line, as in 'last'; 0: none.  */
  } *list;
  size_t n, capacity;
};

/* Add CALLEE, called at AT; 0 or -HWPGO_E_NOMEM.  */
int hwpgo_moved_add (struct hwpgo_moved *moved,
                     const struct hwpgo_function *function,
                     struct hwpgo_location at, const char *callee);
void hwpgo_moved_free (struct hwpgo_moved *moved);

/* Add what the contexts PARTS have to those of INTO.  They are of parts that
   were split off functions of INTO, under these functions' names: of a call
   that is inlined in both, each has a piece, and it is there once.  */
int hwpgo_contexts_add_parts (struct hwpgo_contexts *into,
                              const struct hwpgo_contexts *parts);

/* A profile settled in a unit.  */
struct hwpgo_settled
{
  struct hwpgo_profile *profile; /* of the unit's functions alone.  */
  struct hwpgo_map calls;        /* entries of moved callees by call.  */
  struct hwpgo_map alone;        /* those of them that are sure where nothing
                                    else of the call's line was seen.  */
  struct hwpgo_moved moved;      /* the callees, by line of the call.  */
  struct hwpgo_map partial;      /* functions that got parts from elsewhere, or
                                    lack what was done there, to the sum of
                                    these counts.  */
};

/* Settle FROM, every count times 2^SHIFT (SHIFT may be negative) but at
   least 1 where it was not 0, and divided by the number of copies.  The head
   count of a function that got parts from elsewhere is 0: not known.
   Functions get the names that MEANING gives those of FROM (NULL: the same).
   Returns 0 or -HWPGO_E_NOMEM; SETTLED is to be freed in any case.  */
int hwpgo_settle (struct hwpgo_settled *settled,
                  const struct hwpgo_profile *from,
                  const struct hwpgo_contexts *contexts,
                  hwpgo_meaning *meaning, int shift);
void hwpgo_settled_free (struct hwpgo_settled *settled);

/* The function of the settled profile that has the counts of PLACE, by its
   calls; NULL when there is none.  */
const struct hwpgo_function *
hwpgo_settled_function (const struct hwpgo_settled *settled,
                        const struct hwpgo_place *place);

/* True if FUNCTION, of the settled profile, has counts of its own alone, so
   that those of its copies are of the code that they are of here.  A hundredth
   may be from elsewhere; that is in counts of no copy.  */
bool hwpgo_settled_whole (const struct hwpgo_settled *settled,
                          const struct hwpgo_function *function);

/* How often the call of CALLEE at AT in FUNCTION was made, by the entries of
   what was inlined there and is not here; not 0 where that ran.  False where
   nothing is known.  */
bool hwpgo_settled_call (const struct hwpgo_settled *settled,
                         const struct hwpgo_function *function,
                         struct hwpgo_location at, const char *callee,
                         uint64_t *count);

/* How many of these entries are of calls that left nothing else of their line, so
   that they are not in the counts of FUNCTION's places there.  Where nobody knows
   what runs once for each entry (hwpgo_contexts_add_entry), 0.  */
uint64_t hwpgo_settled_call_alone (const struct hwpgo_settled *settled,
                                   const struct hwpgo_function *function,
                                   struct hwpgo_location at,
                                   const char *callee);

/* Call VISIT for each function that calls at AT of FUNCTION went to, and how
   often: what branch records say of the places that are AT under MASK, and the
   entries of what was inlined there, on the line of AT, and is not here.  A
   function may come more than once.  Stops when VISIT returns false.  */
void hwpgo_settled_each_target (const struct hwpgo_settled *settled,
                                const struct hwpgo_function *function,
                                struct hwpgo_location at, uint32_t mask,
                                bool (*visit) (const char *name,
                                               uint64_t count, void *data),
                                void *data);

/* The shift that brings MAX, the largest count of a profile, close under
   2^BITS.  */
int hwpgo_settle_shift (uint64_t max, int bits);

/* COUNT times 2^SHIFT, at least 1 where it was not 0.  */
uint64_t hwpgo_settle_scale (uint64_t count, int shift);

#ifdef __cplusplus
}
#endif

#endif
