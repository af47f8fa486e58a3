/* Which of the unit's inlined calls one of the profile is.
   SPDX-License-Identifier: GPL-2.0-or-later

   They are on one line and of one function.  Where there are several, their
   numbers tell, as far as they have any, and the line was not edited.  */

#include "plugin/settle-internal.h"
#include "runtime/base/bisect.h"

#include <string.h>

enum choice
{
  CHOOSE_SAME, /* the one that has its number.  */
  CHOOSE_OPEN, /* those whose number no call of the profile has.  */
  CHOOSE_ALL
};

/* The first of F's calls that is not in front of LINE.  */
static size_t
calls_of_line (const struct hwpgo_function *f, uint32_t line)
{
  size_t first;
  HWPGO_BISECT (first, f->n_callsites, i, f->callsites[i].at.line < line);
  return first;
}

/* So many callees of one call are looked at: a call through a pointer may have
   had several inlined, and they are asked for each sought one.  */
#define MAX_CALLEES 64

/* Has the profile a call with the number of CALL?  */
static bool
known_p (const struct hwpgo_sought *sought, const struct hwpgo_callsite *call)
{
  const struct hwpgo_function *f = sought->from;
  size_t first;
  HWPGO_BISECT (first, f->n_callsites, i,
                hwpgo_location_compare (f->callsites[i].at, call->at) < 0);
  for (size_t i = first;
       i < f->n_callsites && i < first + MAX_CALLEES
       && hwpgo_location_compare (f->callsites[i].at, call->at) == 0;
       i++)
    if (strcmp (hwpgo_meaning_of (sought->meaning,
                                  f->callsites[i].callee->name),
                sought->name)
        == 0)
      return true;
  return false;
}

static bool
chosen_p (const struct hwpgo_sought *sought, enum choice choice,
          const struct hwpgo_callsite *call)
{
  if (strcmp (call->callee->name, sought->name) != 0)
    return false;
  switch (choice)
    {
    case CHOOSE_SAME:
      return call->at.discriminator == sought->at.discriminator;
    case CHOOSE_OPEN:
      return !known_p (sought, call);
    default:
      return true;
    }
}

static uint64_t
copies_of (const struct hwpgo_callsite *call)
{
  return call->callee->head ? call->callee->head : 1;
}

/* How many copies the calls of CHOICE in CONTEXT have.  */
static uint64_t
count_chosen (const struct hwpgo_sought *sought, enum choice choice,
              const struct hwpgo_function *context)
{
  uint64_t n = 0;
  uint32_t line = sought->at.line;
  for (size_t i = calls_of_line (context, line);
       i < context->n_callsites && context->callsites[i].at.line == line; i++)
    if (chosen_p (sought, choice, &context->callsites[i]))
      n += copies_of (&context->callsites[i]);
  return n;
}

int
hwpgo_sought_each (const struct hwpgo_sought *sought,
                   const struct hwpgo_function *context, bool *found,
                   int (*visit) (const struct hwpgo_callsite *here,
                                 double part, void *data),
                   void *data)
{
  uint32_t line = sought->at.line;
  /* A call with a number is none that the profile has beside it.  */
  enum choice last = sought->at.discriminator ? CHOOSE_OPEN : CHOOSE_ALL;
  enum choice choice = CHOOSE_SAME;
  uint64_t copies = count_chosen (sought, choice, context);
  while (copies == 0 && choice < last)
    copies = count_chosen (sought, ++choice, context);
  *found = copies > 0;
  int ret = 0;
  for (size_t i = calls_of_line (context, line);
       *found && ret == 0 && i < context->n_callsites
       && context->callsites[i].at.line == line;
       i++)
    {
      const struct hwpgo_callsite *here = &context->callsites[i];
      if (chosen_p (sought, choice, here))
        ret = visit (here, (double) copies_of (here) / (double) copies, data);
    }
  return ret;
}
