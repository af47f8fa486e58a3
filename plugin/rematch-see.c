/* The outlines of functions as a profile saw them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/rematch-internal.h"

#include <string.h>

/* What GCC calls in the place of loops that fill, copy, compare or search, and of
   assignments.  */
static const char *const made_of_code[]
    = {
#define HWPGO_MADE_CALL(name, of_loops) name,
#include "plugin/made-calls.def"
#undef HWPGO_MADE_CALL
      };

/* Is NAME such a function, that CODE does not call?  Then the profile's calls say
   nothing about what CODE was.  */
static bool
made_p (const char *name, const struct hwpgo_outline *code)
{
  bool known = false;
  for (size_t i = 0; i < sizeof made_of_code / sizeof *made_of_code; i++)
    known |= strcmp (name, made_of_code[i]) == 0;
  for (size_t i = 0; i < code->n_calls && known; i++)
    known = !code->calls[i].callee || strcmp (code->calls[i].callee, name) != 0;
  return known;
}

static int
see_call (const struct hwpgo_seeing *s, struct hwpgo_known *f,
          struct hwpgo_location at, const char *callee, uint64_t count)
{
  const char *name
      = hwpgo_code_name (s->code, hwpgo_meaning_of (s->meaning, callee));
  if (!name)
    return -HWPGO_E_NOMEM;
  return made_p (name, &f->code)
             ? 0
             : hwpgo_outline_add_call (&f->seen, at, name, count);
}

static int
see_body (const struct hwpgo_seeing *s, struct hwpgo_known *known,
          const struct hwpgo_function *f)
{
  int ret = 0;
  for (size_t i = 0; i < f->n_samples && ret == 0; i++)
    {
      const struct hwpgo_sample *sample = &f->samples[i];
      struct hwpgo_location at = sample->at;
      at.discriminator &= s->mask;
      ret = hwpgo_outline_add_place (&known->seen, at, sample->count);
      for (size_t k = 0; k < sample->n_targets && ret == 0; k++)
        ret = see_call (s, known, at, sample->targets[k].name,
                        sample->targets[k].count);
    }
  for (size_t i = 0; i < f->n_callsites && ret == 0; i++)
    {
      const struct hwpgo_callsite *call = &f->callsites[i];
      struct hwpgo_location at = { call->at.line, HWPGO_CALL_SOMEWHERE };
      if (call->callee->total)
        ret = see_call (s, known, at, call->callee->name,
                        hwpgo_function_entries (call->callee));
    }
  return ret;
}

/* Recursion is as deep as the profile (HWPGO_MAX_INLINE_DEPTH).  */
static int
see_function (const struct hwpgo_seeing *s, const struct hwpgo_function *f)
{
  struct hwpgo_code *code = s->code;
  struct hwpgo_known *known
      = hwpgo_code_find (code, hwpgo_meaning_of (s->meaning, f->name));
  int ret = 0;
  if (known && !known->in_profile)
    {
      if (!HWPGO_GROW (code->seen, code->seen_capacity, code->n_seen + 1))
        return -HWPGO_E_NOMEM;
      code->seen[code->n_seen++] = known;
      known->in_profile = true;
    }
  if (known)
    ret = see_body (s, known, f);
  for (size_t i = 0; i < f->n_callsites && ret == 0; i++)
    ret = see_function (s, f->callsites[i].callee);
  return ret;
}

/* Calls of both ways of a branch that F has converted may have become one,
   which is where the branch was: that says nothing about lines.  Recursion is
   as deep as the profile.  */
static void
forget_calls (const struct hwpgo_seeing *s, const struct hwpgo_function *f)
{
  struct hwpgo_known *known
      = hwpgo_code_find (s->code, hwpgo_meaning_of (s->meaning, f->name));
  for (size_t i = 0; i < f->n_samples && known; i++)
    hwpgo_outline_forget_calls (&known->seen,
                                hwpgo_outline_line (f->samples[i].at.line));
  for (size_t i = 0; i < f->n_callsites; i++)
    forget_calls (s, f->callsites[i].callee);
}

/* Note in CALLED, for key (callee, 1 or 0), what is called in the code or in
   the profile.  A function with a body is known whether it is called or not.
 */
static int
note_calls (const struct hwpgo_outline *o, bool code, struct hwpgo_map *called)
{
  for (size_t i = 0; i < o->n_calls; i++)
    if (o->calls[i].callee
        && !hwpgo_map_slot (called, (uintptr_t) o->calls[i].callee, code))
      return -HWPGO_E_NOMEM;
  return 0;
}

/* In the code, only what has a body here can be said to be new.  */
static void
mark_calls (const struct hwpgo_code *code, struct hwpgo_outline *o,
            bool in_code, const struct hwpgo_map *called)
{
  for (size_t i = 0; i < o->n_calls; i++)
    {
      const char *callee = o->calls[i].callee;
      const struct hwpgo_known *f
          = callee ? hwpgo_code_find (code, callee) : NULL;
      o->calls[i].alone
          = callee && !hwpgo_map_find (called, (uintptr_t) callee, !in_code)
            && (!in_code || (f && f->here));
    }
}

/* Mark the calls of functions that the other side does not know.  */
static int
mark_alone (struct hwpgo_code *code)
{
  struct hwpgo_map called = { 0 };
  int ret = 0;
  for (size_t i = 0; i < code->n && ret == 0; i++)
    {
      const struct hwpgo_known *f = code->functions[i];
      ret = note_calls (&f->code, true, &called);
      if (ret == 0)
        ret = note_calls (&f->seen, false, &called);
      if (ret == 0
          && ((f->here
               && !hwpgo_map_slot (&called, (uintptr_t) f->result.name, true))
              || (f->in_profile
                  && !hwpgo_map_slot (&called, (uintptr_t) f->result.name,
                                      false))))
        ret = -HWPGO_E_NOMEM;
    }
  for (size_t i = 0; i < code->n && ret == 0; i++)
    {
      mark_calls (code, &code->functions[i]->code, true, &called);
      mark_calls (code, &code->functions[i]->seen, false, &called);
    }
  hwpgo_map_free (&called);
  return ret;
}

int
hwpgo_code_see (const struct hwpgo_seeing *s,
                const struct hwpgo_profile *profile)
{
  struct hwpgo_code *code = s->code;
  int ret = 0;
  for (size_t i = 0; i < code->n; i++)
    {
      struct hwpgo_known *f = code->functions[i];
      hwpgo_outline_finish (&f->code);
      hwpgo_outline_free (&f->seen);
      hwpgo_alignment_free (&f->alignment);
      f->in_profile = false;
      f->result.verdict = HWPGO_REMATCH_FITS;
    }
  code->n_seen = 0;
  for (size_t i = 0; i < profile->n_functions && ret == 0; i++)
    ret = see_function (s, profile->functions[i]);
  for (size_t i = 0; i < code->n_seen; i++)
    hwpgo_outline_finish (&code->seen[i]->seen);
  for (size_t i = 0; s->converted && i < s->converted->n_functions; i++)
    forget_calls (s, s->converted->functions[i]);
  return ret ? ret : mark_alone (code);
}
