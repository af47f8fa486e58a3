/* What a function looks like: its places and its calls.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/outline.h"

#include <stdlib.h>
#include <string.h>

int
hwpgo_outline_add_place (struct hwpgo_outline *outline,
                         struct hwpgo_location at, uint64_t count)
{
  if (!HWPGO_GROW (outline->places, outline->places_capacity,
                   outline->n_places + 1))
    return -HWPGO_E_NOMEM;
  outline->places[outline->n_places++]
      = (struct hwpgo_outline_place){ hwpgo_outline_line (at.line),
                                      at.discriminator, count };
  return 0;
}

int
hwpgo_outline_add_call (struct hwpgo_outline *outline,
                        struct hwpgo_location at, const char *callee,
                        uint64_t count)
{
  if (!HWPGO_GROW (outline->calls, outline->calls_capacity,
                   outline->n_calls + 1))
    return -HWPGO_E_NOMEM;
  outline->calls[outline->n_calls++]
      = (struct hwpgo_outline_call){ .line = hwpgo_outline_line (at.line),
                                     .callee = callee,
                                     .discriminator = at.discriminator,
                                     .count = count };
  return 0;
}

static int
compare_places (const void *a, const void *b)
{
  const struct hwpgo_outline_place *p = a, *q = b;
  if (p->line != q->line)
    return p->line < q->line ? -1 : 1;
  return (p->discriminator > q->discriminator)
         - (p->discriminator < q->discriminator);
}

/* By name, so that the order does not depend on where names are in memory;
   calls through pointers come last.  */
static int
compare_calls (const void *a, const void *b)
{
  const struct hwpgo_outline_call *p = a, *q = b;
  if (p->line != q->line)
    return p->line < q->line ? -1 : 1;
  if (!p->callee || !q->callee)
    return !p->callee - !q->callee;
  return strcmp (p->callee, q->callee);
}

/* Add SECOND to FIRST, which is the same call.  */
static void
join_calls (struct hwpgo_outline_call *first,
            const struct hwpgo_outline_call *second)
{
  first->count = hwpgo_add (first->count, second->count);
  if (first->discriminator == HWPGO_CALL_SOMEWHERE)
    first->discriminator = second->discriminator;
  else if (second->discriminator != HWPGO_CALL_SOMEWHERE
           && second->discriminator != first->discriminator)
    first->discriminator = HWPGO_CALL_SEVERAL;
}

void
hwpgo_outline_finish (struct hwpgo_outline *outline)
{
  size_t kept = 0;
  if (outline->n_places > 1)
    qsort (outline->places, outline->n_places, sizeof *outline->places,
           compare_places);
  for (size_t i = 0; i < outline->n_places; i++)
    if (kept
        && compare_places (&outline->places[kept - 1], &outline->places[i])
               == 0)
      outline->places[kept - 1].count = hwpgo_add (
          outline->places[kept - 1].count, outline->places[i].count);
    else
      outline->places[kept++] = outline->places[i];
  outline->n_places = kept;
  kept = 0;
  if (outline->n_calls > 1)
    qsort (outline->calls, outline->n_calls, sizeof *outline->calls,
           compare_calls);
  for (size_t i = 0; i < outline->n_calls; i++)
    if (kept
        && compare_calls (&outline->calls[kept - 1], &outline->calls[i]) == 0)
      join_calls (&outline->calls[kept - 1], &outline->calls[i]);
    else
      outline->calls[kept++] = outline->calls[i];
  outline->n_calls = kept;
}

void
hwpgo_outline_free (struct hwpgo_outline *outline)
{
  free (outline->places);
  free (outline->calls);
  memset (outline, 0, sizeof *outline);
}

struct hwpgo_outline_range
hwpgo_outline_places_of (const struct hwpgo_outline *outline, int32_t line)
{
  size_t low = 0, high = outline->n_places;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (outline->places[middle].line < line)
        low = middle + 1;
      else
        high = middle;
    }
  while (high < outline->n_places && outline->places[high].line == line)
    high++;
  return (struct hwpgo_outline_range){ low, high };
}

struct hwpgo_outline_range
hwpgo_outline_calls_of (const struct hwpgo_outline *outline, int32_t line)
{
  size_t low = 0, high = outline->n_calls;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (outline->calls[middle].line < line)
        low = middle + 1;
      else
        high = middle;
    }
  while (high < outline->n_calls && outline->calls[high].line == line)
    high++;
  return (struct hwpgo_outline_range){ low, high };
}

void
hwpgo_outline_forget_calls (struct hwpgo_outline *outline, int32_t line)
{
  struct hwpgo_outline_range r = hwpgo_outline_calls_of (outline, line);
  size_t gone = r.end - r.begin;
  if (gone == 0)
    return;
  for (size_t i = r.end; i < outline->n_calls; i++)
    outline->calls[i - gone] = outline->calls[i];
  outline->n_calls -= gone;
}

bool
hwpgo_outline_has_place (const struct hwpgo_outline *outline, int32_t line,
                         uint32_t discriminator)
{
  struct hwpgo_outline_range r = hwpgo_outline_places_of (outline, line);
  for (size_t i = r.begin; i < r.end; i++)
    if (outline->places[i].discriminator == discriminator)
      return true;
  return false;
}

bool
hwpgo_outline_has_call (const struct hwpgo_outline *outline, int32_t line,
                        const struct hwpgo_outline_call *call)
{
  struct hwpgo_outline_range r = hwpgo_outline_calls_of (outline, line);
  for (size_t i = r.begin; i < r.end; i++)
    {
      const struct hwpgo_outline_call *there = &outline->calls[i];
      if (!there->callee || there->callee == call->callee
          || (there->alone && call->alone))
        return true;
    }
  return false;
}

bool
hwpgo_outline_within (const struct hwpgo_outline *part,
                      const struct hwpgo_outline *outline)
{
  for (size_t i = 0; i < part->n_places; i++)
    if (!hwpgo_outline_has_place (outline, part->places[i].line,
                                  part->places[i].discriminator))
      return false;
  return true;
}
