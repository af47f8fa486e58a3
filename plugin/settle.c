/* Bringing a profile to where a unit has its code now.
   SPDX-License-Identifier: GPL-2.0-or-later

   Where a node of the profile goes depends only on where its parent went:

     the unit has the call inlined there      under the parent, again
     it has not, and it has the callee        to the callee's own record
     it has neither                           nowhere, but its calls are
                                              looked at all the same
     it is in nothing that the unit has, and  nowhere, too
     the callee is inlined elsewhere

   as far as it is of this unit at all (settle-parts.c), so one walk over the
   profile does it, in any order with the same result.  */

#include "plugin/settle-internal.h"
#include "runtime/profile/discriminator.h"

#include <stdlib.h>
#include <string.h>

struct settling
{
  struct hwpgo_settled *settled;
  const struct hwpgo_contexts *contexts;
  hwpgo_meaning *meaning;
  int shift;
  struct hwpgo_parts parts;
  struct hwpgo_map unsplit; /* (a name that the contexts' tree interned) to
                               counts: see settle_head.  */
};

/* Where what is settled goes.  */
struct target
{
  const struct hwpgo_function *context; /* as the unit has it.  */
  struct hwpgo_function *into;          /* NULL, as is CONTEXT: nowhere.  */
  double part;                          /* of this unit.  */
  bool moved;                           /* from elsewhere.  */
};

/* The unit's name for F.  */
static const char *
name_of (const struct settling *s, const struct hwpgo_function *f)
{
  return hwpgo_meaning_of (s->meaning, f->name);
}

/* COUNT as each copy of TO has it.  */
static uint64_t
share (const struct settling *s, uint64_t count, const struct target *to)
{
  uint64_t scaled = hwpgo_settle_scale (count, s->shift);
  uint64_t copies
      = to->context && to->context->head > 1 ? to->context->head : 1;
  uint64_t part
      = to->part < 1 ? (uint64_t) ((double) scaled * to->part) : scaled;
  part /= copies;
  return part || !scaled ? part : 1;
}

/* Does F itself have anything of LINE, be it that it did not run?  */
static bool
line_seen_p (const struct hwpgo_function *f, uint32_t line)
{
  uint64_t count;
  return hwpgo_function_count (f, (struct hwpgo_location){ line, 0 }, 0,
                               &count);
}

/* How often CALLEE, which is NAME here, was entered for sure: the first place that
   a profile has of a function may be in a loop.  */
static uint64_t
sure_entries (const struct settling *s, const struct hwpgo_function *callee,
              const char *name)
{
  name = hwpgo_strings_find (&s->contexts->tree->names, name, strlen (name));
  const uint64_t *at
      = name ? hwpgo_map_find (&s->contexts->entries, (uintptr_t) name, 0)
             : NULL;
  uint64_t count = 0;
  if (at
      && !hwpgo_function_count (
          callee,
          (struct hwpgo_location){ (*at - 1) >> 32, (uint32_t) (*at - 1) },
          hwpgo_discriminator_mask (HWPGO_ROUND_BASE), &count))
    count = 0;
  return count;
}

/* Remember that the call at AT of FROM, which went to TO, went to CALLEE.  */
static int
note_call (struct settling *s, const struct hwpgo_function *from,
           const struct target *to, struct hwpgo_location at,
           const struct hwpgo_function *callee)
{
  const char *name = name_of (s, callee);
  name = hwpgo_strings_intern (&s->settled->profile->names, name,
                               strlen (name));
  struct hwpgo_call_key key = hwpgo_call_key (to->into, at, name);
  if (name && !hwpgo_map_find (&s->settled->calls, key.a, key.b)
      && hwpgo_moved_add (&s->settled->moved, to->into, at, name) != 0)
    return -HWPGO_E_NOMEM;
  uint64_t *slot
      = name ? hwpgo_map_slot (&s->settled->calls, key.a, key.b) : NULL;
  if (!slot)
    return -HWPGO_E_NOMEM;
  /* What ran was entered, though samples may not have seen it.  */
  uint64_t entries = hwpgo_function_entries (callee);
  if (entries == 0 && callee->total > 0)
    entries = 1;
  *slot = hwpgo_add (*slot, share (s, entries, to));
  uint64_t sure
      = line_seen_p (from, at.line) ? 0 : sure_entries (s, callee, name);
  if (sure == 0)
    return 0;
  slot = hwpgo_map_slot (&s->settled->alone, key.a, key.b);
  if (!slot)
    return -HWPGO_E_NOMEM;
  *slot = hwpgo_add (*slot, share (s, sure, to));
  return 0;
}

/* Take over where the call of sample FROM went.  */
static int
settle_targets (struct settling *s, const struct hwpgo_sample *from,
                const struct target *to)
{
  for (size_t i = 0; i < from->n_targets; i++)
    {
      const struct hwpgo_target *target = &from->targets[i];
      if (hwpgo_function_add_target (s->settled->profile, to->into, from->at,
                                     target->name, strlen (target->name),
                                     share (s, target->count, to))
          != 0)
        return -HWPGO_E_NOMEM;
    }
  return 0;
}

/* Add COUNT to what KEY has in MAP; 0 or -HWPGO_E_NOMEM.  */
static int
add_to (struct hwpgo_map *map, const void *key, uint64_t count)
{
  uint64_t *slot = hwpgo_map_slot (map, (uintptr_t) key, 0);
  if (!slot)
    return -HWPGO_E_NOMEM;
  *slot = hwpgo_add (*slot, count);
  return 0;
}

static int settle_function (struct settling *s,
                            const struct hwpgo_function *from,
                            struct target to);

/* Settle CALLEE, which was inlined somewhere and of which PART is of this
   unit, in its own record.  */
static int
settle_moved (struct settling *s, const struct hwpgo_function *callee,
              double part)
{
  const char *name = name_of (s, callee);
  struct target to = { .part = part };
  if (part > 0)
    to.context = hwpgo_profile_find (s->contexts->tree, name);
  if (to.context)
    {
      to.into
          = hwpgo_profile_function (s->settled->profile, name, strlen (name));
      if (!to.into)
        return -HWPGO_E_NOMEM;
      to.moved = true;
    }
  return settle_function (s, callee, to);
}

static bool
calls_p (const struct hwpgo_function *f, const char *name)
{
  for (size_t i = 0; i < f->n_samples; i++)
    for (size_t k = 0; k < f->samples[i].n_targets; k++)
      if (strcmp (f->samples[i].targets[k].name, name) == 0)
        return true;
  return false;
}

/* CALLEE is inlined where the unit has a head of function NAME inlined.  If
   the profiled build had not split NAME there, the other part, which has the
   record here, is missing what that did for this call.  */
static int
settle_head (struct settling *s, const struct hwpgo_function *callee,
             const char *name)
{
  if (!s->contexts->calls_noted || callee->total == 0
      || !hwpgo_contexts_name_in (s->contexts, &s->contexts->split, name)
      || calls_p (callee, callee->name))
    return 0;
  return add_to (
      &s->unsplit,
      hwpgo_strings_find (&s->contexts->tree->names, name, strlen (name)),
      hwpgo_settle_scale (callee->total, s->shift));
}

/* For settling what is inlined at a call in what the unit has there.  */
struct call_settling
{
  struct settling *s;
  const struct hwpgo_function *callee; /* in the profile.  */
  const char *name;
  const struct target *to; /* of the caller.  */
};

static int
settle_inlined (const struct hwpgo_callsite *here, double part, void *data)
{
  const struct call_settling *c = data;
  const struct target *to = c->to;
  struct hwpgo_function *below = hwpgo_function_callsite (
      c->s->settled->profile, to->into, here->at, c->name, strlen (c->name));
  return below ? settle_function (c->s, c->callee,
                                  (struct target){ here->callee, below,
                                                   part * to->part,
                                                   to->moved })
               : -HWPGO_E_NOMEM;
}

/* Settle what is inlined at CALL of FROM, which went to TO.  */
static int
settle_call (struct settling *s, const struct hwpgo_function *from,
             const struct hwpgo_callsite *call, const struct target *to)
{
  const struct hwpgo_function *callee = call->callee;
  struct hwpgo_location at = call->at;
  const char *name = name_of (s, callee);
  const struct hwpgo_sought sought = { from, s->meaning, at, name };
  struct call_settling inlined = { s, callee, name, to };
  bool found = false;
  int ret = to->context ? hwpgo_sought_each (&sought, to->context, &found,
                                             settle_inlined, &inlined)
                        : 0;
  if (ret || found)
    return ret ? ret : settle_head (s, callee, name);
  if (to->into && note_call (s, from, to, at, callee) != 0)
    return -HWPGO_E_NOMEM;
  if (!to->into
      && hwpgo_contexts_name_in (s->contexts, &s->contexts->elsewhere, name))
    return settle_function (s, callee, (struct target){ .part = to->part });
  return settle_moved (s, callee,
                       hwpgo_parts_of_inlined (&s->parts, name, to->part));
}

static int
settle_sample (struct settling *s, const struct hwpgo_sample *from,
               const struct target *to)
{
  struct hwpgo_sample sample = *from;
  uint64_t count = share (s, from->count, to);
  if (to->moved)
    {
      /* The copies, where there were some, were those of another body.  */
      uint32_t d = from->at.discriminator;
      bool copy = d != hwpgo_discriminator_until (d, HWPGO_ROUND_1, false);
      sample.at.discriminator
          = hwpgo_discriminator_until (d, HWPGO_ROUND_1, copy);
      if (add_to (&s->settled->partial, to->into, count) != 0)
        return -HWPGO_E_NOMEM;
    }
  int ret = hwpgo_function_add_sample (s->settled->profile, to->into,
                                       sample.at, count);
  return ret ? ret : settle_targets (s, &sample, to);
}

/* Settle FROM.  Recursion is as deep as the profile
   (HWPGO_MAX_INLINE_DEPTH).  */
static int
settle_function (struct settling *s, const struct hwpgo_function *from,
                 struct target to)
{
  for (size_t i = 0; to.into && i < from->n_samples; i++)
    if (settle_sample (s, &from->samples[i], &to) != 0)
      return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < from->n_callsites; i++)
    if (settle_call (s, from, &from->callsites[i], &to) != 0)
      return -HWPGO_E_NOMEM;
  return 0;
}

/* Settle record F.  */
static int
settle_record (struct settling *s, const struct hwpgo_function *f)
{
  const char *name = name_of (s, f);
  struct target to = { .part = hwpgo_parts_of_record (&s->parts, name) };
  if (to.part > 0)
    to.context = hwpgo_profile_find (s->contexts->tree, name);
  if (to.context)
    {
      to.into
          = hwpgo_profile_function (s->settled->profile, name, strlen (name));
      if (!to.into)
        return -HWPGO_E_NOMEM;
      if (f->head)
        to.into->head = hwpgo_add (to.into->head, share (s, f->head, &to));
    }
  return settle_function (s, f, to);
}

static int
settle_all (struct settling *s, const struct hwpgo_profile *from)
{
  struct hwpgo_profile *to = s->settled->profile;
  for (size_t i = 0; i < from->n_functions; i++)
    if (settle_record (s, from->functions[i]) != 0)
      return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < to->n_functions; i++)
    {
      struct hwpgo_function *f = to->functions[i];
      const char *name = hwpgo_strings_find (&s->contexts->tree->names,
                                             f->name, strlen (f->name));
      const uint64_t *lacks
          = name ? hwpgo_map_find (&s->unsplit, (uintptr_t) name, 0) : NULL;
      if (lacks && add_to (&s->settled->partial, f, *lacks) != 0)
        return -HWPGO_E_NOMEM;
      if (hwpgo_map_find (&s->settled->partial, (uintptr_t) f, 0))
        f->head = 0;
    }
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
  int ret = settled->profile
                ? hwpgo_parts_find (&s.parts, from, contexts, meaning)
                : -HWPGO_E_NOMEM;
  if (ret == 0)
    ret = settle_all (&s, from);
  hwpgo_parts_free (&s.parts);
  hwpgo_map_free (&s.unsplit);
  return ret;
}

void
hwpgo_settled_free (struct hwpgo_settled *settled)
{
  hwpgo_profile_free (settled->profile);
  hwpgo_map_free (&settled->calls);
  hwpgo_map_free (&settled->alone);
  hwpgo_moved_free (&settled->moved);
  hwpgo_map_free (&settled->partial);
  memset (settled, 0, sizeof *settled);
}
