/* The header of an ExtBinary profile, and its compressed sections.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/extbinary-index.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum
{
  /* All sections together may inflate to so many bytes, and so many times the
     size of the file.  Real ones deflate to a third or a tenth.  */
  INFLATE_BYTES = 16 << 20,
  INFLATE_RATIO = 64
};

static const char *
section_name (uint64_t type)
{
  switch (type)
    {
    case HWPGO_SECTION_SUMMARY:
      return "summary section";
    case HWPGO_SECTION_NAMES:
      return "section of names";
    case HWPGO_SECTION_SYMBOLS:
      return "section of symbols";
    case HWPGO_SECTION_OFFSETS:
      return "section of offsets";
    case HWPGO_SECTION_METADATA:
      return "section of metadata";
    case HWPGO_SECTION_INDEX:
      return "index";
    default:
      return "section of functions";
    }
}

/* True for the sections that are read.  */
static bool
known_p (const struct hwpgo_section *s)
{
  return s->size
         && ((s->type >= HWPGO_SECTION_SUMMARY
              && s->type <= HWPGO_SECTION_METADATA)
             || s->type == HWPGO_SECTION_FUNCTIONS
             || s->type == HWPGO_SECTION_INDEX);
}

/* --- compressed sections -------------------------------------------------
 */

/* Inflate S, from what is left of R->in.  */
static int
inflate_section (struct hwpgo_extbinary *file, struct hwpgo_section *s,
                 struct hwpgo_llvm_reader *r)
{
  uint64_t size = hwpgo_cursor_uleb (&r->in);
  uint64_t deflated = hwpgo_cursor_uleb (&r->in);
  const uint8_t *bytes = hwpgo_cursor_bytes (&r->in, deflated);
  int ret = hwpgo_llvm_check (r);
  if (ret)
    return ret;
  if (hwpgo_cursor_left (&r->in))
    return hwpgo_llvm_malformed (r, "bytes after the compressed ones");
  if (size > file->may_inflate)
    return hwpgo_error_at_offset (r->err, HWPGO_E_LIMIT, file->path, s->offset,
                                  "%s: %" PRIu64 " bytes, compressed to "
                                  "%" PRIu64,
                                  r->what, size, deflated);
  uint8_t *inflated = malloc (size ? size : 1);
  if (!inflated)
    return hwpgo_error_nomem (r->err);
  uLongf length = size;
  int status = uncompress (inflated, &length, bytes, deflated);
  if (status != Z_OK || length != size)
    {
      free (inflated);
      return status == Z_MEM_ERROR
                 ? hwpgo_error_nomem (r->err)
                 : hwpgo_llvm_malformed (r, "cannot be decompressed");
    }
  file->may_inflate -= size;
  s->inflated = inflated;
  s->inflated_size = size;
  return 0;
}

int
hwpgo_extbinary_begin (struct hwpgo_extbinary *file,
                       struct hwpgo_section *section,
                       struct hwpgo_profile *profile,
                       struct hwpgo_llvm_reader *reader,
                       struct hwpgo_error *err)
{
  struct hwpgo_cursor all
      = hwpgo_cursor_new (file->path, file->data, file->size);
  hwpgo_cursor_bytes (&all, section->offset);
  *reader = (struct hwpgo_llvm_reader){ .profile = profile,
                                        .names = section->names,
                                        .md5 = file->md5,
                                        .in = hwpgo_cursor_sub (&all,
                                                                section->size),
                                        .what = section_name (section->type),
                                        .err = err };
  int ret = 0;
  if (!(section->flags & HWPGO_SECTION_COMPRESSED))
    return 0;
  if (!section->inflated)
    ret = inflate_section (file, section, reader);
  if (ret == 0)
    /* Offsets are then those of the inflated bytes.  */
    reader->in = hwpgo_cursor_new (file->path, section->inflated,
                                   section->inflated_size);
  return ret;
}

/* --- the header ----------------------------------------------------------
 */

static int
compare_offsets (const void *a, const void *b)
{
  const struct hwpgo_section *const *s = a, *const *t = b;
  return ((*s)->offset > (*t)->offset) - ((*s)->offset < (*t)->offset);
}

/* No byte belongs to two sections: what is read takes time in proportion to
   the file.  */
static int
check_overlaps (struct hwpgo_extbinary *file, struct hwpgo_error *err)
{
  size_t n = 0;
  const struct hwpgo_section **known
      = calloc (file->n_sections + 1, sizeof *known);
  if (!known)
    return hwpgo_error_nomem (err);
  for (size_t i = 0; i < file->n_sections; i++)
    if (known_p (&file->sections[i]))
      known[n++] = &file->sections[i];
  if (n > 1)
    qsort (known, n, sizeof *known, compare_offsets);
  int ret = 0;
  for (size_t i = 1; i < n && ret == 0; i++)
    if (known[i]->offset - known[i - 1]->offset < known[i - 1]->size)
      ret = hwpgo_error_at_offset (
          err, HWPGO_E_FORMAT, file->path, known[i]->offset,
          "the %s and the %s overlap", section_name (known[i - 1]->type),
          section_name (known[i]->type));
  free (known);
  return ret;
}

static int
read_sections (struct hwpgo_extbinary *file, struct hwpgo_cursor *in,
               struct hwpgo_error *err)
{
  uint64_t n = hwpgo_cursor_u64 (in);
  if (!hwpgo_cursor_fits (in, n, 4 * sizeof n))
    return hwpgo_cursor_check (in, "section header table", err);
  file->sections = calloc (n ? n : 1, sizeof *file->sections);
  if (!file->sections)
    return hwpgo_error_nomem (err);
  file->n_sections = (size_t) n;
  for (size_t i = 0; i < n; i++)
    {
      struct hwpgo_section *s = &file->sections[i];
      uint64_t at = hwpgo_cursor_offset (in);
      s->type = hwpgo_cursor_u64 (in);
      s->flags = hwpgo_cursor_u64 (in);
      s->offset = hwpgo_cursor_u64 (in);
      s->size = hwpgo_cursor_u64 (in);
      if (s->size
          && (s->offset > file->size || s->size > file->size - s->offset))
        return hwpgo_error_at_offset (err, HWPGO_E_TRUNCATED, file->path, at,
                                      "section of type %" PRIu64
                                      " at 0x%" PRIx64 ", 0x%" PRIx64 " bytes",
                                      s->type, s->offset, s->size);
    }
  return check_overlaps (file, err);
}

/* What the flags say of the whole file.  Profiles whose counts all are in
   sections that are not known would be read as empty.  */
static int
read_flags (struct hwpgo_extbinary *file, struct hwpgo_error *err)
{
  bool functions = false, unknown = false;
  for (size_t i = 0; i < file->n_sections; i++)
    {
      const struct hwpgo_section *s = &file->sections[i];
      if (s->type == HWPGO_SECTION_SUMMARY)
        {
          if (s->flags & HWPGO_SUMMARY_CONTEXTS)
            return hwpgo_error_set (
                err, HWPGO_E_UNSUPPORTED, file->path,
                "a context-sensitive profile; 'llvm-profdata merge --sample "
                "--extbinary --convert-sample-profile-layout=nest' makes one "
                "that is read");
          file->fs_discriminators
              |= (s->flags & HWPGO_SUMMARY_FS_DISCRIMINATORS) != 0;
          file->partial |= (s->flags & HWPGO_SUMMARY_PARTIAL) != 0;
        }
      if (s->type == HWPGO_SECTION_NAMES && s->size)
        file->md5
            |= (s->flags & (HWPGO_NAMES_ARE_MD5 | HWPGO_NAMES_ARE_FIXED_MD5))
               != 0;
      functions |= s->type == HWPGO_SECTION_FUNCTIONS;
      unknown |= s->type > HWPGO_SECTION_FUNCTIONS
                 && s->type != HWPGO_SECTION_INDEX && s->size;
    }
  if (unknown && !functions)
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, file->path,
                            "its counts are in sections that are not known; "
                            "'llvm-profdata merge --sample --text' of the "
                            "LLVM that wrote it makes text of it");
  return 0;
}

static int
read_names (struct hwpgo_extbinary *file, struct hwpgo_section *s,
            struct hwpgo_error *err)
{
  struct hwpgo_llvm_reader r;
  enum hwpgo_llvm_names_form form
      = s->flags & HWPGO_NAMES_ARE_FIXED_MD5 ? HWPGO_NAMES_FIXED_MD5
        : s->flags & HWPGO_NAMES_ARE_MD5     ? HWPGO_NAMES_MD5
                                             : HWPGO_NAMES_TEXT;
  int ret = hwpgo_extbinary_begin (file, s, NULL, &r, err);
  if (ret == 0 && file->index.made && form == HWPGO_NAMES_TEXT)
    {
      s->table.n = file->index.n_names;
      s->table.bytes = r.in.pos;
      s->table.pairs = file->index.pairs;
      return 0;
    }
  if (ret == 0)
    ret = hwpgo_llvm_read_names (&s->table, &r.in, form, err);
  if (ret == 0 && hwpgo_cursor_left (&r.in))
    ret = hwpgo_llvm_malformed (&r, "bytes after the last name");
  return ret;
}

static int
check_summary (struct hwpgo_extbinary *file, struct hwpgo_section *s,
               struct hwpgo_error *err)
{
  struct hwpgo_llvm_reader r;
  int ret = hwpgo_extbinary_begin (file, s, NULL, &r, err);
  if (ret)
    return ret;
  hwpgo_llvm_read_summary (&r.in, NULL);
  ret = hwpgo_llvm_check (&r);
  if (ret == 0 && hwpgo_cursor_left (&r.in))
    ret = hwpgo_llvm_malformed (&r, "bytes after the last cutoff");
  return ret;
}

bool
hwpgo_extbinary_counts (struct hwpgo_extbinary *file,
                        struct hwpgo_llvm_summary *counts)
{
  struct hwpgo_error err;
  struct hwpgo_llvm_reader r;
  for (size_t i = 0; i < file->n_sections; i++)
    if (file->sections[i].type == HWPGO_SECTION_SUMMARY
        && file->sections[i].size
        && hwpgo_extbinary_begin (file, &file->sections[i], NULL, &r, &err)
               == 0)
      {
        hwpgo_llvm_read_summary (&r.in, counts);
        return counts->found && !r.in.failed;
      }
  return false;
}

int
hwpgo_extbinary_header (struct hwpgo_extbinary *file, struct hwpgo_error *err)
{
  struct hwpgo_cursor in
      = hwpgo_cursor_new (file->path, file->data, file->size);
  const struct hwpgo_llvm_names *names = NULL;
  in.swap = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
  file->may_inflate
      = hwpgo_add (hwpgo_mul (file->size, INFLATE_RATIO), INFLATE_BYTES);
  int ret = hwpgo_llvm_read_magic (
      &in, HWPGO_LLVM_MAGIC (HWPGO_LLVM_EXTBINARY), err);
  if (ret == 0)
    ret = read_sections (file, &in, err);
  if (ret == 0)
    ret = read_flags (file, err);
  if (ret == 0)
    ret = hwpgo_extbinary_find_index (file, err);
  for (size_t i = 0; i < file->n_sections && ret == 0; i++)
    {
      struct hwpgo_section *s = &file->sections[i];
      if (s->type == HWPGO_SECTION_SUMMARY && s->size)
        ret = check_summary (file, s, err);
      else if (s->type == HWPGO_SECTION_NAMES && s->size)
        {
          ret = read_names (file, s, err);
          names = &s->table;
        }
      else if (known_p (s))
        s->names = names;
    }
  return ret;
}
