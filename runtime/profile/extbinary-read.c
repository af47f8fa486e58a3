/* Read LLVM's extensible binary form of a sample profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   extbinary.h has the grammar, extbinary-write.c is the mirror of this
   file.  */

#include "runtime/profile/extbinary-parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- opening --------------------------------------------------------------
 */

int
hwpgo_extbinary_open_data (struct hwpgo_extbinary **file, const char *path,
                           const void *data, size_t size,
                           struct hwpgo_error *err)
{
  *file = NULL;
  struct hwpgo_extbinary *f = calloc (1, sizeof *f);
  if (!f || !(f->path = strdup (path)))
    {
      free (f);
      return hwpgo_error_nomem (err);
    }
  f->data = data;
  f->size = size;
  int ret = hwpgo_extbinary_header (f, err);
  if (ret)
    hwpgo_extbinary_close (f);
  else
    *file = f;
  return ret;
}

int
hwpgo_extbinary_open (struct hwpgo_extbinary **file, const char *path,
                      struct hwpgo_error *err)
{
  struct hwpgo_infile in;
  *file = NULL;
  int ret = hwpgo_infile_open (&in, path, err);
  if (ret)
    return ret;
  ret = hwpgo_extbinary_open_data (file, path, in.data, in.size, err);
  if (ret)
    hwpgo_infile_close (&in);
  else
    hwpgo_extbinary_own (*file, &in);
  return ret;
}

void
hwpgo_extbinary_own (struct hwpgo_extbinary *file, struct hwpgo_infile *in)
{
  file->in = *in;
  *in = (struct hwpgo_infile){ .path = NULL };
}

void
hwpgo_extbinary_close (struct hwpgo_extbinary *file)
{
  if (!file)
    return;
  for (size_t i = 0; i < file->n_sections; i++)
    {
      free (file->sections[i].inflated);
      hwpgo_llvm_names_free (&file->sections[i].table);
    }
  free (file->sections);
  free (file->functions.items);
  free (file->metadata.items);
  hwpgo_infile_close (&file->in);
  free (file->path);
  free (file);
}

/* --- metadata -------------------------------------------------------------
   Read when the functions are there and sorted.  */

static int
read_marks (struct hwpgo_llvm_reader *r, uint64_t flags,
            struct hwpgo_function *f, int depth)
{
  struct hwpgo_location at;
  struct hwpgo_llvm_name name;
  if (depth >= HWPGO_MAX_INLINE_DEPTH)
    return hwpgo_llvm_malformed (r, "inlined calls more than %d deep",
                                 HWPGO_MAX_INLINE_DEPTH);
  uint64_t checksum
      = flags & HWPGO_METADATA_CHECKSUMS ? hwpgo_cursor_uleb (&r->in) : 0;
  uint64_t attributes
      = flags & HWPGO_METADATA_ATTRIBUTES ? hwpgo_cursor_uleb (&r->in) : 0;
  uint64_t n = hwpgo_cursor_uleb (&r->in);
  hwpgo_cursor_fits (&r->in, n, 4);
  int ret = hwpgo_llvm_check (r);
  if (ret)
    return ret;
  if (attributes > UINT32_MAX)
    return hwpgo_llvm_malformed (r, "attributes %" PRIu64, attributes);
  if (f && checksum)
    {
      f->has_checksum = true;
      f->checksum = checksum;
    }
  if (f && attributes)
    {
      f->has_attributes = true;
      f->attributes = (uint32_t) attributes;
    }
  for (; ret == 0 && n; n--)
    {
      ret = hwpgo_llvm_read_place (r, &at);
      if (ret == 0)
        ret = hwpgo_llvm_read_name (r, &name);
      if (ret == 0)
        ret = read_marks (
            r, flags, f ? hwpgo_function_find_callsite (f, at, name.text) : f,
            depth + 1);
    }
  return ret;
}

int
hwpgo_extbinary_marks (struct hwpgo_llvm_reader *r, uint64_t flags,
                       struct hwpgo_function *function)
{
  return read_marks (r, flags, function, 0);
}

static int
load_metadata (struct hwpgo_extbinary *file, struct hwpgo_section *s,
               struct hwpgo_profile *profile, struct hwpgo_error *err)
{
  struct hwpgo_llvm_reader r;
  struct hwpgo_llvm_name name;
  int ret = hwpgo_extbinary_begin (file, s, profile, &r, err);
  while (ret == 0 && hwpgo_cursor_left (&r.in))
    {
      ret = hwpgo_llvm_read_name (&r, &name);
      if (ret == 0)
        ret = hwpgo_extbinary_marks (&r, s->flags,
                                     hwpgo_profile_find (profile, name.text));
    }
  return ret;
}

/* --- all ------------------------------------------------------------------
 */

static int
load_functions (struct hwpgo_extbinary *file, struct hwpgo_section *s,
                struct hwpgo_profile *profile, struct hwpgo_error *err)
{
  struct hwpgo_llvm_reader r;
  struct hwpgo_llvm_name name;
  int ret = hwpgo_extbinary_begin (file, s, profile, &r, err);
  while (ret == 0 && hwpgo_cursor_left (&r.in))
    ret = hwpgo_llvm_read_function (&r, &name);
  return ret;
}

static int
load_sections (struct hwpgo_extbinary *file, enum hwpgo_section_type type,
               int (*load) (struct hwpgo_extbinary *, struct hwpgo_section *,
                            struct hwpgo_profile *, struct hwpgo_error *),
               struct hwpgo_profile *profile, struct hwpgo_error *err)
{
  int ret = 0;
  for (size_t i = 0; i < file->n_sections && ret == 0; i++)
    if (file->sections[i].type == type && file->sections[i].size)
      ret = load (file, &file->sections[i], profile, err);
  return ret;
}

int
hwpgo_extbinary_load_all (struct hwpgo_extbinary *file,
                          struct hwpgo_profile *profile,
                          struct hwpgo_error *err)
{
  int ret = hwpgo_extbinary_adopt (file, profile, err);
  if (ret)
    return ret;
  hwpgo_profile_begin_bulk (profile);
  ret = load_sections (file, HWPGO_SECTION_FUNCTIONS, load_functions, profile,
                       err);
  if (hwpgo_profile_end_bulk (profile) && ret == 0)
    ret = hwpgo_error_nomem (err);
  if (ret == 0)
    ret = load_sections (file, HWPGO_SECTION_METADATA, load_metadata, profile,
                         err);
  return ret;
}

int
hwpgo_extbinary_read (struct hwpgo_profile *profile, const char *file,
                      const void *data, size_t size, struct hwpgo_error *err)
{
  struct hwpgo_extbinary *f;
  int ret = hwpgo_extbinary_open_data (&f, file, data, size, err);
  if (ret == 0)
    ret = hwpgo_extbinary_load_all (f, profile, err);
  if (ret == 0)
    ret = hwpgo_extbinary_load_symbols (f, profile, err);
  hwpgo_extbinary_close (f);
  return ret;
}
