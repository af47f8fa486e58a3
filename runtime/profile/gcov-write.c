/* Write a profile for GCC's -fauto-profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   gcov.h has the grammar.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/profile/gcov.h"
#include "runtime/profile/summary.h"

struct writing
{
  const struct hwpgo_profile *profile; /* plain.  */
  unsigned version;
  FILE *out;
  const char **names; /* owned; that occur, in order.  */
  size_t n_names, capacity;
  struct hwpgo_map index; /* (interned name, 0) to its number, which begins
                             with 1.  */
  struct hwpgo_error *err;
};

static void
put_word (struct writing *w, uint32_t value)
{
  const uint8_t bytes[] = { (uint8_t) value, (uint8_t) (value >> 8),
                            (uint8_t) (value >> 16), (uint8_t) (value >> 24) };
  fwrite (bytes, 1, sizeof bytes, w->out);
}

static void
put_counter (struct writing *w, uint64_t value)
{
  put_word (w, (uint32_t) value);
  put_word (w, (uint32_t) (value >> 32));
}

static void
put_string (struct writing *w, const char *text)
{
  static const char zeros[4];
  size_t n = strlen (text) + 1;
  size_t padding = w->version == 1 ? (4 - n % 4) % 4 : 0;
  put_word (w, (uint32_t) (w->version == 1 ? (n + padding) / 4 : n));
  fwrite (text, 1, n, w->out);
  fwrite (zeros, 1, padding, w->out);
}

/* --- names ---------------------------------------------------------------
 */

static bool
note_name (struct writing *w, const char *name)
{
  uint64_t *slot = hwpgo_map_slot (&w->index, (uintptr_t) name, 0);
  if (!slot || !HWPGO_GROW (w->names, w->capacity, w->n_names + 1))
    return false;
  if (*slot == 0)
    {
      *slot = 1;
      w->names[w->n_names++] = name;
    }
  return true;
}

static bool
note_names (struct writing *w, const struct hwpgo_function *f)
{
  bool ok = note_name (w, f->name);
  for (size_t i = 0; i < f->n_samples; i++)
    for (size_t t = 0; t < f->samples[i].n_targets && ok; t++)
      ok = note_name (w, f->samples[i].targets[t].name);
  for (size_t i = 0; i < f->n_callsites && ok; i++)
    ok = note_names (w, f->callsites[i].callee);
  return ok;
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static int
collect_names (struct writing *w)
{
  bool ok = true;
  for (size_t i = 0; i < w->profile->n_functions && ok; i++)
    ok = note_names (w, w->profile->functions[i]);
  if (!ok)
    return hwpgo_error_nomem (w->err);
  if (w->n_names > 1)
    qsort (w->names, w->n_names, sizeof *w->names, compare_names);
  /* Number 0 is the empty name, which GCC and dump_gcov expect.  */
  for (size_t i = 0; i < w->n_names; i++)
    *hwpgo_map_slot (&w->index, (uintptr_t) w->names[i], 0) = i + 1;
  return 0;
}

static uint32_t
number_of (const struct writing *w, const char *name)
{
  const uint64_t *slot = hwpgo_map_find (&w->index, (uintptr_t) name, 0);
  return slot ? (uint32_t) *slot : 0;
}

static void
write_names (struct writing *w)
{
  put_word (w, (uint32_t) HWPGO_GCOV_NAMES);
  put_word (w, 0);
  if (w->version >= 3)
    put_word (w, 0); /* no files.  */
  put_word (w, (uint32_t) w->n_names + 1);
  for (size_t i = 0; i <= w->n_names; i++)
    {
      put_string (w, i ? w->names[i - 1] : "");
      if (w->version >= 3)
        put_word (w, UINT32_MAX); /* of no file.  */
    }
}

/* --- functions -----------------------------------------------------------
 */

static int
put_place (struct writing *w, struct hwpgo_location at, const char *function)
{
  if (at.line > UINT16_MAX || at.discriminator > UINT16_MAX)
    return hwpgo_error_set (w->err, HWPGO_E_UNSUPPORTED, NULL,
                            "GCC reads no line offset and no discriminator "
                            "over 65535, and '%s' has %" PRIu32 ".%" PRIu32,
                            function, at.line, at.discriminator);
  put_word (w, at.line << 16 | at.discriminator);
  return 0;
}

static int
write_body (struct writing *w, const struct hwpgo_function *f)
{
  int ret = 0;
  put_word (w, number_of (w, f->name));
  put_word (w, (uint32_t) f->n_samples);
  put_word (w, (uint32_t) f->n_callsites);
  for (size_t i = 0; i < f->n_samples && ret == 0; i++)
    {
      const struct hwpgo_sample *s = &f->samples[i];
      ret = put_place (w, s->at, f->name);
      put_word (w, (uint32_t) s->n_targets);
      put_counter (w, s->count);
      for (size_t t = 0; t < s->n_targets; t++)
        {
          put_word (w, HWPGO_GCOV_INDIRECT_CALL);
          put_counter (w, number_of (w, s->targets[t].name));
          put_counter (w, s->targets[t].count);
        }
    }
  for (size_t i = 0; i < f->n_callsites && ret == 0; i++)
    {
      ret = put_place (w, f->callsites[i].at, f->name);
      if (ret == 0)
        ret = write_body (w, f->callsites[i].callee);
    }
  return ret;
}

static int
write_functions (struct writing *w)
{
  int ret = 0;
  put_word (w, (uint32_t) HWPGO_GCOV_FUNCTIONS);
  put_word (w, 0);
  put_word (w, (uint32_t) w->profile->n_functions);
  for (size_t i = 0; i < w->profile->n_functions && ret == 0; i++)
    {
      const struct hwpgo_function *f = w->profile->functions[i];
      put_counter (w, f->head);
      if (w->version >= 3)
        put_counter (w, 0); /* not known when it ran first.  */
      ret = write_body (w, f);
    }
  return ret;
}

/* --- what is told of all counts ------------------------------------------
 */

static void
write_summary (struct writing *w, const struct hwpgo_summary *s)
{
  uint64_t sum = 0, least;
  size_t n = 0;
  put_word (w, (uint32_t) HWPGO_GCOV_SUMMARY);
  put_counter (w, s->total);
  put_counter (w, s->max);
  put_counter (w, s->max_head);
  put_counter (w, s->n);
  put_counter (w, w->profile->n_functions);
  put_counter (w, hwpgo_summary_n_cutoffs);
  for (size_t i = 0; i < hwpgo_summary_n_cutoffs; i++)
    {
      hwpgo_summary_cut (s, hwpgo_summary_cutoffs[i], &n, &sum, &least);
      put_word (w, hwpgo_summary_cutoffs[i]);
      put_counter (w, least);
      put_counter (w, n);
    }
}

/* The counts that make up each 128th of the total.  GCC does not read it,
   dump_gcov does.  */
static void
write_working_set (struct writing *w, const struct hwpgo_summary *s)
{
  const uint32_t parts = HWPGO_GCOV_WORKING_SETS;
  uint64_t sum = 0, least;
  size_t n = 0;
  put_word (w, (uint32_t) HWPGO_GCOV_WORKING_SET);
  put_word (w, 3 * parts);
  for (uint32_t i = 1; i <= parts; i++)
    {
      hwpgo_summary_cut (s, 1000000 / parts * i, &n, &sum, &least);
      put_word (w, (uint32_t) n);
      put_counter (w, least);
    }
}

/* --- the whole -----------------------------------------------------------
 */

static int
write_all (struct writing *w, const struct hwpgo_summary *summary)
{
  put_word (w, HWPGO_GCOV_MAGIC);
  put_word (w, w->version);
  put_word (w, 0);
  if (w->version >= 3)
    write_summary (w, summary);
  write_names (w);
  int ret = write_functions (w);
  put_word (w, (uint32_t) HWPGO_GCOV_MODULES);
  put_word (w, 0);
  put_word (w, 0);
  write_working_set (w, summary);
  return ret;
}

static int
write_plain (struct writing *w)
{
  struct hwpgo_summary summary;
  int ret = collect_names (w);
  if (ret == 0)
    {
      ret = hwpgo_summary_make (&summary, w->profile);
      ret = ret ? hwpgo_error_nomem (w->err) : write_all (w, &summary);
      hwpgo_summary_free (&summary);
    }
  hwpgo_map_free (&w->index);
  free (w->names);
  return ret;
}

static unsigned
version_for (unsigned gcc)
{
  return gcc <= 11 ? 1 : gcc <= 15 ? 2 : 3;
}

/* PROFILE as hwpgo_gcov_plain makes it; COPIES add up first.  NULL when out of
   memory.  */
static struct hwpgo_profile *
make_plain (const struct hwpgo_profile *profile, unsigned gcc, bool copies)
{
  struct hwpgo_profile *plain = hwpgo_profile_new (), *sum = NULL;
  bool good = plain != NULL;
  if (good && copies)
    {
      sum = hwpgo_profile_new ();
      good = sum && hwpgo_gcov_sum_copies (sum, profile) == 0;
    }
  good = good && hwpgo_gcov_plain (plain, sum ? sum : profile, gcc) == 0;
  hwpgo_profile_free (sum);
  if (good)
    return plain;
  hwpgo_profile_free (plain);
  return NULL;
}

int
hwpgo_gcov_write (const struct hwpgo_profile *profile,
                  const struct hwpgo_write_options *options, FILE *out,
                  struct hwpgo_error *err)
{
  unsigned gcc
      = options && options->gcc ? options->gcc : HWPGO_GCOV_GCC_DEFAULT;
  if (profile->md5_names)
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, NULL,
                            "GCC needs the names of functions, and this "
                            "profile has hashes of them");
  struct hwpgo_profile *plain
      = make_plain (profile, gcc, options && options->copies);
  if (!plain)
    return hwpgo_error_nomem (err);
  struct writing w = {
    .profile = plain, .version = version_for (gcc), .out = out, .err = err
  };
  int ret = write_plain (&w);
  hwpgo_profile_free (plain);
  return ret;
}
