/* Profiles of code that has changed since: which functions, and how.
   SPDX-License-Identifier: GPL-2.0-or-later

     1. The outline of each function as the profile saw it, in all contexts
        together, since they are of one source (rematch-see.c).
     2. Where that does not fit the code, an alignment (align.c), if it fits
        better.
     3. The profile anew, with each line where the alignment has it.  */

#include "plugin/rematch-internal.h"

#include <stdlib.h>
#include <string.h>

struct hwpgo_code *
hwpgo_code_new (void)
{
  return calloc (1, sizeof (struct hwpgo_code));
}

void
hwpgo_code_free (struct hwpgo_code *code)
{
  if (!code)
    return;
  for (size_t i = 0; i < code->n; i++)
    {
      hwpgo_outline_free (&code->functions[i]->code);
      hwpgo_outline_free (&code->functions[i]->seen);
      hwpgo_alignment_free (&code->functions[i]->alignment);
    }
  free (code->functions);
  free (code->seen);
  free (code->renamed);
  hwpgo_map_free (&code->by_name);
  hwpgo_strings_free (&code->names);
  hwpgo_arena_free (&code->arena);
  free (code);
}

const char *
hwpgo_code_name (struct hwpgo_code *code, const char *name)
{
  return hwpgo_strings_intern (&code->names, name, strlen (name));
}

struct hwpgo_known *
hwpgo_code_find (const struct hwpgo_code *code, const char *name)
{
  name = hwpgo_strings_find (&code->names, name, strlen (name));
  const uint64_t *index
      = name ? hwpgo_map_find (&code->by_name, (uintptr_t) name, 0) : NULL;
  return index ? code->functions[*index] : NULL;
}

struct hwpgo_outline *
hwpgo_code_function (struct hwpgo_code *code, const char *name)
{
  struct hwpgo_known *f = hwpgo_code_add (code, name);
  if (!f)
    return NULL;
  f->here = true;
  return &f->code;
}

struct hwpgo_known *
hwpgo_code_add (struct hwpgo_code *code, const char *name)
{
  struct hwpgo_known *f = hwpgo_code_find (code, name);
  if (f)
    return f;
  name = hwpgo_code_name (code, name);
  f = hwpgo_arena_alloc (&code->arena, sizeof *f);
  uint64_t *index
      = name ? hwpgo_map_slot (&code->by_name, (uintptr_t) name, 0) : NULL;
  if (!f || !index
      || !HWPGO_GROW (code->functions, code->capacity, code->n + 1))
    return NULL;
  f->result.name = name;
  *index = code->n;
  code->functions[code->n++] = f;
  return f;
}

/* --- 2: how they changed -------------------------------------------------*/

/* A profile with at least so many call sites, of which under this part are in
   the code, is of other code.  A few may be missing in any: GCC has builtin
   functions become others, and code.  */
#define MIN_CALL_SITES 3
#define MIN_CALLS_FOUND 0.25

static bool
all_found_p (const struct hwpgo_outline *from, const struct hwpgo_outline *to,
             const struct hwpgo_fit *fit)
{
  return fit->call_sites_found == fit->call_sites
         && fit->samples_found == fit->samples
         && hwpgo_outline_within (from, to) && hwpgo_calls_stay (from, to);
}

/* An alignment is believed that finds so many lines or half as many calls
   more. One line may be wrong in any profile: the debug information of inlined
   code is incomplete.  */
#define MIN_GAIN 2

static bool
better_p (const struct hwpgo_fit *after, const struct hwpgo_fit *before)
{
  size_t now = after->lines_found + MIN_GAIN * after->call_sites_found;
  size_t then = before->lines_found + MIN_GAIN * before->call_sites_found;
  return now >= then + MIN_GAIN && after->lines_found > after->lines / 2
         && after->samples_found >= after->samples / 2;
}

/* True if CALL may be one somewhere in CODE.  */
static bool
called_p (const struct hwpgo_outline *code,
          const struct hwpgo_outline_call *call)
{
  for (size_t i = 0; i < code->n_calls; i++)
    if (code->calls[i].callee == call->callee
        || (code->calls[i].alone && call->alone))
      return true;
  return false;
}

/* So many calls are looked for before an alignment is just tried.  */
#define MAX_CALLS_TRIED 100

/* True if an alignment can find enough to be believed: most profiles of code
   that did not change lack something, too.  */
static bool
may_gain_p (const struct hwpgo_known *f, const struct hwpgo_fit *before)
{
  size_t gain = before->lines - before->lines_found, tried = 0;
  for (size_t i = 0; i < f->seen.n_calls && gain < MIN_GAIN; i++)
    {
      const struct hwpgo_outline_call *call = &f->seen.calls[i];
      if (hwpgo_outline_has_call (&f->code, call->line, call))
        continue;
      if (++tried > MAX_CALLS_TRIED || called_p (&f->code, call))
        gain += MIN_GAIN;
    }
  return gain >= MIN_GAIN;
}

/* True if a place with samples is elsewhere now.  */
static bool
moved_p (const struct hwpgo_known *f)
{
  for (size_t i = 0; i < f->seen.n_places; i++)
    {
      const struct hwpgo_outline_place *p = &f->seen.places[i];
      int32_t line = p->line;
      uint32_t discriminator = p->discriminator;
      if (p->count
          && (!hwpgo_alignment_place (&f->alignment, &line, &discriminator)
              || line != p->line || discriminator != p->discriminator))
        return true;
    }
  return false;
}

/* A profile that has lost some very hot lines is of this function all the
   same, if it has calls, nearly all of which are found, and most lines.  */
#define MIN_SURE_CALLS 0.75

static bool
sure_p (const struct hwpgo_fit *fit)
{
  return fit->call_sites > 0
         && (double) fit->call_sites_found
                >= MIN_SURE_CALLS * (double) fit->call_sites
         && fit->lines_found > fit->lines / 2;
}

/* Compare with the alignment, if what is as it was is not all.  */
static int
compare_lines (struct hwpgo_known *f)
{
  struct hwpgo_rematched *r = &f->result;
  r->before = r->after = hwpgo_outline_fit (&f->seen, &f->code, NULL);
  if (all_found_p (&f->seen, &f->code, &r->before))
    return 0;
  int ret = may_gain_p (f, &r->before)
                ? hwpgo_align (&f->alignment, &f->seen, &f->code)
                : hwpgo_align_as_is (&f->alignment, &f->seen);
  if (ret)
    return ret;
  r->after = hwpgo_outline_fit (&f->seen, &f->code, &f->alignment);
  if (r->after.call_sites >= MIN_CALL_SITES
      && (double) r->after.call_sites_found
             < MIN_CALLS_FOUND * (double) r->after.call_sites)
    {
      r->verdict = HWPGO_REMATCH_OTHER;
      r->after.samples_found = 0;
      return 0;
    }
  if (!better_p (&r->after, &r->before))
    hwpgo_alignment_reset (&f->alignment);
  ret = hwpgo_align_places (&f->alignment, &f->seen, &f->code);
  r->after = hwpgo_outline_fit (&f->seen, &f->code, &f->alignment);
  if (moved_p (f))
    r->verdict = HWPGO_REMATCH_MOVED;
  return ret;
}

static int
compare (struct hwpgo_known *f)
{
  f->result.verdict = HWPGO_REMATCH_FITS;
  int ret = compare_lines (f);
  f->result.sure
      = f->result.verdict != HWPGO_REMATCH_OTHER && sure_p (&f->result.after);
  return ret;
}

static int
by_name (const void *a, const void *b)
{
  const struct hwpgo_known *const *x = a, *const *y = b;
  return strcmp ((*x)->result.name, (*y)->result.name);
}

int
hwpgo_rematch (struct hwpgo_code *code, const struct hwpgo_profile *profile,
               const struct hwpgo_profile *converted, hwpgo_meaning *meaning,
               uint32_t mask)
{
  struct hwpgo_seeing s = { code, meaning, mask, converted };
  code->mask = mask;
  int ret = hwpgo_code_see (&s, profile);
  for (size_t i = 0; i < code->n_seen && ret == 0; i++)
    if (code->seen[i]->here)
      ret = compare (code->seen[i]);
  /* Of a bundle another part is read than of the same as text.  */
  if (code->n_seen > 0)
    qsort (code->seen, code->n_seen, sizeof *code->seen, by_name);
  return ret;
}

const struct hwpgo_rematched *
hwpgo_rematched (struct hwpgo_code *code, size_t i)
{
  if (i >= code->n_seen)
    return NULL;
  code->seen[i]->result.alignment = &code->seen[i]->alignment;
  return &code->seen[i]->result;
}

/* --- 3: the profile anew -------------------------------------------------*/

/* Beyond all lines that code can have.  */
#define GONE UINT32_MAX

struct applying
{
  const struct hwpgo_code *code;
  hwpgo_meaning *meaning;
  uint32_t mask; /* of discriminators.  */
  struct hwpgo_profile *to;
};

static struct hwpgo_location
place_now (const struct applying *a, const struct hwpgo_known *f,
           struct hwpgo_location at)
{
  int32_t line = hwpgo_outline_line (at.line);
  uint32_t number = at.discriminator & a->mask;
  if (!f || f->result.verdict == HWPGO_REMATCH_FITS)
    return at;
  if (f->result.verdict == HWPGO_REMATCH_OTHER
      || !hwpgo_alignment_place (&f->alignment, &line, &number))
    at.line = GONE;
  else
    {
      at.line = hwpgo_outline_offset (line);
      at.discriminator = (at.discriminator & ~a->mask) | number;
    }
  return at;
}

/* The number of a call is its column, which moves with no line.  */
static struct hwpgo_location
call_now (const struct hwpgo_known *f, struct hwpgo_location at)
{
  int32_t line;
  if (!f || f->result.verdict == HWPGO_REMATCH_FITS)
    return at;
  line = f->result.verdict == HWPGO_REMATCH_OTHER
             ? HWPGO_LINE_GONE
             : hwpgo_alignment_line (&f->alignment,
                                     hwpgo_outline_line (at.line));
  at.line = line == HWPGO_LINE_GONE ? GONE : hwpgo_outline_offset (line);
  return at;
}

static int
apply_sample (const struct applying *a, struct hwpgo_function *to,
              struct hwpgo_location at, const struct hwpgo_sample *sample)
{
  int ret = hwpgo_function_add_sample (a->to, to, at, sample->count);
  for (size_t i = 0; i < sample->n_targets && ret == 0; i++)
    ret = hwpgo_function_add_target (a->to, to, at, sample->targets[i].name,
                                     strlen (sample->targets[i].name),
                                     sample->targets[i].count);
  return ret;
}

/* Add FROM to TO.  Recursion is as deep as the profile
   (HWPGO_MAX_INLINE_DEPTH).  */
static int
apply_function (const struct applying *a, struct hwpgo_function *to,
                const struct hwpgo_function *from)
{
  const struct hwpgo_known *f
      = hwpgo_code_find (a->code, hwpgo_meaning_of (a->meaning, from->name));
  int ret = to ? 0 : -HWPGO_E_NOMEM;
  if (ret)
    return ret;
  to->head = hwpgo_add (to->head, from->head);
  to->checksum = from->checksum;
  to->has_checksum = from->has_checksum;
  to->attributes |= from->attributes;
  to->has_attributes |= from->has_attributes;
  for (size_t i = 0; i < from->n_samples && ret == 0; i++)
    ret = apply_sample (a, to, place_now (a, f, from->samples[i].at),
                        &from->samples[i]);
  for (size_t i = 0; i < from->n_callsites && ret == 0; i++)
    {
      const struct hwpgo_function *callee = from->callsites[i].callee;
      ret = apply_function (a,
                            hwpgo_function_callsite (
                                a->to, to, call_now (f, from->callsites[i].at),
                                callee->name, strlen (callee->name)),
                            callee);
    }
  return ret;
}

static bool
nothing_changes_p (const struct hwpgo_code *code)
{
  for (size_t i = 0; i < code->n_seen; i++)
    if (code->seen[i]->result.verdict != HWPGO_REMATCH_FITS)
      return false;
  return true;
}

int
hwpgo_rematch_apply (const struct hwpgo_code *code,
                     const struct hwpgo_profile *profile,
                     hwpgo_meaning *meaning, struct hwpgo_profile **to)
{
  int ret = 0;
  *to = NULL;
  if (nothing_changes_p (code))
    return 0;
  struct hwpgo_profile *new = hwpgo_profile_new ();
  if (!new)
    return -HWPGO_E_NOMEM;
  struct applying a = { code, meaning, code->mask, new };
  new->md5_names = profile->md5_names;
  new->fs_discriminators = profile->fs_discriminators;
  new->partial = profile->partial;
  hwpgo_profile_begin_bulk (new);
  for (size_t i = 0; i < profile->n_functions && ret == 0; i++)
    {
      const struct hwpgo_function *f = profile->functions[i];
      ret = apply_function (
          &a, hwpgo_profile_function (new, f->name, strlen (f->name)), f);
    }
  int ended = hwpgo_profile_end_bulk (new);
  ret = ret ? ret : ended;
  if (ret == 0)
    ret = hwpgo_profile_add_symbols (new, profile->symbols,
                                     profile->n_symbols);
  if (ret == 0)
    hwpgo_profile_update_totals (new);
  if (ret)
    hwpgo_profile_free (new);
  else
    *to = new;
  return ret;
}
