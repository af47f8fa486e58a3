/* Where functions are declared.
   SPDX-License-Identifier: GPL-2.0-or-later

   The names of files are in the header of a unit's line table: DWARF 5,
   6.2.4, and DWARF 4, 6.2.4, for versions 2 to 4.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/names.h"
#include "runtime/image/image-internal.h"

/* Fields of an entry in the tables of DWARF 5.  */
#define MAX_FIELDS 16

/* A file or a folder.  */
struct name
{
  const char *text; /* NULL: not there.  */
  uint64_t folder;
};

struct tables
{
  const struct hwpgo_dwarf_unit *unit;
  struct hwpgo_cursor folders, files; /* where they start.  */
  bool wide;
  unsigned version;
};

static const char *
read_string (struct hwpgo_cursor *c)
{
  const uint8_t *end = memchr (c->pos, 0, hwpgo_cursor_left (c));
  uint64_t size = end ? (uint64_t) (end - c->pos) + 1 : UINT64_MAX;
  return (const char *) hwpgo_cursor_bytes (c, size);
}

/* A field of FORM; its text or its number.  */
static void
read_field (const struct tables *t, struct hwpgo_cursor *c, uint64_t form,
            const char **text, uint64_t *number)
{
  enum hwpgo_section_id section = HWPGO_SECTION_STR;
  switch (form)
    {
    case DW_FORM_string:
      *text = read_string (c);
      break;
    case DW_FORM_line_strp:
      section = HWPGO_SECTION_LINE_STR;
      /* fall through */
    case DW_FORM_strp:
      {
        struct hwpgo_cursor s = hwpgo_dwarf_section (
            t->unit, section, hwpgo_dwarf_word (c, t->wide ? 8 : 4));
        *text = s.failed ? NULL : read_string (&s);
        break;
      }
    case DW_FORM_udata:
      *number = hwpgo_dwarf_uleb (c);
      break;
    case DW_FORM_data1:
      *number = hwpgo_cursor_u8 (c);
      break;
    case DW_FORM_data2:
      *number = hwpgo_cursor_u16 (c);
      break;
    case DW_FORM_data4:
      *number = hwpgo_cursor_u32 (c);
      break;
    case DW_FORM_data8:
      *number = hwpgo_cursor_u64 (c);
      break;
    case DW_FORM_data16:
      hwpgo_cursor_bytes (c, 16);
      break;
    case DW_FORM_block:
      hwpgo_cursor_bytes (c, hwpgo_dwarf_uleb (c));
      break;
    default:
      c->failed = true;
      break;
    }
}

/* Item WANTED of the table at C, of DWARF 5; C then stands behind the table
   when WANTED is not in it.  */
static struct name
item_5 (const struct tables *t, struct hwpgo_cursor *c, uint64_t wanted)
{
  struct name name = { 0 };
  uint64_t kinds[MAX_FIELDS], forms[MAX_FIELDS];
  unsigned n = hwpgo_cursor_u8 (c);
  c->failed |= n > MAX_FIELDS;
  for (unsigned i = 0; i < n && !c->failed; i++)
    {
      kinds[i] = hwpgo_dwarf_uleb (c);
      forms[i] = hwpgo_dwarf_uleb (c);
    }
  uint64_t count = hwpgo_dwarf_uleb (c);
  for (uint64_t k = 0; n && k < count && !c->failed; k++)
    {
      name = (struct name){ 0 };
      for (unsigned i = 0; i < n; i++)
        {
          const char *text = NULL;
          uint64_t number = 0;
          read_field (t, c, forms[i], &text, &number);
          if (kinds[i] == DW_LNCT_path)
            name.text = text;
          else if (kinds[i] == DW_LNCT_directory_index)
            name.folder = number;
        }
      if (k == wanted && !c->failed)
        return name;
    }
  return (struct name){ 0 };
}

/* The same before DWARF 5, where items count from 1.  */
static struct name
item_4 (struct hwpgo_cursor *c, bool file, uint64_t wanted)
{
  for (uint64_t k = 1; !c->failed; k++)
    {
      struct name name = { read_string (c), 0 };
      if (!name.text || !*name.text)
        break;
      if (file)
        {
          name.folder = hwpgo_dwarf_uleb (c);
          hwpgo_dwarf_uleb (c); /* time.  */
          hwpgo_dwarf_uleb (c); /* size.  */
        }
      if (k == wanted && !c->failed)
        return name;
    }
  return (struct name){ 0 };
}

static struct name
item (const struct tables *t, struct hwpgo_cursor *c, bool file,
      uint64_t wanted)
{
  return t->version == 5 ? item_5 (t, c, wanted) : item_4 (c, file, wanted);
}

/* Find the tables in the line table at OFFSET.  */
static bool
find_tables (struct tables *t, uint64_t offset)
{
  struct hwpgo_cursor c
      = hwpgo_dwarf_section (t->unit, HWPGO_SECTION_LINE, offset);
  uint64_t length = hwpgo_cursor_u32 (&c);
  t->wide = length == UINT32_MAX;
  if (t->wide)
    length = hwpgo_cursor_u64 (&c);
  struct hwpgo_cursor h = hwpgo_cursor_sub (&c, length);
  t->version = hwpgo_cursor_u16 (&h);
  hwpgo_cursor_bytes (&h, t->version == 5 ? 2 : 0);
  hwpgo_dwarf_word (&h, t->wide ? 8 : 4);
  hwpgo_cursor_bytes (&h, t->version >= 4 ? 5 : 4);
  unsigned opcodes = hwpgo_cursor_u8 (&h);
  hwpgo_cursor_bytes (&h, opcodes ? opcodes - 1 : 0);
  t->folders = h;
  item (t, &h, false, UINT64_MAX);
  t->files = h;
  return !h.failed && t->version >= 2 && t->version <= 5;
}

/* FOLDER/NAME, interned; NAME where that is absolute.  */
static const char *
join (struct hwpgo_image *image, const char *folder, const char *name)
{
  if (!folder || !*folder || name[0] == '/')
    return hwpgo_strings_intern (&image->strings, name, strlen (name));
  char *path = hwpgo_path_join (folder, name);
  const char *kept
      = path ? hwpgo_strings_intern (&image->strings, path, strlen (path))
             : NULL;
  free (path);
  return kept;
}

/* File NUMBER of UNIT, NULL if it cannot be found.  */
static const char *
file_name (struct hwpgo_image *image, struct hwpgo_dwarf_unit *unit,
           uint32_t number)
{
  struct hwpgo_entry root;
  uint64_t offset;
  struct tables t = { .unit = unit };
  if (!hwpgo_dwarf_unit_load (unit) || !hwpgo_entry_root (unit, &root)
      || !hwpgo_entry_number (&root, HWPGO_AT_STMT_LIST, &offset)
      || !find_tables (&t, offset))
    return NULL;
  const char *where = hwpgo_entry_string (&root, HWPGO_AT_COMP_DIR);
  struct name file = item (&t, &t.files, true, number), folder = { 0 };
  if (!file.text || !*file.text)
    return NULL;
  if (file.text[0] != '/' && (t.version == 5 || file.folder))
    folder = item (&t, &t.folders, false, file.folder);
  if (folder.text)
    where = join (image, where, folder.text);
  return join (image, where, file.text);
}

/* --- declarations ---------------------------------------------------------
 */

struct collector
{
  struct hwpgo_image *image;
  struct hwpgo_dwarf_unit *skeleton; /* of the unit that is walked.  */
  bool no_memory;
};

/* The entry in the chain of E that has the line, and its file.  */
static bool
find_place (struct collector *k, struct hwpgo_entry *e,
            struct hwpgo_declaration *d)
{
  uint64_t line, file;
  for (unsigned i = 0; i < HWPGO_MAX_CHAIN; i++)
    {
      bool has_file = hwpgo_entry_number (e, HWPGO_AT_DECL_FILE, &file);
      if (has_file)
        {
          d->file_number = (uint32_t) file;
          d->lines = e->unit->split ? k->skeleton : e->unit;
        }
      if (hwpgo_entry_number (e, HWPGO_AT_DECL_LINE, &line))
        {
          d->line = (uint32_t) line;
          /* A definition that leaves out the file has its declaration's.  */
          for (; !has_file && i < HWPGO_MAX_CHAIN && hwpgo_entry_origin (e);
               i++)
            if ((has_file = hwpgo_entry_number (e, HWPGO_AT_DECL_FILE, &file)))
              {
                d->file_number = (uint32_t) file;
                d->lines = e->unit->split ? k->skeleton : e->unit;
              }
          return has_file;
        }
      if (!hwpgo_entry_origin (e))
        return false;
    }
  return false;
}

static bool
collect (const struct hwpgo_entry *entry, void *data)
{
  struct collector *k = data;
  struct hwpgo_image *image = k->image;
  bool linkage, is_entry, body;
  const char *name = hwpgo_image_entry_name (entry, &linkage);
  if (!name)
    return true;
  name = hwpgo_strings_intern (&image->strings, name,
                               hwpgo_origin_length (name, &is_entry));
  uint64_t *slot = name ? hwpgo_map_slot (&image->declared,
                                          (uint64_t) (uintptr_t) name, 0)
                        : NULL;
  k->no_memory = !slot;
  if (!slot)
    return false;
  /* What has code is the definition; of others the first.  */
  body
      = (entry->mask
         & (UINT64_C (1) << HWPGO_AT_LOW_PC | UINT64_C (1) << HWPGO_AT_RANGES))
        != 0;
  if (*slot && (*slot & 1 || !body))
    return true;
  struct hwpgo_entry e = *entry;
  struct hwpgo_declaration d = { 0 };
  if (!find_place (k, &e, &d))
    return true;
  k->no_memory
      = !HWPGO_GROW (image->declarations, image->declarations_capacity,
                     image->n_declarations + 1);
  if (k->no_memory)
    return false;
  image->declarations[image->n_declarations++] = d;
  *slot = (uint64_t) image->n_declarations << 1 | body;
  return true;
}

static void
collect_all (struct hwpgo_image *image)
{
  struct collector k = { .image = image };
  image->declarations_read = true;
  for (size_t i = 0; i < image->n_units && !k.no_memory; i++)
    {
      struct hwpgo_split split;
      struct hwpgo_dwarf_unit *unit
          = hwpgo_split_open (&split, image, &image->units[i]);
      k.skeleton = image->units[i].dwarf;
      if (unit)
        hwpgo_image_subprograms (unit, collect, &k);
      hwpgo_split_close (&split);
    }
  /* What units import.  */
  struct hwpgo_object *objects[] = { image->debug, &image->supplement };
  for (size_t k2 = 0; k2 < 2; k2++)
    for (size_t i = 0; i < objects[k2]->n_units && !k.no_memory; i++)
      {
        struct hwpgo_dwarf_unit *unit = &objects[k2]->units[i];
        struct hwpgo_entry root;
        if (hwpgo_dwarf_unit_load (unit) && hwpgo_entry_root (unit, &root)
            && root.tag == DW_TAG_partial_unit)
          hwpgo_image_subprograms (unit, collect, &k);
      }
}

static bool
find_declaration (struct hwpgo_image *image, const char *name,
                  const char **file, uint32_t *line)
{
  if (!image->declarations_read)
    collect_all (image);
  name = hwpgo_strings_find (&image->strings, name, strlen (name));
  const uint64_t *slot = name ? hwpgo_map_find (&image->declared,
                                                (uint64_t) (uintptr_t) name, 0)
                              : NULL;
  if (!slot || !*slot)
    return false;
  struct hwpgo_declaration *d = &image->declarations[(*slot >> 1) - 1];
  if (!d->file)
    d->file = file_name (image, d->lines, d->file_number);
  *file = d->file;
  *line = d->line;
  return d->file != NULL;
}

bool
hwpgo_image_declaration (struct hwpgo_image *image, const char *name,
                         const char **file, uint32_t *line)
{
  errno = 0;
  bool found = find_declaration (image, name, file, line);
  image->no_memory |= errno == ENOMEM;
  return found;
}
