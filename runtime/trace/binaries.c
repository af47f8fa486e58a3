/* The binaries of a conversion, and which mapped files they are.
   SPDX-License-Identifier: GPL-2.0-or-later

   A mapped file is a binary when their build ids are equal.  Only when the
   recording has no build id of the file does the path decide: the whole path,
   or else the name.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/trace/binaries.h"

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* Build ids, of which perf may have cut the end or filled it up with
   zeros.  */
static bool
same_id (const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size)
{
  size_t common = a_size < b_size ? a_size : b_size;
  if (common == 0 || memcmp (a, b, common) != 0)
    return false;
  for (size_t i = common; i < a_size && i < HWPGO_BUILD_ID_MAX; i++)
    if (a[i])
      return false;
  for (size_t i = common; i < b_size && i < HWPGO_BUILD_ID_MAX; i++)
    if (b[i])
      return false;
  return true;
}

/* What the kernel adds to the name of a file that is gone.  */
#define DELETED " (deleted)"

static bool
ends_in_deleted (const char *path, size_t length)
{
  size_t n = strlen (DELETED);
  return length > n && strcmp (path + length - n, DELETED) == 0;
}

int
hwpgo_binaries_mapped (struct hwpgo_binaries *binaries,
                       const struct hwpgo_perf_reader *reader,
                       const struct hwpgo_perf_mmap *map, size_t *file,
                       struct hwpgo_error *err)
{
  struct hwpgo_mapped m = { .binary = SIZE_MAX };
  size_t length = strlen (map->path);
  m.deleted = ends_in_deleted (map->path, length);
  if (m.deleted)
    length -= strlen (DELETED);
  m.path = hwpgo_strings_intern (&binaries->strings, map->path, length);
  if (!m.path)
    return hwpgo_error_nomem (err);
  m.id_size = map->build_id_size;
  if (m.id_size > sizeof m.id)
    m.id_size = sizeof m.id;
  memcpy (m.id, map->build_id, m.id_size);
  if (m.id_size == 0 && reader)
    m.id_size = hwpgo_perf_build_id (reader, map->path, m.id);
  uint64_t *slot = hwpgo_map_slot (
      &binaries->mapped_by_path, (uint64_t) (uintptr_t) m.path,
      m.id_size ? hwpgo_hash (m.id, m.id_size) : 0);
  if (!slot)
    return hwpgo_error_nomem (err);
  if (*slot == 0)
    {
      if (binaries->n_mapped == HWPGO_MAPPED_MAX)
        return hwpgo_error_set (err, HWPGO_E_LIMIT, NULL,
                                "over %u different files were mapped",
                                HWPGO_MAPPED_MAX);
      if (!HWPGO_GROW (binaries->mapped, binaries->mapped_capacity,
                       binaries->n_mapped + 1))
        return hwpgo_error_nomem (err);
      binaries->mapped[binaries->n_mapped++] = m;
      *slot = binaries->n_mapped;
    }
  *file = *slot - 1;
  return 0;
}

/* Put IMAGE behind the others, which takes it over.  */
static int
add_image (struct hwpgo_binaries *binaries, struct hwpgo_image *image,
           struct hwpgo_error *err)
{
  if (!HWPGO_GROW (binaries->items, binaries->capacity, binaries->n + 1))
    {
      hwpgo_image_close (image);
      return hwpgo_error_nomem (err);
    }
  struct hwpgo_traced *t = &binaries->items[binaries->n++];
  *t = (struct hwpgo_traced){ .image = image };
  hwpgo_image_code_bounds (image, &t->low, &t->high);
  t->base = HWPGO_PLACE_FIRST;
  if (binaries->n > 1)
    t->base = t[-1].base + (t[-1].high - t[-1].low);
  if (t->high - t->low > HWPGO_PLACE_LIMIT - t->base)
    return hwpgo_error_set (err, HWPGO_E_LIMIT, hwpgo_image_path (image),
                            "with its code, that of all binaries takes over "
                            "2 GiB; convert them one by one");
  return 0;
}

enum match
{
  NO_MATCH,
  MATCH,
  CONTRADICTION /* the names agree, the build ids do not.  */
};

static bool
same_name (const char *a, const char *b, bool whole_path)
{
  return whole_path ? strcmp (a, b) == 0
                    : strcmp (base_name (a), base_name (b)) == 0;
}

/* Whether mapped file M is IMAGE, whose path without links is REAL or NULL.
   With WHOLE_PATH the names are whole paths.  */
static enum match
match (const struct hwpgo_mapped *m, const struct hwpgo_image *image,
       const char *real, bool whole_path)
{
  const uint8_t *id;
  size_t size = hwpgo_image_build_id (image, &id);
  if (m->id_size && same_id (m->id, m->id_size, id, size))
    return MATCH;
  const char *path = hwpgo_image_path (image);
  if (!same_name (m->path, path, whole_path)
      && !(real && same_name (m->path, real, whole_path)))
    return NO_MATCH;
  return m->id_size ? CONTRADICTION : MATCH;
}

static void
match_mapped (struct hwpgo_binaries *binaries, struct hwpgo_mapped *m)
{
  for (int whole = 1; whole >= 0; whole--)
    for (size_t i = 0; i < binaries->n && m->binary == SIZE_MAX; i++)
      switch (
          match (m, binaries->items[i].image, binaries->items[i].real, whole))
        {
        case MATCH:
          m->binary = i;
          binaries->items[i].mapped = true;
          break;
        case CONTRADICTION:
          m->contradicts = true;
          break;
        case NO_MATCH:
          break;
        }
}

/* An error for IMAGE, which no process mapped.  */
static int
not_mapped (const struct hwpgo_binaries *binaries,
            const struct hwpgo_image *image, struct hwpgo_error *err)
{
  const char *path = hwpgo_image_path (image);
  const char *id = hwpgo_image_build_id_text (image);
  for (size_t i = 0; i < binaries->n_mapped; i++)
    {
      const struct hwpgo_mapped *m = &binaries->mapped[i];
      if (match (m, image, NULL, false) != CONTRADICTION)
        continue;
      char text[2 * HWPGO_BUILD_ID_MAX + 1] = "";
      for (size_t j = 0; j < m->id_size; j++)
        snprintf (text + 2 * j, 3, "%02x", m->id[j]);
      return hwpgo_error_set (err, HWPGO_E_MISMATCH, path,
                              "its build id is %s, but the %s that ran had "
                              "%s",
                              id ? id : "missing", m->path, text);
    }
  return hwpgo_error_set (err, HWPGO_E_NOT_FOUND, path,
                          "no process of the recording mapped a file of this "
                          "name; was another program recorded, or did it run "
                          "under another name?");
}

/* Match the given binaries with what was mapped.  */
static int
match_all (struct hwpgo_binaries *binaries, struct hwpgo_error *err)
{
  size_t mapped = 0, missing = SIZE_MAX;
  for (size_t i = 0; i < binaries->n_mapped; i++)
    match_mapped (binaries, &binaries->mapped[i]);
  if (binaries->unnamed && binaries->n == 1)
    binaries->items[0].mapped = true;
  for (size_t i = 0; i < binaries->n; i++)
    {
      mapped += binaries->items[i].mapped;
      if (binaries->items[i].mapped)
        continue;
      struct hwpgo_error why = { 0 };
      int rc = not_mapped (binaries, binaries->items[i].image, &why);
      if (missing == SIZE_MAX)
        missing = i;
      if (rc == -HWPGO_E_MISMATCH)
        {
          if (err)
            *err = why;
          return rc;
        }
      if (!*binaries->note)
        snprintf (binaries->note, sizeof binaries->note, "%s", why.text);
    }
  if (mapped == 0 && binaries->n)
    return not_mapped (binaries, binaries->items[missing].image, err);
  return 0;
}

static int
open_given (struct hwpgo_binaries *binaries, const char *const *paths,
            size_t n, struct hwpgo_error *err)
{
  for (size_t i = 0; i < n; i++)
    {
      struct hwpgo_image *image;
      int rc = hwpgo_image_open (&image, paths[i], &binaries->search, err);
      if (!rc)
        rc = add_image (binaries, image, err);
      if (rc)
        return rc;
      /* The kernel tells the file, not the link by which it was run.  */
      binaries->items[binaries->n - 1].real = realpath (paths[i], NULL);
    }
  int rc = match_all (binaries, err);
  if (rc)
    return rc;
  uint32_t layout
      = hwpgo_image_discriminator_layout (binaries->items[0].image);
  for (size_t i = 1; i < binaries->n; i++)
    if (hwpgo_image_discriminator_layout (binaries->items[i].image) != layout)
      return hwpgo_error_set (err, HWPGO_E_MISMATCH, paths[i],
                              "it was built with the plugin and %s was not, "
                              "or the other way round; convert them one by "
                              "one",
                              paths[layout ? i : 0]);
  return 0;
}

/* Open M if it is a binary of use.  */
static int
open_mapped (struct hwpgo_binaries *binaries, struct hwpgo_mapped *m,
             struct hwpgo_error *err)
{
  /* What is under the name of a deleted file is another, unless the build ids
     say that it is the same.  */
  if (m->path[0] != '/' || m->path[1] == '/' || (m->deleted && !m->id_size))
    return 0;
  /* What debug information the system's packages have is no part of what the
     user built: the profile would depend on the machine.  */
  struct hwpgo_debug_search search = binaries->search;
  search.installed = false;
  struct hwpgo_image *image;
  struct hwpgo_error why = { 0 };
  int rc = hwpgo_image_open (&image, m->path, &search, &why);
  if (rc == -HWPGO_E_NOMEM)
    return hwpgo_error_nomem (err);
  if (!rc && match (m, image, NULL, true) != MATCH)
    {
      rc = hwpgo_error_set (&why, HWPGO_E_MISMATCH, m->path,
                            "it was built anew since it ran");
      hwpgo_image_close (image);
    }
  if (!rc)
    {
      m->binary = binaries->n;
      rc = add_image (binaries, image, err);
      binaries->items[m->binary].mapped = !rc;
      return rc;
    }
  /* The program itself is mapped first.  */
  if (!*binaries->note)
    snprintf (binaries->note, sizeof binaries->note, "%s", why.text);
  return 0;
}

/* Discriminators with and without a layout cannot be in one profile: if
   anything was built with the plugin, then nothing else counts.  */
static void
leave_out_plain (struct hwpgo_binaries *binaries)
{
  uint32_t layout = 0;
  for (size_t i = 0; i < binaries->n; i++)
    {
      uint32_t l = hwpgo_image_discriminator_layout (binaries->items[i].image);
      layout = l > layout ? l : layout;
    }
  for (size_t i = 0; i < binaries->n_mapped; i++)
    {
      size_t b = binaries->mapped[i].binary;
      if (b == SIZE_MAX
          || hwpgo_image_discriminator_layout (binaries->items[b].image)
                 == layout)
        continue;
      binaries->mapped[i].binary = SIZE_MAX;
      binaries->items[b].mapped = false;
    }
}

static int
open_all_mapped (struct hwpgo_binaries *binaries, struct hwpgo_error *err)
{
  for (size_t i = 0; i < binaries->n_mapped; i++)
    {
      struct hwpgo_mapped *m = &binaries->mapped[i];
      for (size_t b = 0; b < binaries->n && m->binary == SIZE_MAX; b++)
        if (match (m, binaries->items[b].image, NULL, true) == MATCH)
          m->binary = b;
      int rc = m->binary == SIZE_MAX ? open_mapped (binaries, m, err) : 0;
      if (rc)
        return rc;
    }
  leave_out_plain (binaries);
  if (binaries->n)
    return 0;
  if (binaries->n_mapped == 0)
    return hwpgo_error_set (err, HWPGO_E_EMPTY, NULL,
                            "the recording says of no file that it was "
                            "mapped; record the start of the program, too");
  return hwpgo_error_set (err, HWPGO_E_NO_DEBUG, NULL,
                          "no file that the recording mapped can be used "
                          "(the first: %s); name it with hwpgo convert "
                          "--binary",
                          *binaries->note ? binaries->note : "not a file");
}

int
hwpgo_binaries_open (struct hwpgo_binaries *binaries, const char *const *paths,
                     size_t n, struct hwpgo_error *err)
{
  if (binaries->search.file && n != 1)
    return hwpgo_error_set (err, HWPGO_E_USAGE, binaries->search.file,
                            "a debug file belongs to one binary; name that, "
                            "and no other, with --binary");
  return n ? open_given (binaries, paths, n, err)
           : open_all_mapped (binaries, err);
}

void
hwpgo_binaries_free (struct hwpgo_binaries *binaries)
{
  for (size_t i = 0; i < binaries->n; i++)
    {
      hwpgo_image_close (binaries->items[i].image);
      free (binaries->items[i].real);
      hwpgo_hint_records_free (&binaries->items[i].decided);
    }
  free (binaries->items);
  free (binaries->mapped);
  hwpgo_map_free (&binaries->mapped_by_path);
  hwpgo_strings_free (&binaries->strings);
}

size_t
hwpgo_binaries_of_path (const struct hwpgo_binaries *binaries,
                        const char *path)
{
  const char *known
      = hwpgo_strings_find (&binaries->strings, path, strlen (path));
  const uint64_t *file = known
                             ? hwpgo_map_find (&binaries->mapped_by_path,
                                               (uint64_t) (uintptr_t) known, 0)
                             : NULL;
  return file ? binaries->mapped[*file - 1].binary : SIZE_MAX;
}
