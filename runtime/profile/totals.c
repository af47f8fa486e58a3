/* Sums over a function, and the order that follows from them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/model.h"

#include <stdlib.h>
#include <string.h>

uint64_t
hwpgo_function_sum (const struct hwpgo_function *function)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < function->n_samples; i++)
    sum = hwpgo_add (sum, function->samples[i].count);
  for (size_t i = 0; i < function->n_callsites; i++)
    sum = hwpgo_add (sum, hwpgo_function_sum (function->callsites[i].callee));
  return sum;
}

uint64_t
hwpgo_function_entries (const struct hwpgo_function *function)
{
  if (function->head)
    return function->head;
  uint64_t count = 0;
  const struct hwpgo_callsite *c = function->callsites;
  /* Nothing is added to a null pointer, not even 0.  */
  const struct hwpgo_callsite *end = c ? c + function->n_callsites : c;
  if (function->n_samples
      && (c == end
          || hwpgo_location_compare (function->samples[0].at, c->at) < 0))
    count = function->samples[0].count;
  else
    /* The targets of one indirect call, promoted and inlined: a sum.  */
    for (struct hwpgo_location at
         = c != end ? c->at : (struct hwpgo_location){ 0 };
         c != end && hwpgo_location_compare (c->at, at) == 0; c++)
      count = hwpgo_add (count, hwpgo_function_entries (c->callee));
  return count ? count : function->total > 0;
}

/* Set the totals of FUNCTION and all below; returns the one of FUNCTION.  */
static uint64_t
update_total (struct hwpgo_function *function)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < function->n_samples; i++)
    sum = hwpgo_add (sum, function->samples[i].count);
  for (size_t i = 0; i < function->n_callsites; i++)
    sum = hwpgo_add (sum, update_total (function->callsites[i].callee));
  return function->total = sum;
}

void
hwpgo_profile_update_totals (struct hwpgo_profile *profile)
{
  for (size_t i = 0; i < profile->n_functions; i++)
    update_total (profile->functions[i]);
}

static int
compare_totals (const void *a, const void *b)
{
  const struct hwpgo_function *const *f = a, *const *g = b;
  if ((*f)->total != (*g)->total)
    return (*f)->total > (*g)->total ? -1 : 1;
  return strcmp ((*f)->name, (*g)->name);
}

struct hwpgo_function **
hwpgo_profile_by_total (const struct hwpgo_profile *profile)
{
  size_t n = profile->n_functions;
  struct hwpgo_function **all = malloc ((n ? n : 1) * sizeof *all);
  if (all && n)
    {
      memcpy (all, profile->functions, n * sizeof *all);
      qsort (all, n, sizeof *all, compare_totals);
    }
  return all;
}
