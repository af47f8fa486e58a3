/* Bringing a profile to where a unit has its code now.
   SPDX-License-Identifier: GPL-2.0-or-later

   Where a node of the profile goes depends only on where its parent went:

     the unit has the call inlined there      under the parent, again
     it has not, and it has the callee        to the callee's own record
     it has neither                           nowhere, but its calls are
                                              looked at all the same

   so one walk over the profile does it, in any order with the same
   result.  */

#include "plugin/settle.h"

#include <stdlib.h>
#include <string.h>

/* A profile without samples has just the right shape: functions and inlined
   calls.  The head count of an inlined call is its number of copies.  */
struct hwpgo_contexts
{
  struct hwpgo_profile *tree;
};

struct hwpgo_contexts *
hwpgo_contexts_new (void)
{
  struct hwpgo_contexts *contexts = calloc (1, sizeof *contexts);
  if (!contexts)
    return NULL;
  contexts->tree = hwpgo_profile_new ();
  if (contexts->tree)
    return contexts;
  free (contexts);
  return NULL;
}

void
hwpgo_contexts_free (struct hwpgo_contexts *contexts)
{
  if (!contexts)
    return;
  hwpgo_profile_free (contexts->tree);
  free (contexts);
}

static struct hwpgo_location
call_place (struct hwpgo_location at)
{
  at.discriminator &= HWPGO_CALL_MASK;
  return at;
}

int
hwpgo_contexts_add_function (struct hwpgo_contexts *contexts, const char *name)
{
  return hwpgo_profile_function (contexts->tree, name, strlen (name))
             ? 0
             : -HWPGO_E_NOMEM;
}

int
hwpgo_contexts_add_inlined (struct hwpgo_contexts *contexts,
                            const struct hwpgo_place *place)
{
  if (place->n_frames == 0)
    return 0;
  size_t i = place->n_frames - 1;
  const struct hwpgo_place_frame *frame = &place->frames[i];
  struct hwpgo_function *node = hwpgo_profile_function (
      contexts->tree, frame->function, strlen (frame->function));
  for (; node && i > 0; i--)
    {
      const char *callee = place->frames[i - 1].function;
      node = hwpgo_function_callsite (contexts->tree, node,
                                      call_place (place->frames[i].at), callee,
                                      strlen (callee));
    }
  if (!node)
    return -HWPGO_E_NOMEM;
  node->head++;
  return 0;
}

/* --- settling ------------------------------------------------------------*/

struct settling
{
  struct hwpgo_settled *settled;
  const struct hwpgo_contexts *contexts;
  hwpgo_meaning *meaning;
  int shift;
  struct hwpgo_map partial; /* functions that got parts from elsewhere.  */
};

/* The unit's name for F.  */
static const char *
name_of (const struct settling *s, const struct hwpgo_function *f)
{
  return s->meaning ? s->meaning (f->name) : f->name;
}

/* COUNT as each of COPIES has it.  */
static uint64_t
share (const struct settling *s, uint64_t count, uint64_t copies)
{
  uint64_t scaled = hwpgo_settle_scale (count, s->shift);
  uint64_t part = copies > 1 ? scaled / copies : scaled;
  return part || !scaled ? part : 1;
}

static bool
take_first (const struct hwpgo_function *callee, void *data)
{
  *(const struct hwpgo_function **) data = callee;
  return false;
}

static const struct hwpgo_function *
find_call (const struct hwpgo_function *function, struct hwpgo_location at,
           const char *callee)
{
  const struct hwpgo_function *found = NULL;
  if (function)
    hwpgo_function_each_callsite (function, at, HWPGO_CALL_MASK, callee,
                                  take_first, &found);
  return found;
}

/* The slot of the call of CALLEE at AT in FUNCTION.  Pointers have fewer than
   48 bits and lines 16.  */
static uint64_t
call_key (struct hwpgo_location at, const char *callee)
{
  return (uint64_t) at.line << 48 ^ (uintptr_t) callee;
}

/* Remember that the call at AT of INTO went to CALLEE.  */
static int
note_call (struct settling *s, struct hwpgo_function *into,
           struct hwpgo_location at, const struct hwpgo_function *callee,
           uint64_t copies)
{
  const char *name = name_of (s, callee);
  name = hwpgo_strings_intern (&s->settled->profile->names, name,
                               strlen (name));
  if (name
      && !hwpgo_map_find (&s->settled->calls, (uintptr_t) into,
                          call_key (at, name))
      && hwpgo_moved_add (&s->settled->moved, into, at.line, name) != 0)
    return -HWPGO_E_NOMEM;
  uint64_t *slot = name ? hwpgo_map_slot (&s->settled->calls, (uintptr_t) into,
                                          call_key (at, name))
                        : NULL;
  if (!slot)
    return -HWPGO_E_NOMEM;
  /* What ran was entered, though samples may not have seen it.  */
  uint64_t entries = hwpgo_function_entries (callee);
  if (entries == 0 && callee->total > 0)
    entries = 1;
  *slot = hwpgo_add (*slot, share (s, entries, copies));
  return 0;
}

/* Take over where the call of sample FROM went, as each of COPIES has it.  */
static int
settle_targets (struct settling *s, const struct hwpgo_sample *from,
                struct hwpgo_function *into, uint64_t copies)
{
  for (size_t i = 0; i < from->n_targets; i++)
    {
      const struct hwpgo_target *target = &from->targets[i];
      if (hwpgo_function_add_target (s->settled->profile, into, from->at,
                                     target->name, strlen (target->name),
                                     share (s, target->count, copies))
          != 0)
        return -HWPGO_E_NOMEM;
    }
  return 0;
}

static int settle_function (struct settling *s,
                            const struct hwpgo_function *from,
                            const struct hwpgo_function *context,
                            struct hwpgo_function *into);

/* Settle CALLEE, which was inlined somewhere, in its own record.  */
static int
settle_moved (struct settling *s, const struct hwpgo_function *callee)
{
  const char *name = name_of (s, callee);
  const struct hwpgo_function *context
      = hwpgo_profile_find (s->contexts->tree, name);
  if (!context)
    return settle_function (s, callee, NULL, NULL);
  struct hwpgo_function *into
      = hwpgo_profile_function (s->settled->profile, name, strlen (name));
  uint64_t *partial
      = into ? hwpgo_map_slot (&s->partial, (uintptr_t) into, 0) : NULL;
  if (!partial)
    return -HWPGO_E_NOMEM;
  *partial = 1;
  return settle_function (s, callee, context, into);
}

/* Settle what is inlined at CALL of a function that went to INTO, which
   stands for COPIES.  */
static int
settle_call (struct settling *s, const struct hwpgo_callsite *call,
             const struct hwpgo_function *context, struct hwpgo_function *into,
             uint64_t copies)
{
  const struct hwpgo_function *callee = call->callee;
  struct hwpgo_location at = call_place (call->at);
  const char *name = name_of (s, callee);
  const struct hwpgo_function *inlined = find_call (context, at, name);
  if (inlined)
    {
      struct hwpgo_function *below = hwpgo_function_callsite (
          s->settled->profile, into, at, name, strlen (name));
      return below ? settle_function (s, callee, inlined, below)
                   : -HWPGO_E_NOMEM;
    }
  if (into && note_call (s, into, at, callee, copies) != 0)
    return -HWPGO_E_NOMEM;
  return settle_moved (s, callee);
}

/* Settle FROM in INTO, where the unit has CONTEXT; both are NULL where it has
   nothing.  Recursion is as deep as the profile (HWPGO_MAX_INLINE_DEPTH).  */
static int
settle_function (struct settling *s, const struct hwpgo_function *from,
                 const struct hwpgo_function *context,
                 struct hwpgo_function *into)
{
  uint64_t copies = context && context->head > 1 ? context->head : 1;
  for (size_t i = 0; into && i < from->n_samples; i++)
    if (hwpgo_function_add_sample (s->settled->profile, into,
                                   from->samples[i].at,
                                   share (s, from->samples[i].count, copies))
            != 0
        || settle_targets (s, &from->samples[i], into, copies) != 0)
      return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < from->n_callsites; i++)
    if (settle_call (s, &from->callsites[i], context, into, copies) != 0)
      return -HWPGO_E_NOMEM;
  return 0;
}

static int
settle_all (struct settling *s, const struct hwpgo_profile *from)
{
  struct hwpgo_profile *to = s->settled->profile;
  for (size_t i = 0; i < from->n_functions; i++)
    {
      const struct hwpgo_function *f = from->functions[i];
      const char *name = name_of (s, f);
      const struct hwpgo_function *context
          = hwpgo_profile_find (s->contexts->tree, name);
      struct hwpgo_function *into
          = context ? hwpgo_profile_function (to, name, strlen (name)) : NULL;
      if (context && !into)
        return -HWPGO_E_NOMEM;
      if (into)
        into->head
            = hwpgo_add (into->head, hwpgo_settle_scale (f->head, s->shift));
      if (settle_function (s, f, context, into) != 0)
        return -HWPGO_E_NOMEM;
    }
  for (size_t i = 0; i < to->n_functions; i++)
    if (hwpgo_map_find (&s->partial, (uintptr_t) to->functions[i], 0))
      to->functions[i]->head = 0;
  hwpgo_profile_update_totals (to);
  return 0;
}

int
hwpgo_settle (struct hwpgo_settled *settled, const struct hwpgo_profile *from,
              const struct hwpgo_contexts *contexts, hwpgo_meaning *meaning,
              int shift)
{
  memset (settled, 0, sizeof *settled);
  struct settling s = { .settled = settled,
                        .contexts = contexts,
                        .meaning = meaning,
                        .shift = shift };
  settled->profile = hwpgo_profile_new ();
  int ret = settled->profile ? settle_all (&s, from) : -HWPGO_E_NOMEM;
  hwpgo_map_free (&s.partial);
  return ret;
}

void
hwpgo_settled_free (struct hwpgo_settled *settled)
{
  hwpgo_profile_free (settled->profile);
  hwpgo_map_free (&settled->calls);
  hwpgo_moved_free (&settled->moved);
  memset (settled, 0, sizeof *settled);
}

/* --- asking --------------------------------------------------------------*/

const struct hwpgo_function *
hwpgo_settled_function (const struct hwpgo_settled *settled,
                        const struct hwpgo_place *place)
{
  if (place->n_frames == 0)
    return NULL;
  size_t i = place->n_frames - 1;
  const struct hwpgo_function *f
      = hwpgo_profile_find (settled->profile, place->frames[i].function);
  for (; f && i > 0; i--)
    f = find_call (f, place->frames[i].at, place->frames[i - 1].function);
  return f;
}

bool
hwpgo_settled_call (const struct hwpgo_settled *settled,
                    const struct hwpgo_function *function,
                    struct hwpgo_location at, const char *callee,
                    uint64_t *count)
{
  const char *name
      = hwpgo_strings_find (&settled->profile->names, callee, strlen (callee));
  const uint64_t *found
      = name ? hwpgo_map_find (&settled->calls, (uintptr_t) function,
                               call_key (call_place (at), name))
             : NULL;
  if (found)
    *count = *found;
  return found != NULL;
}
