/* The code of a unit, as far as settling asks: its functions and what is
   inlined in them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/settle-internal.h"

#include <stdlib.h>
#include <string.h>

struct hwpgo_contexts *
hwpgo_contexts_new (bool calls_noted)
{
  struct hwpgo_contexts *contexts = calloc (1, sizeof *contexts);
  if (!contexts)
    return NULL;
  contexts->calls_noted = calls_noted;
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
  hwpgo_map_free (&contexts->only_here);
  hwpgo_map_free (&contexts->entries);
  hwpgo_map_free (&contexts->elsewhere);
  hwpgo_map_free (&contexts->split);
  free (contexts);
}

int
hwpgo_contexts_add_function (struct hwpgo_contexts *contexts, const char *name,
                             bool only_here)
{
  const struct hwpgo_function *f
      = hwpgo_profile_function (contexts->tree, name, strlen (name));
  if (!f)
    return -HWPGO_E_NOMEM;
  const uint64_t *known
      = hwpgo_map_find (&contexts->only_here, (uintptr_t) f->name, 0);
  if (known && only_here)
    return 0;
  uint64_t *number
      = hwpgo_map_slot (&contexts->only_here, (uintptr_t) f->name, 0);
  if (!number)
    return -HWPGO_E_NOMEM;
  *number = only_here ? ++contexts->n_only_here : 0;
  return 0;
}

int
hwpgo_contexts_add_entry (struct hwpgo_contexts *contexts, const char *name,
                          struct hwpgo_location at)
{
  name = hwpgo_strings_intern (&contexts->tree->names, name, strlen (name));
  uint64_t *slot
      = name ? hwpgo_map_slot (&contexts->entries, (uintptr_t) name, 0) : NULL;
  if (!slot)
    return -HWPGO_E_NOMEM;
  *slot = 1 + ((uint64_t) at.line << 32 | at.discriminator);
  return 0;
}

/* Put NAME into SET of CONTEXTS.  */
static int
add_name (struct hwpgo_contexts *contexts, struct hwpgo_map *set,
          const char *name)
{
  name = hwpgo_strings_intern (&contexts->tree->names, name, strlen (name));
  uint64_t *slot = name ? hwpgo_map_slot (set, (uintptr_t) name, 0) : NULL;
  if (!slot)
    return -HWPGO_E_NOMEM;
  *slot = 1;
  return 0;
}

bool
hwpgo_contexts_name_in (const struct hwpgo_contexts *contexts,
                        const struct hwpgo_map *set, const char *name)
{
  name = hwpgo_strings_find (&contexts->tree->names, name, strlen (name));
  return name && hwpgo_map_find (set, (uintptr_t) name, 0);
}

int
hwpgo_contexts_inlined_elsewhere (struct hwpgo_contexts *contexts,
                                  const char *name)
{
  return add_name (contexts, &contexts->elsewhere, name);
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
                                      place->frames[i].at, callee,
                                      strlen (callee));
    }
  if (!node)
    return -HWPGO_E_NOMEM;
  node->head++;
  return 0;
}

/* Recursion is as deep as inlined calls are.  */
static int
add_calls_of_part (struct hwpgo_contexts *into, struct hwpgo_function *node,
                   const struct hwpgo_function *part)
{
  int ret = 0;
  if (node->head < part->head)
    node->head = part->head;
  for (size_t i = 0; i < part->n_callsites && ret == 0; i++)
    {
      const struct hwpgo_callsite *call = &part->callsites[i];
      const char *name = call->callee->name;
      struct hwpgo_function *below = hwpgo_function_callsite (
          into->tree, node, call->at, name, strlen (name));
      ret = below ? add_calls_of_part (into, below, call->callee)
                  : -HWPGO_E_NOMEM;
    }
  return ret;
}

int
hwpgo_contexts_add_parts (struct hwpgo_contexts *into,
                          const struct hwpgo_contexts *parts)
{
  int ret = 0;
  for (size_t i = 0; i < parts->tree->n_functions && ret == 0; i++)
    {
      const struct hwpgo_function *part = parts->tree->functions[i];
      const uint64_t *number
          = hwpgo_map_find (&parts->only_here, (uintptr_t) part->name, 0);
      ret = hwpgo_contexts_add_function (into, part->name,
                                         number && *number > 0);
      if (ret == 0)
        ret = add_name (into, &into->split, part->name);
      if (ret == 0)
        ret = add_calls_of_part (
            into, hwpgo_profile_find (into->tree, part->name), part);
    }
  return ret;
}
