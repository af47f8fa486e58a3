/* Finding a place of the program in a profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/settle-internal.h"

#include <stdlib.h>
#include <string.h>

/* A function of the profile in one context.  PARENT is the index of the
   function that it was inlined into at AT; outermost ones have NO_NODE.  NEXT
   is the next node of the same name.  */
struct node
{
  const struct hwpgo_function *function;
  const char *name; /* its meaning, interned.  */
  size_t parent, next;
  struct hwpgo_location at;
  size_t body_frames; /* of what it is in the unit; 0: not known.  */
};

#define NO_NODE SIZE_MAX

struct hwpgo_lookup
{
  const struct hwpgo_profile *profile;
  struct node *nodes;
  size_t n_nodes, capacity;
  hwpgo_meaning *meaning;
  struct hwpgo_strings names;
  struct hwpgo_map by_name; /* (interned name, 0) to node index.  */
};

static bool
add_node (struct hwpgo_lookup *lookup, const struct hwpgo_function *function,
          size_t parent, struct hwpgo_location at)
{
  const char *name
      = lookup->meaning ? lookup->meaning (function->name) : function->name;
  name = hwpgo_strings_intern (&lookup->names, name, strlen (name));
  uint64_t *slot
      = name ? hwpgo_map_slot (&lookup->by_name, (uintptr_t) name, 0) : NULL;
  if (!slot
      || !HWPGO_GROW (lookup->nodes, lookup->capacity, lookup->n_nodes + 1))
    return false;
  /* The slot holds the index plus one, so that a new one means none.  */
  lookup->nodes[lookup->n_nodes]
      = (struct node){ .function = function,
                       .name = name,
                       .parent = parent,
                       .next = *slot ? *slot - 1 : NO_NODE,
                       .at = at };
  *slot = ++lookup->n_nodes;
  return true;
}

/* The list of nodes is its own work list, so depth costs no stack.  */
static bool
add_all (struct hwpgo_lookup *lookup)
{
  const struct hwpgo_profile *profile = lookup->profile;
  const struct hwpgo_location nowhere = { 0, 0 };
  for (size_t i = 0; i < profile->n_functions; i++)
    if (!add_node (lookup, profile->functions[i], NO_NODE, nowhere))
      return false;
  for (size_t i = 0; i < lookup->n_nodes; i++)
    {
      const struct hwpgo_function *f = lookup->nodes[i].function;
      for (size_t k = 0; k < f->n_callsites; k++)
        if (!add_node (lookup, f->callsites[k].callee, i, f->callsites[k].at))
          return false;
    }
  return true;
}

struct hwpgo_lookup *
hwpgo_lookup_new (const struct hwpgo_profile *profile, hwpgo_meaning *meaning)
{
  struct hwpgo_lookup *lookup = calloc (1, sizeof *lookup);
  if (!lookup)
    return NULL;
  lookup->profile = profile;
  lookup->meaning = meaning;
  if (!add_all (lookup))
    {
      hwpgo_lookup_free (lookup);
      return NULL;
    }
  return lookup;
}

void
hwpgo_lookup_free (struct hwpgo_lookup *lookup)
{
  if (!lookup)
    return;
  free (lookup->nodes);
  hwpgo_strings_free (&lookup->names);
  hwpgo_map_free (&lookup->by_name);
  free (lookup);
}

static int
take_first (const struct hwpgo_callsite *here, double part, void *data)
{
  const struct hwpgo_function **body = data;
  (void) part;
  *body = here->callee;
  return 1;
}

/* What NODE is in a unit, where its parent is PARENT with PARENT_BODY; NULL if it
   is not there.  Sets the number of its frames.  */
static const struct hwpgo_function *
find_body (const struct hwpgo_lookup *lookup,
           const struct hwpgo_contexts *contexts, struct node *node,
           const struct hwpgo_function *parent_body)
{
  const struct hwpgo_function *body = NULL;
  bool found;
  if (node->parent != NO_NODE && parent_body)
    {
      const struct node *parent = &lookup->nodes[node->parent];
      const struct hwpgo_sought sought
          = { parent->function, lookup->meaning, node->at, node->name };
      hwpgo_sought_each (&sought, parent_body, &found, take_first, &body);
      node->body_frames = parent->body_frames + 1;
    }
  if (!body)
    {
      body = hwpgo_profile_find (contexts->tree, node->name);
      node->body_frames = 1;
    }
  return body;
}

int
hwpgo_lookup_note_bodies (struct hwpgo_lookup *lookup,
                          const struct hwpgo_contexts *contexts)
{
  const struct hwpgo_function **bodies
      = calloc (lookup->n_nodes + 1, sizeof *bodies);
  if (!bodies)
    return -HWPGO_E_NOMEM;
  /* Callers come before what is inlined in them.  */
  for (size_t i = 0; i < lookup->n_nodes; i++)
    {
      struct node *node = &lookup->nodes[i];
      const struct hwpgo_function *parent
          = node->parent == NO_NODE ? NULL : bodies[node->parent];
      bodies[i] = find_body (lookup, contexts, node, parent);
    }
  free (bodies);
  return 0;
}

bool
hwpgo_lookup_bodies_p (const struct hwpgo_lookup *lookup)
{
  return lookup->n_nodes > 0 && lookup->nodes[0].body_frames > 0;
}

struct hwpgo_lookup_depth
hwpgo_lookup_deepest (const struct hwpgo_place *place)
{
  return (struct hwpgo_lookup_depth){ .frames = place->n_frames,
                                      .exact = true };
}

struct hwpgo_lookup_depth
hwpgo_lookup_widest (void)
{
  return (struct hwpgo_lookup_depth){ .frames = 1, .inlined = true };
}

bool
hwpgo_lookup_widen (struct hwpgo_lookup_depth *depth)
{
  if (depth->exact)
    depth->exact = false;
  else if (depth->frames > 1)
    {
      depth->frames--;
      depth->exact = true;
    }
  else if (!depth->inlined)
    depth->inlined = true;
  else
    return false;
  return true;
}

/* True if the context of node INDEX, whose function is that of frame 0,
   agrees with PLACE for DEPTH.  */
static bool
context_agrees (const struct hwpgo_lookup *lookup, size_t index,
                const struct hwpgo_place *place,
                struct hwpgo_lookup_depth depth)
{
  const struct node *node = &lookup->nodes[index];
  for (size_t i = 1; i < depth.frames; i++)
    {
      if (node->parent == NO_NODE
          || !hwpgo_same_call (node->at, place->frames[i].at))
        return false;
      node = &lookup->nodes[node->parent];
      if (strcmp (node->name, place->frames[i].function) != 0)
        return false;
    }
  return depth.exact ? node->parent == NO_NODE
                     : depth.inlined
                           || lookup->nodes[index].body_frames <= depth.frames;
}

/* The first node of the function that PLACE is in.  */
static size_t
first_node (const struct hwpgo_lookup *lookup, const struct hwpgo_place *place)
{
  const char *name = place->frames[0].function;
  name = hwpgo_strings_find (&lookup->names, name, strlen (name));
  const uint64_t *slot
      = name ? hwpgo_map_find (&lookup->by_name, (uintptr_t) name, 0) : NULL;
  return slot ? *slot - 1 : NO_NODE;
}

bool
hwpgo_lookup_at_depth (const struct hwpgo_lookup *lookup,
                       const struct hwpgo_place *place,
                       struct hwpgo_lookup_depth depth, uint32_t mask,
                       uint64_t *count)
{
  if (place->n_frames == 0 || depth.frames > place->n_frames)
    return false;
  bool found = false;
  uint64_t sum = 0, one;
  for (size_t i = first_node (lookup, place); i != NO_NODE;
       i = lookup->nodes[i].next)
    if (context_agrees (lookup, i, place, depth)
        && hwpgo_function_count (lookup->nodes[i].function,
                                 place->frames[0].at, mask, &one))
      {
        sum = hwpgo_add (sum, one);
        found = true;
      }
  if (found)
    *count = sum;
  return found;
}

uint64_t
hwpgo_lookup_copies (const struct hwpgo_lookup *lookup,
                     const struct hwpgo_place *place, enum hwpgo_round round)
{
  if (place->n_frames == 0)
    return 0;
  struct hwpgo_lookup_depth depth = hwpgo_lookup_deepest (place);
  uint64_t values = 0;
  do
    for (size_t i = first_node (lookup, place); i != NO_NODE;
         i = lookup->nodes[i].next)
      if (context_agrees (lookup, i, place, depth))
        values |= hwpgo_function_copies (lookup->nodes[i].function,
                                         place->frames[0].at, round);
  while (!values && hwpgo_lookup_widen (&depth));
  return values;
}

/* Put the frames around node INDEX into CONTEXT, from frame 1 on.  False if
   there are too many.  */
static bool
fill_context (const struct hwpgo_lookup *lookup, size_t index,
              struct hwpgo_place *context)
{
  const struct node *node = &lookup->nodes[index];
  for (context->n_frames = 1; node->parent != NO_NODE; context->n_frames++)
    {
      if (context->n_frames == HWPGO_PLACE_MAX_FRAMES)
        return false;
      struct hwpgo_place_frame *frame = &context->frames[context->n_frames];
      frame->at = node->at;
      node = &lookup->nodes[node->parent];
      frame->function = node->name;
    }
  return true;
}

void
hwpgo_lookup_each_context (
    const struct hwpgo_lookup *lookup, const struct hwpgo_place *place,
    uint32_t mask,
    bool (*visit) (const struct hwpgo_place *context, uint64_t count,
                   void *data),
    void *data)
{
  struct hwpgo_lookup_depth depth
      = { .frames = place->n_frames, .inlined = true };
  struct hwpgo_place context = { .frames = { place->frames[0] } };
  uint64_t count;
  if (place->n_frames == 0)
    return;
  for (size_t i = first_node (lookup, place); i != NO_NODE;
       i = lookup->nodes[i].next)
    if (context_agrees (lookup, i, place, depth)
        && hwpgo_function_count (lookup->nodes[i].function,
                                 place->frames[0].at, mask, &count)
        && fill_context (lookup, i, &context)
        && !visit (&context, count, data))
      return;
}
