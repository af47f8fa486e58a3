/* Asking an alignment, and the places of lines that changed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/align.h"

#include <stdlib.h>
#include <string.h>

void
hwpgo_alignment_free (struct hwpgo_alignment *alignment)
{
  free (alignment->pairs);
  free (alignment->places);
  memset (alignment, 0, sizeof *alignment);
}

int32_t
hwpgo_alignment_line (const struct hwpgo_alignment *alignment, int32_t line)
{
  size_t low = 0, high = alignment ? alignment->n : 0;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (alignment->pairs[middle].from < line)
        low = middle + 1;
      else
        high = middle;
    }
  if (!alignment || alignment->n == 0)
    return line;
  const struct hwpgo_line_pair *pair = &alignment->pairs[low];
  if (low == alignment->n || pair->from != line)
    {
      if (low == 0)
        return line;
      pair--;
    }
  return pair->to == HWPGO_LINE_GONE ? HWPGO_LINE_GONE
                                     : line + (pair->to - pair->from);
}

void
hwpgo_alignment_reset (struct hwpgo_alignment *alignment)
{
  for (size_t i = 0; i < alignment->n; i++)
    alignment->pairs[i].to = alignment->pairs[i].from;
  alignment->n_places = 0;
}

bool
hwpgo_alignment_place (const struct hwpgo_alignment *alignment, int32_t *line,
                       uint32_t *discriminator)
{
  size_t low = 0, high = alignment ? alignment->n_places : 0;
  int32_t from = *line;
  *line = hwpgo_alignment_line (alignment, from);
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const struct hwpgo_place_pair *pair = &alignment->places[middle];
      if (pair->line < from
          || (pair->line == from && pair->from < *discriminator))
        low = middle + 1;
      else
        high = middle;
    }
  if (alignment && low < alignment->n_places
      && alignment->places[low].line == from
      && alignment->places[low].from == *discriminator)
    *discriminator = alignment->places[low].to;
  return *line != HWPGO_LINE_GONE && *discriminator != HWPGO_PLACE_GONE;
}

/* The call of CALLEE among those of RANGE, NULL if there is none that is in
   one known place.  */
static const struct hwpgo_outline_call *
find_call (const struct hwpgo_outline *o, struct hwpgo_outline_range range,
           const char *callee)
{
  for (size_t i = range.begin; i < range.end; i++)
    if (o->calls[i].callee == callee
        && o->calls[i].discriminator < HWPGO_CALL_SEVERAL)
      return &o->calls[i];
  return NULL;
}

/* Where the place FROM->places[I] is on its line, which is TO_LINE now.  */
static uint32_t
place_now (const struct hwpgo_outline *from, size_t i,
           const struct hwpgo_outline *to, int32_t to_line)
{
  const struct hwpgo_outline_place *p = &from->places[i];
  struct hwpgo_outline_range calls = hwpgo_outline_calls_of (from, p->line);
  struct hwpgo_outline_range now = hwpgo_outline_calls_of (to, to_line);
  bool taken = false;
  for (size_t k = calls.begin; k < calls.end; k++)
    {
      const struct hwpgo_outline_call *call = &from->calls[k];
      const struct hwpgo_outline_call *there
          = call->discriminator < HWPGO_CALL_SEVERAL && call->callee
                ? find_call (to, now, call->callee)
                : NULL;
      if (there && call->discriminator == p->discriminator)
        return there->discriminator;
      taken |= there && there->discriminator == p->discriminator;
    }
  return taken ? HWPGO_PLACE_GONE : p->discriminator;
}

/* So many places and calls of a line are looked at.  */
#define MAX_ON_LINE 64

/* True if a call among CALLS of FROM is at another place of TO_LINE.  */
static bool
calls_moved_p (const struct hwpgo_outline *from,
               struct hwpgo_outline_range calls,
               const struct hwpgo_outline *to, int32_t to_line)
{
  struct hwpgo_outline_range now = hwpgo_outline_calls_of (to, to_line);
  for (size_t i = calls.begin; i < calls.end && i < calls.begin + MAX_ON_LINE;
       i++)
    {
      const struct hwpgo_outline_call *call = &from->calls[i];
      const struct hwpgo_outline_call *there
          = call->callee && call->discriminator < HWPGO_CALL_SEVERAL
                ? find_call (to, now, call->callee)
                : NULL;
      if (there && there->discriminator != call->discriminator)
        return true;
    }
  return false;
}

bool
hwpgo_calls_stay (const struct hwpgo_outline *from,
                  const struct hwpgo_outline *to)
{
  for (size_t i = 0; i < from->n_calls; i++)
    if (calls_moved_p (from, (struct hwpgo_outline_range){ i, i + 1 }, to,
                       from->calls[i].line))
      return false;
  return true;
}

static bool
changed_p (const struct hwpgo_outline *from, struct hwpgo_outline_range r,
           const struct hwpgo_outline *to, int32_t to_line)
{
  struct hwpgo_outline_range calls
      = hwpgo_outline_calls_of (from, from->places[r.begin].line);
  if (r.end - r.begin > MAX_ON_LINE || calls.end - calls.begin > MAX_ON_LINE)
    return false;
  for (size_t i = r.begin; i < r.end; i++)
    if (!hwpgo_outline_has_place (to, to_line, from->places[i].discriminator))
      return true;
  return calls_moved_p (from, calls, to, to_line);
}

int
hwpgo_align_places (struct hwpgo_alignment *alignment,
                    const struct hwpgo_outline *from,
                    const struct hwpgo_outline *to)
{
  for (size_t i = 0; i < alignment->n; i++)
    {
      const struct hwpgo_line_pair *pair = &alignment->pairs[i];
      struct hwpgo_outline_range r
          = hwpgo_outline_places_of (from, pair->from);
      if (pair->to == HWPGO_LINE_GONE || r.begin == r.end
          || !changed_p (from, r, to, pair->to))
        continue;
      for (size_t k = r.begin; k < r.end; k++)
        {
          uint32_t now = place_now (from, k, to, pair->to);
          if (now == from->places[k].discriminator)
            continue;
          if (!HWPGO_GROW (alignment->places, alignment->places_capacity,
                           alignment->n_places + 1))
            return -HWPGO_E_NOMEM;
          alignment->places[alignment->n_places++] = (struct hwpgo_place_pair){
            pair->from, from->places[k].discriminator, now
          };
        }
    }
  return 0;
}
