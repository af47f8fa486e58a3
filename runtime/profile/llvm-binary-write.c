/* Write LLVM's binary form of a sample profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   llvm-binary.h has the grammar, llvm-binary-read.c is the mirror of this
   file.  */

#include "runtime/profile/llvm-write.h"
#include "runtime/profile/summary.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- names ---------------------------------------------------------------
 */

static int
add_name (struct hwpgo_llvm_writer *w, const char *name)
{
  uint64_t *slot = hwpgo_map_slot (&w->index, (uintptr_t) name, 0);
  if (!slot || !HWPGO_GROW (w->names, w->names_capacity, w->n_names + 1))
    return -HWPGO_E_NOMEM;
  if (*slot == 0)
    {
      *slot = 1;
      w->names[w->n_names++] = name;
    }
  return 0;
}

static int
add_names (struct hwpgo_llvm_writer *w, const struct hwpgo_function *f)
{
  int ret = add_name (w, f->name);
  for (size_t i = 0; i < f->n_samples && ret == 0; i++)
    for (size_t j = 0; j < f->samples[i].n_targets && ret == 0; j++)
      ret = add_name (w, f->samples[i].targets[j].name);
  for (size_t i = 0; i < f->n_callsites && ret == 0; i++)
    ret = add_names (w, f->callsites[i].callee);
  return ret;
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

int
hwpgo_llvm_writer_begin (struct hwpgo_llvm_writer *w,
                         const struct hwpgo_profile *profile,
                         struct hwpgo_error *err)
{
  memset (w, 0, sizeof *w);
  w->profile = profile;
  w->err = err;
  w->by_total = hwpgo_profile_by_total (profile);
  int ret = w->by_total ? 0 : -HWPGO_E_NOMEM;
  for (size_t i = 0; i < profile->n_functions && ret == 0; i++)
    ret = add_names (w, profile->functions[i]);
  if (ret)
    return hwpgo_error_nomem (err);
  for (size_t i = 0; i < w->n_names; i++)
    if (!*w->names[i])
      return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, NULL,
                              "a binary profile cannot hold a function "
                              "without a name");
  if (w->n_names > 1)
    qsort (w->names, w->n_names, sizeof *w->names, compare_names);
  for (size_t i = 0; i < w->n_names; i++)
    *hwpgo_map_slot (&w->index, (uintptr_t) w->names[i], 0) = i;
  return 0;
}

void
hwpgo_llvm_writer_end (struct hwpgo_llvm_writer *w)
{
  free (w->out.data);
  free (w->by_total);
  free (w->names);
  free (w->targets);
  free (w->places);
  hwpgo_map_free (&w->index);
}

void
hwpgo_llvm_write_names (struct hwpgo_llvm_writer *w, bool md5)
{
  hwpgo_put_uleb (&w->out, w->n_names);
  for (size_t i = 0; i < w->n_names; i++)
    if (md5)
      hwpgo_put_u64 (&w->out, hwpgo_profile_md5 (w->profile, w->names[i]));
    else
      hwpgo_put_bytes (&w->out, w->names[i], strlen (w->names[i]) + 1);
}

void
hwpgo_llvm_write_name (struct hwpgo_llvm_writer *w, const char *name)
{
  const uint64_t *i = hwpgo_map_find (&w->index, (uintptr_t) name, 0);
  hwpgo_put_uleb (&w->out, i ? *i : 0);
}

/* --- the summary ---------------------------------------------------------
 */

int
hwpgo_llvm_write_summary (struct hwpgo_llvm_writer *w)
{
  struct hwpgo_summary s;
  uint64_t sum = 0, least;
  size_t n = 0;
  int ret = hwpgo_summary_make (&s, w->profile);
  hwpgo_put_uleb (&w->out, s.total);
  hwpgo_put_uleb (&w->out, s.max);
  hwpgo_put_uleb (&w->out, s.max_head);
  hwpgo_put_uleb (&w->out, s.n);
  hwpgo_put_uleb (&w->out, w->profile->n_functions);
  hwpgo_put_uleb (&w->out, hwpgo_summary_n_cutoffs);
  for (size_t i = 0; i < hwpgo_summary_n_cutoffs; i++)
    {
      hwpgo_summary_cut (&s, hwpgo_summary_cutoffs[i], &n, &sum, &least);
      hwpgo_put_uleb (&w->out, hwpgo_summary_cutoffs[i]);
      hwpgo_put_uleb (&w->out, least);
      hwpgo_put_uleb (&w->out, n);
    }
  hwpgo_summary_free (&s);
  return ret ? hwpgo_error_nomem (w->err) : 0;
}

/* --- functions ------------------------------------------------------------
 */

static int
compare_targets (const void *a, const void *b)
{
  const struct hwpgo_target *s = a, *t = b;
  if (s->count != t->count)
    return s->count > t->count ? -1 : 1;
  return strcmp (s->name, t->name);
}

static void
write_place (struct hwpgo_llvm_writer *w, struct hwpgo_location at)
{
  hwpgo_put_uleb (&w->out, at.line);
  hwpgo_put_uleb (&w->out, at.discriminator);
}

static int
write_sample (struct hwpgo_llvm_writer *w, const struct hwpgo_sample *s)
{
  if (s->at.line > UINT16_MAX && !w->any_line)
    return hwpgo_error_set (w->err, HWPGO_E_UNSUPPORTED, NULL,
                            "LLVM reads no line offset over 65535 from this "
                            "format, and there is %" PRIu32,
                            s->at.line);
  if (!HWPGO_GROW (w->targets, w->targets_capacity, s->n_targets))
    return hwpgo_error_nomem (w->err);
  if (s->n_targets)
    memcpy (w->targets, s->targets, s->n_targets * sizeof *s->targets);
  if (s->n_targets > 1)
    qsort (w->targets, s->n_targets, sizeof *w->targets, compare_targets);
  write_place (w, s->at);
  hwpgo_put_uleb (&w->out, s->count);
  hwpgo_put_uleb (&w->out, s->n_targets);
  for (size_t i = 0; i < s->n_targets; i++)
    {
      hwpgo_llvm_write_name (w, w->targets[i].name);
      hwpgo_put_uleb (&w->out, w->targets[i].count);
    }
  return 0;
}

/* Remember that the record of F begins here.  */
static int
note_place (struct hwpgo_llvm_writer *w, const struct hwpgo_function *f,
            bool inlined)
{
  if (!w->note_places)
    return 0;
  const uint64_t *name = hwpgo_map_find (&w->index, (uintptr_t) f->name, 0);
  if (!HWPGO_GROW (w->places, w->places_capacity, w->n_places + 1))
    return hwpgo_error_nomem (w->err);
  w->places[w->n_places++] = (struct hwpgo_llvm_place){
    .name = name ? (size_t) *name : 0, .offset = w->out.n, .inlined = inlined
  };
  return 0;
}

static int
write_body (struct hwpgo_llvm_writer *w, const struct hwpgo_function *f)
{
  int ret = 0;
  hwpgo_llvm_write_name (w, f->name);
  hwpgo_put_uleb (&w->out, f->total);
  hwpgo_put_uleb (&w->out, f->n_samples);
  for (size_t i = 0; i < f->n_samples && ret == 0; i++)
    ret = write_sample (w, &f->samples[i]);
  hwpgo_put_uleb (&w->out, f->n_callsites);
  for (size_t i = 0; i < f->n_callsites && ret == 0; i++)
    {
      ret = note_place (w, f->callsites[i].callee, true);
      write_place (w, f->callsites[i].at);
      if (ret == 0)
        ret = write_body (w, f->callsites[i].callee);
    }
  return ret;
}

int
hwpgo_llvm_write_function (struct hwpgo_llvm_writer *w,
                           const struct hwpgo_function *function)
{
  int ret = note_place (w, function, false);
  hwpgo_put_uleb (&w->out, function->head);
  return ret ? ret : write_body (w, function);
}

/* --- the whole ------------------------------------------------------------
 */

void
hwpgo_llvm_write_magic (struct hwpgo_llvm_writer *w, uint64_t magic)
{
  hwpgo_put_uleb (&w->out, magic);
  hwpgo_put_uleb (&w->out, HWPGO_LLVM_VERSION);
}

int
hwpgo_llvm_binary_write (const struct hwpgo_profile *profile,
                         const struct hwpgo_write_options *options, FILE *out,
                         struct hwpgo_error *err)
{
  struct hwpgo_llvm_writer w;
  (void) options;
  int ret = hwpgo_llvm_writer_begin (&w, profile, err);
  hwpgo_llvm_write_magic (&w, HWPGO_LLVM_MAGIC (HWPGO_LLVM_BINARY));
  if (ret == 0)
    ret = hwpgo_llvm_write_summary (&w);
  hwpgo_llvm_write_names (&w, false);
  for (size_t i = 0; i < profile->n_functions && ret == 0; i++)
    ret = hwpgo_llvm_write_function (&w, w.by_total[i]);
  if (ret == 0 && w.out.no_memory)
    ret = hwpgo_error_nomem (err);
  if (ret == 0)
    fwrite (w.out.data, 1, w.out.n, out);
  hwpgo_llvm_writer_end (&w);
  return ret;
}
