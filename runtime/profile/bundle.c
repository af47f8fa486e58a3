/* A bundle: the profiles of one recording, in a folder.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/bundle.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/base/file.h"
#include "runtime/profile/extbinary.h"
#include "runtime/profile/llvm-binary.h"
#include "runtime/profile/manifest.h"
#include "runtime/profile/summary.h"

static const struct
{
  const char *name, *file;
} kinds[HWPGO_KINDS] = {
  { "frequency", "frequency.prof" },
  { "mispredict", "mispredict.prof" },
  { "remembered-frequency", "remembered-frequency.prof" },
  { "remembered-mispredict", "remembered-mispredict.prof" },
  { "remembered-held", "remembered-held.prof" },
};

static const char manifest_name[] = "manifest";

/* All that a bundle may hold: what else is in a folder saves it from being
   replaced.  */
static const char *const entries[]
    = { manifest_name,
        "frequency.prof",
        "mispredict.prof",
        "remembered-frequency.prof",
        "remembered-mispredict.prof",
        "remembered-held.prof",
        NULL };

const char *
hwpgo_kind_name (enum hwpgo_kind kind)
{
  return kinds[kind].name;
}

const char *
hwpgo_kind_file (enum hwpgo_kind kind)
{
  return kinds[kind].file;
}

void
hwpgo_bundle_init (struct hwpgo_bundle *bundle)
{
  memset (bundle, 0, sizeof *bundle);
}

void
hwpgo_bundle_free (struct hwpgo_bundle *bundle)
{
  for (int k = 0; k < HWPGO_KINDS; k++)
    {
      hwpgo_profile_free (bundle->profiles[k]);
      hwpgo_extbinary_close (bundle->files[k]);
    }
  free (bundle->binaries);
  hwpgo_strings_free (&bundle->names);
  hwpgo_bundle_init (bundle);
}

/* No build id comes before any.  */
static int
compare_binaries (const void *x, const void *y)
{
  const struct hwpgo_binary *a = x, *b = y;
  int order = strcmp (a->path, b->path);
  return order ? order
               : strcmp (a->build_id ? a->build_id : "",
                         b->build_id ? b->build_id : "");
}

int
hwpgo_bundle_add_binaries (struct hwpgo_bundle *bundle,
                           const struct hwpgo_binary *binaries, size_t n)
{
  size_t total = bundle->n_binaries + n, kept = 0;
  if (n == 0)
    return 0;
  if (!HWPGO_GROW (bundle->binaries, bundle->binaries_capacity, total))
    return -HWPGO_E_NOMEM;
  struct hwpgo_binary *all = bundle->binaries;
  memcpy (all + bundle->n_binaries, binaries, n * sizeof *all);
  qsort (all, total, sizeof *all, compare_binaries);
  for (size_t i = 0; i < total; i++)
    if (kept == 0 || compare_binaries (&all[kept - 1], &all[i]) != 0)
      all[kept++] = all[i];
  bundle->n_binaries = kept;
  return 0;
}

int
hwpgo_bundle_add_binary (struct hwpgo_bundle *bundle, const char *path,
                         const char *build_id)
{
  struct hwpgo_binary b = { NULL, NULL };
  b.path = hwpgo_strings_intern (&bundle->names, path, strlen (path));
  if (build_id)
    b.build_id
        = hwpgo_strings_intern (&bundle->names, build_id, strlen (build_id));
  if (!b.path || (build_id && !b.build_id))
    return -HWPGO_E_NOMEM;
  return hwpgo_bundle_add_binaries (bundle, &b, 1);
}

double
hwpgo_bundle_period (const struct hwpgo_bundle *bundle, enum hwpgo_kind kind)
{
  const struct hwpgo_source *s = &bundle->sources[kind];
  if (s->samples == 0 || s->events == 0)
    return 1;
  return (double) s->events / (double) s->samples;
}

/* --- reading -------------------------------------------------------------
 */

/* If IN is a profile with an index, take it over: *FILE then has what PROFILE
   will need of it.  Else *FILE is NULL.  */
static int
open_indexed (struct hwpgo_extbinary **file, struct hwpgo_infile *in,
              struct hwpgo_profile *profile, struct hwpgo_error *err)
{
  struct hwpgo_llvm_summary counts = { .cutoff = HWPGO_HOT_CUTOFF };
  const struct hwpgo_profile_format *format
      = hwpgo_profile_recognise (in->data, in->size);
  *file = NULL;
  if (!format || format->read != hwpgo_extbinary_read)
    return 0;
  int ret
      = hwpgo_extbinary_open_data (file, in->path, in->data, in->size, err);
  if (ret == 0 && hwpgo_extbinary_indexed (*file)
      && hwpgo_extbinary_counts (*file, &counts))
    {
      hwpgo_extbinary_own (*file, in);
      return hwpgo_extbinary_adopt (*file, profile, err);
    }
  hwpgo_extbinary_close (*file);
  *file = NULL;
  return ret;
}

/* As hwpgo_profile_read_file, for what may be empty when EMPTY says so.  If
   FILE is not NULL, *FILE becomes what has been left for later, or NULL.  */
static int
read_profile (const char *path, bool empty, struct hwpgo_profile **profile,
              struct hwpgo_extbinary **file, struct hwpgo_error *err)
{
  struct hwpgo_infile in;
  struct hwpgo_extbinary *later = NULL;
  *profile = NULL;
  int ret = hwpgo_infile_open (&in, path, err);
  if (ret)
    return ret;
  struct hwpgo_profile *p = hwpgo_profile_new ();
  if (!p)
    ret = hwpgo_error_nomem (err);
  else if (in.size == 0 && !empty)
    ret = hwpgo_error_set (err, HWPGO_E_EMPTY, path,
                           "expected a sample profile");
  else
    {
      ret = file ? open_indexed (&later, &in, p, err) : 0;
      if (ret == 0 && !later)
        ret = hwpgo_profile_read (p, in.path, in.data, in.size, err);
    }
  hwpgo_infile_close (&in);
  if (ret)
    {
      hwpgo_extbinary_close (later);
      hwpgo_profile_free (p);
      return ret;
    }
  *profile = p;
  if (file)
    *file = later;
  return 0;
}

int
hwpgo_profile_read_file (const char *path, struct hwpgo_profile **profile,
                         struct hwpgo_error *err)
{
  return read_profile (path, false, profile, NULL, err);
}

/* Read what folder PATH holds into the empty BUNDLE, or leave functions for
   LATER.  */
static int
read_folder (struct hwpgo_bundle *bundle, const char *path, bool later,
             struct hwpgo_error *err)
{
  bool present[HWPGO_KINDS];
  struct hwpgo_infile in = { .data = NULL };
  char *file = hwpgo_path_join (path, manifest_name);
  struct stat st;
  int ret;
  if (!file)
    ret = hwpgo_error_nomem (err);
  else if (stat (file, &st) != 0)
    ret = hwpgo_error_set (err, HWPGO_E_NOT_FOUND, file,
                           "the folder is not a bundle");
  else
    ret = hwpgo_infile_open (&in, file, err);
  if (ret == 0)
    ret = hwpgo_manifest_read (bundle, present, file, in.data, in.size, err);
  hwpgo_infile_close (&in);
  free (file);
  for (int k = 0; k < HWPGO_KINDS && ret == 0; k++)
    if (present[k])
      {
        file = hwpgo_path_join (path, kinds[k].file);
        /* The manifest vouches for it: no samples is a result.  */
        ret = file ? read_profile (file, true, &bundle->profiles[k],
                                   later ? &bundle->files[k] : NULL, err)
                   : hwpgo_error_nomem (err);
        free (file);
      }
  return ret;
}

static int
read_bundle (struct hwpgo_bundle *bundle, const char *path, bool later,
             struct hwpgo_error *err)
{
  struct stat st;
  hwpgo_bundle_init (bundle);
  int ret = stat (path, &st) == 0 && S_ISDIR (st.st_mode)
                ? read_folder (bundle, path, later, err)
                : read_profile (
                    path, false, &bundle->profiles[HWPGO_FREQUENCY],
                    later ? &bundle->files[HWPGO_FREQUENCY] : NULL, err);
  if (ret)
    hwpgo_bundle_free (bundle);
  return ret;
}

int
hwpgo_bundle_read (struct hwpgo_bundle *bundle, const char *path,
                   struct hwpgo_error *err)
{
  return read_bundle (bundle, path, false, err);
}

/* --- reading in part -----------------------------------------------------
 */

int
hwpgo_bundle_open (struct hwpgo_bundle *bundle, const char *path,
                   struct hwpgo_error *err)
{
  return read_bundle (bundle, path, true, err);
}

int
hwpgo_bundle_open_profile (struct hwpgo_bundle *bundle, enum hwpgo_kind kind,
                           const char *path, struct hwpgo_error *err)
{
  hwpgo_profile_free (bundle->profiles[kind]);
  hwpgo_extbinary_close (bundle->files[kind]);
  bundle->files[kind] = NULL;
  memset (&bundle->sources[kind], 0, sizeof bundle->sources[kind]);
  return read_profile (path, false, &bundle->profiles[kind],
                       &bundle->files[kind], err);
}

int
hwpgo_bundle_load (struct hwpgo_bundle *bundle, const char *const *names,
                   size_t n, struct hwpgo_error *err)
{
  int ret = 0;
  for (int k = 0; k < HWPGO_KINDS && ret == 0; k++)
    if (bundle->files[k])
      ret = hwpgo_extbinary_load_unit (bundle->files[k], bundle->profiles[k],
                                       names, n, err);
  return ret;
}

int
hwpgo_bundle_forget (struct hwpgo_bundle *bundle, struct hwpgo_error *err)
{
  for (int k = 0; k < HWPGO_KINDS; k++)
    {
      struct hwpgo_profile *empty
          = bundle->files[k] ? hwpgo_profile_new () : NULL;
      if (bundle->files[k] && !empty)
        return hwpgo_error_nomem (err);
      if (!empty)
        continue;
      hwpgo_profile_free (bundle->profiles[k]);
      bundle->profiles[k] = empty;
    }
  return 0;
}

int
hwpgo_bundle_load_all (struct hwpgo_bundle *bundle, struct hwpgo_error *err)
{
  int ret = 0;
  for (int k = 0; k < HWPGO_KINDS && ret == 0; k++)
    if (bundle->files[k])
      ret = hwpgo_extbinary_load_all (bundle->files[k], bundle->profiles[k],
                                      err);
  return ret;
}

int
hwpgo_bundle_counts (const struct hwpgo_bundle *bundle, enum hwpgo_kind kind,
                     uint64_t *max, uint64_t *hot)
{
  struct hwpgo_llvm_summary counts = { .cutoff = HWPGO_HOT_CUTOFF };
  struct hwpgo_summary summary = { 0 };
  uint64_t sum = 0;
  size_t n = 0;
  int ret = 0;
  *max = *hot = 0;
  if (bundle->files[kind]
      && hwpgo_extbinary_counts (bundle->files[kind], &counts))
    {
      *max = counts.max;
      *hot = counts.least;
    }
  else if (bundle->profiles[kind])
    {
      ret = hwpgo_summary_make (&summary, bundle->profiles[kind]);
      *max = summary.max;
      if (ret == 0)
        hwpgo_summary_cut (&summary, HWPGO_HOT_CUTOFF, &n, &sum, hot);
    }
  hwpgo_summary_free (&summary);
  /* A thousandth less than a sum of 1 is nothing.  */
  *hot = *hot ? *hot : *max;
  return ret;
}

/* --- writing -------------------------------------------------------------
 */

/* Write the file NAME of BUNDLE in FOLDER: PROFILE, or the manifest when that
   is NULL.  */
static int
write_entry (const struct hwpgo_bundle *bundle,
             const struct hwpgo_profile *profile, const char *folder,
             const char *name, struct hwpgo_error *err)
{
  static const struct hwpgo_write_options options = { .index = true };
  struct hwpgo_outfile out;
  char *path = hwpgo_path_join (folder, name);
  if (!path)
    return hwpgo_error_nomem (err);
  int ret = hwpgo_outfile_open (&out, path, err);
  free (path);
  if (ret)
    return ret;
  if (profile)
    ret = hwpgo_extbinary_write (profile, &options, out.stream, err);
  else
    hwpgo_manifest_write (bundle, out.stream);
  if (ret == 0)
    return hwpgo_outfile_commit (&out, err);
  hwpgo_outfile_discard (&out);
  return ret;
}

int
hwpgo_bundle_check_output (const char *path, struct hwpgo_error *err)
{
  return hwpgo_outdir_check (path, entries, err);
}

int
hwpgo_bundle_write (const struct hwpgo_bundle *bundle, const char *path,
                    struct hwpgo_error *err)
{
  struct hwpgo_outdir dir;
  int ret = hwpgo_outdir_open (&dir, path, entries, err);
  if (ret)
    return ret;
  for (int k = 0; k < HWPGO_KINDS && ret == 0; k++)
    if (bundle->profiles[k])
      ret = write_entry (bundle, bundle->profiles[k], dir.temporary,
                         kinds[k].file, err);
  if (ret == 0)
    ret = write_entry (bundle, NULL, dir.temporary, manifest_name, err);
  if (ret == 0)
    return hwpgo_outdir_commit (&dir, entries, err);
  hwpgo_outdir_discard (&dir, entries);
  return ret;
}
