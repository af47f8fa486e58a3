/* What of a profile is of this unit, where others have functions of the same
   name.
   SPDX-License-Identifier: GPL-2.0-or-later

   Every unit that includes a header has static functions of its own of the
   same source, and unrelated static functions often have one name, too.  The
   profile knows functions by name: in one record is what all of them did.

     1. What was inlined of such a function is of the unit of its caller.
     2. The body's own counts are of this unit as far as the calls of it are,
        where branch records have noted all calls.  Callers may be such
        functions themselves; a few rounds settle that, each of them over all
        calls.  */

#include "plugin/settle-internal.h"

#include <stdlib.h>
#include <string.h>

#define MAX_ROUNDS 8

/* The number of NAME; 0 if others call it, too.  */
static uint64_t
only_here (const struct hwpgo_contexts *contexts, const char *name)
{
  name = hwpgo_strings_find (&contexts->tree->names, name, strlen (name));
  const uint64_t *number
      = name ? hwpgo_map_find (&contexts->only_here, (uintptr_t) name, 0)
             : NULL;
  return number ? *number : 0;
}

/* True if the unit has a body of NAME, be it inlined.  */
static bool
known (const struct hwpgo_contexts *contexts, const char *name)
{
  return hwpgo_strings_find (&contexts->tree->names, name, strlen (name));
}

double
hwpgo_parts_of_record (const struct hwpgo_parts *parts, const char *name)
{
  uint64_t number = only_here (parts->contexts, name);
  if (!number)
    return known (parts->contexts, name);
  return parts->parts ? parts->parts[number - 1].part : 1;
}

double
hwpgo_parts_of_inlined (const struct hwpgo_parts *parts, const char *name,
                        double part)
{
  if (only_here (parts->contexts, name))
    return part;
  return known (parts->contexts, name) ? 1 : part;
}

/* --- calls ---------------------------------------------------------------*/

/* Add the calls in F, of which PART is of this unit, and that is inlined in a
   record of function TOP.  Recursion is as deep as the profile
   (HWPGO_MAX_INLINE_DEPTH).  */
static void
add_calls (struct hwpgo_parts *p, const struct hwpgo_function *f, double part,
           uint64_t top)
{
  for (size_t i = 0; part > 0 && i < f->n_samples; i++)
    for (size_t k = 0; k < f->samples[i].n_targets; k++)
      {
        const struct hwpgo_target *target = &f->samples[i].targets[k];
        uint64_t number = only_here (
            p->contexts, hwpgo_meaning_of (p->meaning, target->name));
        if (number && number == top)
          {
            p->parts[number - 1].itself += (double) target->count;
            p->parts[number - 1].rounded++;
          }
        else if (number)
          p->parts[number - 1].here += part * (double) target->count;
      }
  for (size_t i = 0; i < f->n_callsites; i++)
    {
      const struct hwpgo_function *callee = f->callsites[i].callee;
      const char *name = hwpgo_meaning_of (p->meaning, callee->name);
      add_calls (p, callee, hwpgo_parts_of_inlined (p, name, part), top);
    }
}

/* Of entries that are not recursive, those from here.  Without any, nothing
   is known; and as each count was rounded, the difference of entries and
   recursive calls may be off by one for each.  A sort that is called once, and a
   million times by itself, has no sample of that once.  */
static double
part_of (const struct hwpgo_part *f)
{
  double all = f->head - f->itself, off = f->rounded > 0 ? f->rounded + 1 : 0;
  return all <= off || f->here >= all ? 1 : f->here / all;
}

/* One round; true if something changed.  */
static bool
find_again (struct hwpgo_parts *p, const struct hwpgo_profile *from)
{
  size_t n = p->contexts->n_only_here;
  bool changed = false;
  for (size_t i = 0; i < n; i++)
    p->parts[i].here = p->parts[i].itself = p->parts[i].rounded = 0;
  for (size_t i = 0; i < from->n_functions; i++)
    {
      const struct hwpgo_function *f = from->functions[i];
      const char *name = hwpgo_meaning_of (p->meaning, f->name);
      add_calls (p, f, hwpgo_parts_of_record (p, name),
                 only_here (p->contexts, name));
    }
  for (size_t i = 0; i < n; i++)
    {
      double part = part_of (&p->parts[i]);
      changed |= part < p->parts[i].part;
      p->parts[i].part = part;
    }
  return changed;
}

int
hwpgo_parts_find (struct hwpgo_parts *parts, const struct hwpgo_profile *from,
                  const struct hwpgo_contexts *contexts,
                  hwpgo_meaning *meaning)
{
  size_t n = contexts->n_only_here;
  *parts = (struct hwpgo_parts){ contexts, meaning, NULL };
  if (!contexts->calls_noted || n == 0)
    return 0;
  parts->parts = calloc (n, sizeof *parts->parts);
  if (!parts->parts)
    return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < n; i++)
    parts->parts[i].part = 1;
  for (size_t i = 0; i < from->n_functions; i++)
    {
      const struct hwpgo_function *f = from->functions[i];
      uint64_t number
          = only_here (contexts, hwpgo_meaning_of (meaning, f->name));
      if (number)
        parts->parts[number - 1].head += (double) f->head;
    }
  for (int round = 0; round < MAX_ROUNDS && find_again (parts, from); round++)
    ;
  return 0;
}

void
hwpgo_parts_free (struct hwpgo_parts *parts)
{
  free (parts->parts);
  parts->parts = NULL;
}
