/* What the contexts of a function say of one branch in it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/hints.h"

/* Contexts that have less than this part of the executions do not matter, so
   that no more than this number of them are asked.  */
#define PART_THAT_MATTERS 16

struct contexts
{
  const struct hwpgo_hint_source *source, *remembered;
  uint32_t mask;
  uint64_t least; /* executions that matter.  */
  bool predictable;
};

static bool
see_context (const struct hwpgo_place *context, uint64_t count, void *data)
{
  struct contexts *c = data;
  if (count >= c->least)
    c->predictable = hwpgo_hint_of_all (c->source, c->remembered, context,
                                        c->mask, true)
                         .verdict
                     == HWPGO_PREDICTABLE;
  return !c->predictable;
}

bool
hwpgo_hint_contexts_differ (const struct hwpgo_hint_source *source,
                            const struct hwpgo_hint_source *remembered,
                            const struct hwpgo_place *place, uint32_t mask)
{
  uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  if (!source->executions)
    return false;
  uint64_t all = hwpgo_hint_executions (source, place, base);
  struct contexts c = { source, remembered, mask, 1 + all / PART_THAT_MATTERS,
                        false };
  hwpgo_lookup_each_context (source->executions, place, base, see_context, &c);
  return c.predictable;
}
