/* Debug information in other files.
   SPDX-License-Identifier: GPL-2.0-or-later

   Where gdb looks (its manual, "Debugging Information in Separate Files"):
   by build id in FOLDER/.build-id/, then by the name and the checksum in
   .gnu_debuglink next to the binary, in .debug/ there, and below each FOLDER.
   A supplementary file is named, with its build id, in .gnu_debugaltlink, or
   with a checksum in .debug_sup (DWARF 5, 7.3.6).  */

#define _GNU_SOURCE
#include <gelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "runtime/image/image-internal.h"

#define SYSTEM_FOLDER "/usr/lib/debug"

/* What a file must be.  */
struct wanted
{
  const uint8_t *id; /* build id, or checksum of .debug_sup.  */
  size_t id_size;    /* 0: not known.  */
  bool has_crc;
  uint32_t crc;
  bool sup; /* ID is in .debug_sup.  */
};

struct search
{
  struct hwpgo_image *image;
  struct hwpgo_object *out;
  struct wanted wanted;
  bool found;
  int mismatch; /* the first error about a file that was there.  */
  struct hwpgo_error why;
};

char *
hwpgo_image_folder_of (const char *path)
{
  char *real = realpath (path, NULL);
  if (!real)
    real = strdup (path);
  char *slash = real ? strrchr (real, '/') : NULL;
  if (slash)
    slash[slash == real] = '\0';
  else if (real)
    memcpy (real, ".", real[0] ? 2 : 1);
  return real;
}

/* The checksum in .debug_sup of OBJECT.  */
static bool
read_sup (const struct hwpgo_object *object, bool *supplementary,
          const char **name, const uint8_t **id, size_t *id_size)
{
  const struct hwpgo_bytes *s = &object->plain[HWPGO_SECTION_SUP];
  if (!s->data)
    return false;
  struct hwpgo_cursor c
      = hwpgo_cursor_new (object->file.path, s->data, s->size);
  c.swap = object->swap;
  uint16_t version = hwpgo_cursor_u16 (&c);
  *supplementary = hwpgo_cursor_u8 (&c) != 0;
  *name = (const char *) c.pos;
  const uint8_t *end = memchr (c.pos, 0, hwpgo_cursor_left (&c));
  hwpgo_cursor_bytes (&c, end ? (uint64_t) (end - c.pos) + 1 : UINT64_MAX);
  *id_size = hwpgo_dwarf_uleb (&c);
  *id = hwpgo_cursor_bytes (&c, *id_size);
  return !c.failed && version == 5;
}

/* What OBJECT tells in place of a build id.  */
static void
id_of (const struct search *s, const uint8_t **id, size_t *size)
{
  const char *name;
  bool supplementary;
  *id = s->out->id;
  *size = s->out->id_size;
  if (s->wanted.sup
      && (!read_sup (s->out, &supplementary, &name, id, size)
          || !supplementary))
    *size = 0;
}

static int
check_file (const struct search *s, struct hwpgo_error *err)
{
  const struct hwpgo_object *o = s->out;
  const struct wanted *w = &s->wanted;
  const uint8_t *id;
  size_t size;
  id_of (s, &id, &size);
  if (w->id_size && (size || !w->has_crc)
      && (size != w->id_size || memcmp (id, w->id, size) != 0))
    return hwpgo_error_set (err, HWPGO_E_MISMATCH, o->file.path,
                            "its build id is not the one that %s asks for; "
                            "install the debug information of that build",
                            s->image->path);
  if (w->has_crc
      && crc32_z (crc32_z (0, NULL, 0), o->file.data, o->file.size) != w->crc)
    return hwpgo_error_set (err, HWPGO_E_MISMATCH, o->file.path,
                            "its checksum is not the one in .gnu_debuglink "
                            "of %s; install the debug information of that "
                            "build",
                            s->image->path);
  return 0;
}

/* Try PATH, which is freed; NULL when out of memory.  */
static int
try_path (struct search *s, char *path, struct hwpgo_error *err)
{
  if (!path)
    return hwpgo_error_nomem (err);
  struct hwpgo_error why = { 0 };
  int rc = 0;
  if (!s->found && access (path, F_OK) == 0)
    {
      rc = hwpgo_object_open (s->out, path, &why);
      if (!rc && (rc = check_file (s, &why)) != 0)
        hwpgo_object_close (s->out);
      s->found = !rc;
      if (rc && !s->mismatch)
        {
          s->mismatch = rc;
          s->why = why;
        }
    }
  free (path);
  return rc == -HWPGO_E_NOMEM ? hwpgo_error_nomem (err) : 0;
}

/* malloc'ed FORMAT.  */
static char *format_path (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));

static char *
format_path (const char *format, ...)
{
  char *path;
  va_list args;
  va_start (args, format);
  int n = vasprintf (&path, format, args);
  va_end (args);
  return n < 0 ? NULL : path;
}

static int
try_build_id (struct search *s, const char *folder, struct hwpgo_error *err)
{
  char text[2 * 64 + 1];
  const struct wanted *w = &s->wanted;
  if (w->id_size < 2 || w->id_size > 64 || w->sup)
    return 0;
  for (size_t i = 0; i < w->id_size; i++)
    snprintf (text + 2 * i, 3, "%02x", w->id[i]);
  return try_path (
      s, format_path ("%s/.build-id/%.2s/%s.debug", folder, text, text + 2),
      err);
}

/* The folders below which to look.  */
static size_t
folders (const struct hwpgo_image *image, const char *list[2])
{
  size_t n = 0;
  if (image->folder)
    list[n++] = image->folder;
  if (image->installed)
    list[n++] = SYSTEM_FOLDER;
  return n;
}

/* --- split off the binary ------------------------------------------------ */

/* The name in .gnu_debuglink and the checksum behind it, aligned to 4.  */
static const char *
read_link (const struct hwpgo_object *object, uint32_t *crc)
{
  const struct hwpgo_bytes *l = &object->link;
  const uint8_t *end = l->data ? memchr (l->data, 0, l->size) : NULL;
  if (!end || end == l->data)
    return NULL;
  struct hwpgo_cursor c
      = hwpgo_cursor_new (object->file.path, l->data, l->size);
  c.swap = object->swap;
  hwpgo_cursor_bytes (&c, ((size_t) (end - l->data) + 4) & ~(size_t) 3);
  *crc = hwpgo_cursor_u32 (&c);
  return c.failed ? NULL : (const char *) l->data;
}

static int
follow_link (struct search *s, const char *name, struct hwpgo_error *err)
{
  const char *list[2];
  size_t n = folders (s->image, list);
  char *near = hwpgo_image_folder_of (s->image->path);
  int rc = near ? 0 : hwpgo_error_nomem (err);
  if (!rc)
    rc = try_path (s, format_path ("%s/%s", near, name), err);
  if (!rc)
    rc = try_path (s, format_path ("%s/.debug/%s", near, name), err);
  for (size_t i = 0; i < n && !rc; i++)
    {
      rc = try_path (s, format_path ("%s%s/%s", list[i], near, name), err);
      if (!rc && list[i] == s->image->folder)
        rc = try_path (s, format_path ("%s/%s", list[i], name), err);
    }
  free (near);
  return rc;
}

/* Code of the file must be where the binary has it.  */
static int
check_addresses (struct hwpgo_image *image, struct hwpgo_error *err)
{
  Elf *elf = image->separate.elf;
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn (elf, section)) != NULL)
    {
      GElf_Shdr s;
      if (!gelf_getshdr (section, &s) || !(s.sh_flags & SHF_ALLOC)
          || !(s.sh_flags & SHF_EXECINSTR) || s.sh_size == 0)
        continue;
      const struct hwpgo_code *code = hwpgo_image_code_at (image, s.sh_addr);
      if (!code || code->low != s.sh_addr
          || code->high - code->low != s.sh_size)
        return hwpgo_error_set (err, HWPGO_E_MISMATCH,
                                image->separate.file.path,
                                "its code is not at the addresses that %s "
                                "has; was that prelinked?",
                                image->path);
    }
  return 0;
}

/* The file that the user gave.  */
static int
take_given (struct hwpgo_image *image, const char *path,
            struct hwpgo_error *err)
{
  struct search s = { .image = image, .out = &image->separate };
  s.wanted.id = image->binary.id;
  s.wanted.id_size = image->binary.id_size;
  int rc = hwpgo_object_open (s.out, path, err);
  if (rc)
    return rc;
  if (s.out->split[HWPGO_SECTION_INFO].data
      && !s.out->plain[HWPGO_SECTION_INFO].data)
    {
      image->package = image->separate;
      image->separate = (struct hwpgo_object){ 0 };
      return 0;
    }
  if (!s.out->plain[HWPGO_SECTION_INFO].data)
    return hwpgo_error_set (err, HWPGO_E_NO_DEBUG, path, NULL);
  /* A file without a build id is taken on trust.  */
  if (s.out->id_size == 0)
    s.wanted.id_size = 0;
  return check_file (&s, err);
}

static int
find_separate (struct hwpgo_image *image, struct hwpgo_error *err)
{
  struct search s = { .image = image, .out = &image->separate };
  const char *list[2];
  size_t n = folders (image, list);
  s.wanted.id = image->binary.id;
  s.wanted.id_size = image->binary.id_size;
  int rc = 0;
  for (size_t i = 0; i < n && !rc; i++)
    rc = try_build_id (&s, list[i], err);
  const char *name = read_link (&image->binary, &s.wanted.crc);
  s.wanted.has_crc = name != NULL;
  if (!rc && name && !s.found)
    rc = follow_link (&s, name, err);
  if (rc || s.found)
    return rc;
  if (s.mismatch)
    {
      if (err)
        *err = s.why;
      return s.mismatch;
    }
  if (!name)
    return 0;
  return hwpgo_error_set (err, HWPGO_E_NO_DEBUG, image->path,
                          "it is in %s, which is not there; install it, or "
                          "tell where it is with --debug-folder or "
                          "--debug-file",
                          name);
}

/* --- shared with others -------------------------------------------------- */

static int
find_supplement (struct hwpgo_image *image, struct hwpgo_error *err)
{
  const struct hwpgo_object *o = image->debug;
  const struct hwpgo_bytes *l = &o->altlink;
  struct search s = { .image = image, .out = &image->supplement };
  const char *name = NULL;
  bool supplementary = false;
  const uint8_t *end = l->data ? memchr (l->data, 0, l->size) : NULL;
  if (end)
    {
      name = (const char *) l->data;
      s.wanted.id = end + 1;
      s.wanted.id_size = l->size - (size_t) (end + 1 - l->data);
    }
  else
    {
      s.wanted.sup = true;
      if (!read_sup (o, &supplementary, &name, &s.wanted.id, &s.wanted.id_size)
          || supplementary)
        return 0;
    }
  const char *list[2];
  size_t n = folders (image, list);
  char *near = hwpgo_image_folder_of (o->file.path);
  int rc = near ? 0 : hwpgo_error_nomem (err);
  if (!rc)
    rc = try_path (
        &s, name[0] == '/' ? strdup (name) : format_path ("%s/%s", near, name),
        err);
  free (near);
  const char *slash = strrchr (name, '/');
  for (size_t i = 0; i < n && !rc; i++)
    {
      rc = try_build_id (&s, list[i], err);
      if (!rc)
        rc = try_path (
            &s, format_path ("%s/.dwz/%s", list[i], slash ? slash + 1 : name),
            err);
    }
  if (rc || s.found)
    return rc;
  if (s.mismatch)
    {
      if (err)
        *err = s.why;
      return s.mismatch;
    }
  return hwpgo_error_set (err, HWPGO_E_NOT_FOUND, o->file.path,
                          "its supplementary file %s; install it, or tell "
                          "where it is with --debug-folder",
                          name);
}

int
hwpgo_image_locate_package (struct hwpgo_image *image, struct hwpgo_error *err)
{
  const struct hwpgo_object *near[] = { &image->binary, &image->separate };
  struct search s = { .image = image, .out = &image->package };
  for (size_t i = 0; i < 2; i++)
    if (near[i]->elf && !image->package.elf)
      {
        int rc
            = try_path (&s, format_path ("%s.dwp", near[i]->file.path), err);
        if (rc)
          return rc;
      }
  if (!s.mismatch)
    return 0;
  if (err)
    *err = s.why;
  return s.mismatch;
}

int
hwpgo_image_locate (struct hwpgo_image *image,
                    const struct hwpgo_debug_search *search,
                    struct hwpgo_error *err)
{
  const struct hwpgo_bytes *own = image->binary.plain;
  int rc = 0;
  image->installed = search && search->installed;
  if (search && search->folder)
    {
      image->folder = strdup (search->folder);
      if (!image->folder)
        return hwpgo_error_nomem (err);
    }
  if (search && search->file)
    rc = take_given (image, search->file, err);
  if (!rc && !image->separate.elf && !own[HWPGO_SECTION_INFO].data)
    rc = find_separate (image, err);
  if (!rc && image->separate.elf)
    rc = check_addresses (image, err);
  if (!rc && image->separate.elf)
    rc = hwpgo_image_read_separate (image, err);
  if (rc)
    return rc;
  image->debug = image->separate.elf ? &image->separate : &image->binary;
  if (!image->debug->plain[HWPGO_SECTION_INFO].data)
    {
      image->debug = NULL;
      return 0;
    }
  rc = find_supplement (image, err);
  if (!rc && image->supplement.elf)
    {
      image->debug->supplement = &image->supplement;
      rc = hwpgo_dwarf_read_units (&image->supplement, err);
    }
  return rc ? rc : hwpgo_dwarf_read_units (image->debug, err);
}
