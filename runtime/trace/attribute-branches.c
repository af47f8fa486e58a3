/* Branches to functions: head counts, and the targets of calls.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "runtime/trace/attribute-parts.h"

/* The function that the branch RUN calls or jumps to, NULL if that is none.
   A jump back to the first instruction of its own function is a loop.  */
static const struct hwpgo_image_function *
callee_of (const struct hwpgo_binaries *binaries, const struct hwpgo_run *run,
           bool llvm, const struct hwpgo_traced **callee_binary)
{
  uint64_t to, from;
  const struct hwpgo_traced *t = hwpgo_binaries_at (binaries, run->end, &to);
  if (!t)
    return NULL;
  const struct hwpgo_image_function *f
      = hwpgo_image_function_at (t->image, to);
  if (!f || f->low != to || !f->entry)
    return NULL;
  *callee_binary = t;
  const struct hwpgo_traced *s
      = hwpgo_binaries_at (binaries, run->start, &from);
  if (s != t || hwpgo_image_function_at (s->image, from) != f)
    return f;
  if (llvm)
    return f;
  enum hwpgo_insn_kind kind = hwpgo_places_instruction (s->image, from).kind;
  return kind == HWPGO_INSN_CALL || kind == HWPGO_INSN_INDIRECT_CALL ? f
                                                                     : NULL;
}

/* A target goes where the call's count is: a copy with targets and no count
   would be one that did not run.  */
static bool
add_target (struct hwpgo_places *places, const struct hwpgo_told *told,
            uint64_t from, const char *callee, uint64_t weight)
{
  struct hwpgo_image_row row;
  if (!hwpgo_places_row_at (places, from, &row))
    return true;
  struct hwpgo_function *node = hwpgo_places_node (places, &row);
  struct hwpgo_location at
      = hwpgo_places_told (told, node, hwpgo_places_location (places, &row));
  return node
         && hwpgo_function_add_target (places->profile, node, at, callee,
                                       strlen (callee),
                                       hwpgo_weight_round (weight))
                == 0;
}

/* The name of the function that RUN calls through a stub, NULL if it does
   not.  */
static const char *
stub_callee (const struct hwpgo_binaries *binaries,
             const struct hwpgo_run *run)
{
  uint64_t to;
  const struct hwpgo_traced *t = hwpgo_binaries_at (binaries, run->end, &to);
  return t && !hwpgo_image_function_at (t->image, to)
             ? hwpgo_image_stub_name (t->image, to)
             : NULL;
}

/* Add the sums in HEADS, by name.  */
static bool
add_heads (struct hwpgo_places *places, const struct hwpgo_map *heads)
{
  for (size_t i = 0; i < heads->capacity; i++)
    {
      const struct hwpgo_map_entry *e = &heads->entries[i];
      if (!e->used)
        continue;
      const char *name = (const char *) (uintptr_t) e->a;
      struct hwpgo_function *f
          = hwpgo_profile_function (places->profile, name, strlen (name));
      if (!f)
        return false;
      f->head = hwpgo_add (f->head, hwpgo_weight_round (e->value));
    }
  return true;
}

/* Add RUN to HEADS, by the name's pointer, if it leads to a function of B, and
   to the targets of the place in B that it comes from.  */
static bool
add_branch (struct hwpgo_places *places, struct hwpgo_map *heads,
            const struct hwpgo_told *told,
            const struct hwpgo_binaries *binaries,
            const struct hwpgo_traced *b, const struct hwpgo_run *run)
{
  const struct hwpgo_traced *callee_binary;
  const struct hwpgo_image_function *f
      = callee_of (binaries, run, places->evidence->llvm, &callee_binary);
  if (f && callee_binary == b)
    {
      uint64_t *head
          = hwpgo_map_slot (heads, (uint64_t) (uintptr_t) f->name, 0);
      if (!head)
        return false;
      *head = hwpgo_add (*head, run->weight);
    }
  uint64_t from;
  if (hwpgo_binaries_at (binaries, run->start, &from) != b)
    return true;
  const char *name = f ? f->name : stub_callee (binaries, run);
  return !name || add_target (places, told, from, name, run->weight);
}

bool
hwpgo_attribute_branches (struct hwpgo_places *places,
                          const struct hwpgo_binaries *binaries,
                          const struct hwpgo_traced *b,
                          const struct hwpgo_evidence *evidence,
                          const struct hwpgo_told *told)
{
  const struct hwpgo_runs *branches = &evidence->branches;
  struct hwpgo_map heads = { 0 };
  bool good = true;
  for (size_t i = 0; i < branches->n && good; i++)
    good = add_branch (places, &heads, told, binaries, b,
                       &branches->items[i]);
  good = good && add_heads (places, &heads);
  hwpgo_map_free (&heads);
  return good;
}

void
hwpgo_attribute_raise_calls (struct hwpgo_function *f)
{
  for (size_t i = 0; i < f->n_samples; i++)
    {
      struct hwpgo_sample *s = &f->samples[i];
      uint64_t sum = 0;
      for (size_t j = 0; j < s->n_targets; j++)
        sum = hwpgo_add (sum, s->targets[j].count);
      if (sum > s->count)
        s->count = sum;
    }
}
