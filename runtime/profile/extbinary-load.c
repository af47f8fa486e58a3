/* Read some functions of an ExtBinary profile, and not the others.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/base/bisect.h"
#include "runtime/profile/extbinary-parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int
hwpgo_extbinary_adopt (const struct hwpgo_extbinary *file,
                       struct hwpgo_profile *profile, struct hwpgo_error *err)
{
  if (profile->n_functions && profile->md5_names != file->md5)
    return hwpgo_error_set (err, HWPGO_E_MISMATCH, file->path,
                            "one profile has names of functions, the other "
                            "hashes of names");
  profile->md5_names = file->md5;
  profile->fs_discriminators |= file->fs_discriminators;
  profile->partial |= file->partial;
  return 0;
}

/* --- the indexes ---------------------------------------------------------
   Where each function is, by the hash of its name.  Names are compared when
   the function is read.  */

static int
add_item (struct hwpgo_index *index, const struct hwpgo_llvm_name *name,
          const struct hwpgo_section *section, uint64_t begin, uint64_t end,
          struct hwpgo_error *err)
{
  if (!HWPGO_GROW (index->items, index->capacity, index->n + 1))
    return hwpgo_error_nomem (err);
  index->items[index->n++]
      = (struct hwpgo_indexed){ hwpgo_hash (name->text, name->length), section,
                                begin, end };
  return 0;
}

static int
compare_begins (const void *a, const void *b)
{
  const struct hwpgo_indexed *s = a, *t = b;
  return (s->begin > t->begin) - (s->begin < t->begin);
}

static int
compare_hashes (const void *a, const void *b)
{
  const struct hwpgo_indexed *s = a, *t = b;
  if (s->hash != t->hash)
    return s->hash < t->hash ? -1 : 1;
  if (s->section != t->section)
    return s->section < t->section ? -1 : 1;
  return compare_begins (a, b);
}

/* Each of the functions from number FIRST of INDEX on ends where the next
   begins: no byte is decoded for two.  */
static void
set_ends (struct hwpgo_index *index, size_t first, uint64_t size)
{
  size_t kept = first;
  if (index->n > first)
    qsort (index->items + first, index->n - first, sizeof *index->items,
           compare_begins);
  for (size_t i = first; i < index->n; i++)
    {
      uint64_t next = i + 1 < index->n ? index->items[i + 1].begin : size;
      index->items[i].end = next;
      if (next > index->items[i].begin)
        index->items[kept++] = index->items[i];
    }
  index->n = kept;
}

/* Index the functions of FUNCTIONS from their table of offsets.  */
static int
index_offsets (struct hwpgo_extbinary *file, struct hwpgo_section *offsets,
               struct hwpgo_section *functions, struct hwpgo_error *err)
{
  struct hwpgo_llvm_reader r, f;
  struct hwpgo_llvm_name name;
  size_t first = file->functions.n;
  int ret = hwpgo_extbinary_begin (file, functions, NULL, &f, err);
  if (ret == 0)
    ret = hwpgo_extbinary_begin (file, offsets, NULL, &r, err);
  if (ret)
    return ret;
  uint64_t n = hwpgo_cursor_uleb (&r.in);
  uint64_t size = hwpgo_cursor_left (&f.in);
  hwpgo_cursor_fits (&r.in, n, 2);
  ret = hwpgo_llvm_check (&r);
  for (; ret == 0 && n; n--)
    {
      ret = hwpgo_llvm_read_name (&r, &name);
      uint64_t at = hwpgo_cursor_uleb (&r.in);
      if (ret == 0)
        ret = hwpgo_llvm_check (&r);
      if (ret == 0 && at >= size)
        ret = hwpgo_llvm_malformed (&r, "offset 0x%" PRIx64 " of 0x%" PRIx64,
                                    at, size);
      if (ret == 0)
        ret = add_item (&file->functions, &name, functions, at, 0, err);
    }
  set_ends (&file->functions, first, size);
  return ret;
}

/* Index what SECTION holds by going through it with SKIP.  */
static int
index_section (struct hwpgo_extbinary *file, struct hwpgo_section *section,
               struct hwpgo_index *index,
               int (*skip) (struct hwpgo_llvm_reader *, uint64_t flags,
                            struct hwpgo_llvm_name *),
               struct hwpgo_error *err)
{
  struct hwpgo_llvm_reader r;
  struct hwpgo_llvm_name name;
  int ret = hwpgo_extbinary_begin (file, section, NULL, &r, err);
  const uint8_t *start = r.in.pos;
  while (ret == 0 && hwpgo_cursor_left (&r.in))
    {
      uint64_t begin = (uint64_t) (r.in.pos - start);
      ret = skip (&r, section->flags, &name);
      if (ret == 0)
        ret = add_item (index, &name, section, begin,
                        (uint64_t) (r.in.pos - start), err);
    }
  return ret;
}

static int
skip_function (struct hwpgo_llvm_reader *r, uint64_t flags,
               struct hwpgo_llvm_name *name)
{
  (void) flags;
  return hwpgo_llvm_read_function (r, name);
}

static int
skip_marks (struct hwpgo_llvm_reader *r, uint64_t flags,
            struct hwpgo_llvm_name *name)
{
  int ret = hwpgo_llvm_read_name (r, name);
  return ret ? ret : hwpgo_extbinary_marks (r, flags, NULL);
}

static void
sort_index (struct hwpgo_index *index)
{
  if (index->n > 1)
    qsort (index->items, index->n, sizeof *index->items, compare_hashes);
  index->made = true;
}

/* A table of offsets speaks of the next section of functions.  */
static int
make_indexes (struct hwpgo_extbinary *file, struct hwpgo_error *err)
{
  struct hwpgo_section *offsets = NULL;
  int ret = 0;
  file->functions.n = file->metadata.n = 0;
  for (size_t i = 0; i < file->n_sections && ret == 0; i++)
    {
      struct hwpgo_section *s = &file->sections[i];
      if (s->size == 0)
        continue;
      if (s->type == HWPGO_SECTION_OFFSETS)
        offsets = s;
      else if (s->type == HWPGO_SECTION_FUNCTIONS)
        {
          ret = offsets ? index_offsets (file, offsets, s, err)
                        : index_section (file, s, &file->functions,
                                         skip_function, err);
          offsets = NULL;
        }
      else if (s->type == HWPGO_SECTION_METADATA)
        ret = index_section (file, s, &file->metadata, skip_marks, err);
    }
  if (ret)
    return ret;
  sort_index (&file->functions);
  sort_index (&file->metadata);
  return 0;
}

/* --- loading --------------------------------------------------------------
 */

/* Prepare to read ITEM alone, which has been read in part when the index was
   made.  */
static int
begin_item (struct hwpgo_extbinary *file, const struct hwpgo_indexed *item,
            struct hwpgo_profile *profile, struct hwpgo_llvm_reader *r,
            struct hwpgo_error *err)
{
  struct hwpgo_section *s = &file->sections[item->section - file->sections];
  int ret = hwpgo_extbinary_begin (file, s, profile, r, err);
  if (ret)
    return ret;
  hwpgo_cursor_bytes (&r->in, item->begin);
  r->in = hwpgo_cursor_sub (&r->in, item->end - item->begin);
  return hwpgo_llvm_check (r);
}

/* Whether R is at a function (after its head count) named NAME.  */
static int
named_p (const struct hwpgo_llvm_reader *r, bool head, const char *name,
         bool *yes)
{
  struct hwpgo_llvm_reader look = *r;
  struct hwpgo_llvm_name found;
  if (head)
    hwpgo_cursor_uleb (&look.in);
  int ret = hwpgo_llvm_read_name (&look, &found);
  *yes = ret == 0 && strcmp (found.text, name) == 0;
  return ret;
}

/* Load what INDEX has for NAME, spelt as in FILE: functions, or the marks of
   one that is there.  */
static int
load_name (struct hwpgo_extbinary *file, const struct hwpgo_index *index,
           const char *name, struct hwpgo_profile *profile,
           struct hwpgo_error *err)
{
  bool functions = index == &file->functions, yes;
  uint64_t hash = hwpgo_hash (name, strlen (name));
  struct hwpgo_llvm_reader r;
  struct hwpgo_llvm_name found;
  size_t low;
  int ret = 0;
  HWPGO_BISECT (low, index->n, i, index->items[i].hash < hash);
  for (; low < index->n && index->items[low].hash == hash && ret == 0; low++)
    {
      ret = begin_item (file, &index->items[low], profile, &r, err);
      if (ret == 0)
        ret = named_p (&r, functions, name, &yes);
      if (ret == 0 && yes && functions)
        ret = hwpgo_llvm_read_function (&r, &found);
      else if (ret == 0 && yes)
        {
          ret = hwpgo_llvm_read_name (&r, &found);
          if (ret == 0)
            ret = hwpgo_extbinary_marks (&r, index->items[low].section->flags,
                                         hwpgo_profile_find (profile, name));
        }
    }
  return ret;
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The N names as FILE spells them, sorted and each once: *SPELT of them in a
   malloc'ed array, in ARENA.  NULL when out of memory.  */
static const char **
spell (const struct hwpgo_extbinary *file, const char *const *names, size_t n,
       struct hwpgo_arena *arena, size_t *spelt)
{
  size_t kept = 0;
  char hash[HWPGO_MD5_NAME_SIZE];
  const char **all = malloc ((n ? n : 1) * sizeof *all);
  for (size_t i = 0; all && i < n; i++)
    {
      const char *name = names[i];
      if (file->md5)
        {
          size_t length
              = hwpgo_md5_name (hash, hwpgo_name_md5 (name, strlen (name)));
          name = hwpgo_arena_string (arena, hash, length);
        }
      if (!name)
        {
          free (all);
          return NULL;
        }
      all[i] = name;
    }
  if (all && n > 1)
    qsort (all, n, sizeof *all, compare_texts);
  for (size_t i = 0; all && i < n; i++)
    if (kept == 0 || strcmp (all[kept - 1], all[i]) != 0)
      all[kept++] = all[i];
  *spelt = kept;
  return all;
}

int
hwpgo_extbinary_load (struct hwpgo_extbinary *file,
                      struct hwpgo_profile *profile, const char *const *names,
                      size_t n, struct hwpgo_error *err)
{
  struct hwpgo_arena arena = { 0 };
  int ret = hwpgo_extbinary_adopt (file, profile, err);
  if (ret == 0 && !file->functions.made)
    ret = make_indexes (file, err);
  if (ret)
    return ret;
  const char **all = spell (file, names, n, &arena, &n);
  if (!all)
    ret = hwpgo_error_nomem (err);
  hwpgo_profile_begin_bulk (profile);
  for (size_t i = 0; ret == 0 && i < n; i++)
    ret = load_name (file, &file->functions, all[i], profile, err);
  if (hwpgo_profile_end_bulk (profile) && ret == 0)
    ret = hwpgo_error_nomem (err);
  for (size_t i = 0; ret == 0 && i < n; i++)
    ret = load_name (file, &file->metadata, all[i], profile, err);
  free (all);
  hwpgo_arena_free (&arena);
  return ret;
}
