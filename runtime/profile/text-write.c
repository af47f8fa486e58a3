/* Write LLVM's text form of a sample profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   text-read.c is the mirror of this file.  A function's samples come first,
   then its inlined calls, then its metadata.  */

#include "runtime/profile/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct writer
{
  FILE *out;
  struct hwpgo_error *err;
  bool checksums; /* write one for every function.  */

  struct hwpgo_target *targets; /* of one line, in order of output.  */
  size_t targets_capacity;
};

/* --- names ---------------------------------------------------------------
   A name that would read back as something else is refused.  No compiler
   makes one, but the name tables of damaged binaries may.  */

/* True if NAME holds what looks like the count of a target.  */
static bool
holds_count (const char *name)
{
  for (const char *p = name; (p = strchr (p, ':'));)
    {
      size_t digits = strspn (++p, "0123456789");
      if (digits && p[digits] == ' ')
        return true;
    }
  return false;
}

/* Refuse NAME when it does not fit its place, or when it has one of the
   characters of FIRST for its first.  */
static int
check_name (struct writer *w, const char *name, const char *first, bool fits)
{
  if (fits && *name && !strchr (first, *name) && !strchr (name, '\n'))
    return 0;
  return hwpgo_error_set (w->err, HWPGO_E_UNSUPPORTED, NULL,
                          "the text form cannot hold a function named '%.80s'",
                          name);
}

/* What starts with a digit is a count, but for the decimal of a hash.  */
static int
check_callsite (struct writer *w, const char *name)
{
  bool hash = name[strspn (name, "0123456789")] == '\0';
  return check_name (w, name, hash ? " " : " 0123456789",
                     strncmp (name, "vtables ", 8) != 0);
}

/* --- lines ---------------------------------------------------------------
 */

static void
write_location (struct writer *w, int depth, struct hwpgo_location at)
{
  fprintf (w->out, "%*s%" PRIu32, depth, "", at.line);
  /* An offset beyond 16 bits is legal only before a discriminator.  */
  if (at.discriminator || at.line > 0xffff)
    fprintf (w->out, ".%" PRIu32, at.discriminator);
  fputs (": ", w->out);
}

static int
compare_counts (const void *a, const void *b)
{
  const struct hwpgo_target *s = a, *t = b;
  if (s->count != t->count)
    return s->count > t->count ? -1 : 1;
  return strcmp (s->name, t->name);
}

static int
write_sample (struct writer *w, const struct hwpgo_sample *s, int depth)
{
  int ret = 0;
  size_t n = s->n_targets;
  if (!HWPGO_GROW (w->targets, w->targets_capacity, n))
    return hwpgo_error_nomem (w->err);
  if (n)
    memcpy (w->targets, s->targets, n * sizeof *s->targets);
  if (n > 1)
    qsort (w->targets, n, sizeof *w->targets, compare_counts);
  write_location (w, depth, s->at);
  fprintf (w->out, "%" PRIu64, s->count);
  for (size_t i = 0; i < n && ret == 0; i++)
    {
      const struct hwpgo_target *t = &w->targets[i];
      ret = check_name (w, t->name, " :", !holds_count (t->name));
      fprintf (w->out, " %s:%" PRIu64, t->name, t->count);
    }
  putc ('\n', w->out);
  return ret;
}

/* What follows the name of F and its counts; its lines have DEPTH blanks.  */
static int
write_body (struct writer *w, const struct hwpgo_function *f, int depth)
{
  int ret = 0;
  for (size_t i = 0; i < f->n_samples && ret == 0; i++)
    ret = write_sample (w, &f->samples[i], depth);
  for (size_t i = 0; i < f->n_callsites && ret == 0; i++)
    {
      const struct hwpgo_callsite *c = &f->callsites[i];
      write_location (w, depth, c->at);
      fprintf (w->out, "%s:%" PRIu64 "\n", c->callee->name, c->callee->total);
      ret = check_callsite (w, c->callee->name);
      if (ret == 0)
        ret = write_body (w, c->callee, depth + 1);
    }
  if (w->checksums)
    fprintf (w->out, "%*s!CFGChecksum: %" PRIu64 "\n", depth, "",
             f->has_checksum ? f->checksum : 0);
  if (f->has_attributes && f->attributes)
    fprintf (w->out, "%*s!Attributes: %" PRIu32 "\n", depth, "",
             f->attributes);
  return ret;
}

/* --- the whole ------------------------------------------------------------
 */

/* LLVM takes a profile for one of probes when an outermost function has a
   checksum, and then writes one for each function.  */
static bool
has_checksums (const struct hwpgo_profile *profile)
{
  for (size_t i = 0; i < profile->n_functions; i++)
    if (profile->functions[i]->has_checksum)
      return true;
  return false;
}

int
hwpgo_text_write (const struct hwpgo_profile *profile, FILE *out,
                  struct hwpgo_error *err)
{
  struct writer w = { .out = out, .err = err };
  struct hwpgo_function **all = hwpgo_profile_by_total (profile);
  if (!all)
    return hwpgo_error_nomem (err);
  w.checksums = has_checksums (profile);
  int ret = 0;
  for (size_t i = 0; i < profile->n_functions && ret == 0; i++)
    {
      const struct hwpgo_function *f = all[i];
      ret = check_name (&w, f->name, " #[", true);
      fprintf (out, "%s:%" PRIu64 ":%" PRIu64 "\n", f->name, f->total,
               f->head);
      if (ret == 0)
        ret = write_body (&w, f, 1);
    }
  free (w.targets);
  free (all);
  return ret;
}
