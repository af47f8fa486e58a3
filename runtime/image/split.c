/* Units that are split: the linked program has a skeleton, the entries are in
   a .dwo of its own (DWARF 5, 7.3.2; GCC's DebugFission before) or in a
   package of them all (7.3.5). SPDX-License-Identifier: GPL-2.0-or-later

   A .dwo is opened when its unit is looked at and closed again, because there
   can be more of them than a process may have files.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/image/image-internal.h"

/* See image.c.  */
#define BUDGET_PER_BYTE 4

/* What the first line of the index has: .debug_cu_index of a package.  */
struct index
{
  struct hwpgo_cursor cursor; /* at the table of signatures.  */
  uint32_t version, columns, units, slots;
};

static bool
read_index (const struct hwpgo_object *package, struct index *index)
{
  const struct hwpgo_bytes *s = &package->split[HWPGO_SECTION_CU_INDEX];
  if (!s->data)
    return false;
  struct hwpgo_cursor c
      = hwpgo_cursor_new (package->file.path, s->data, s->size);
  c.swap = package->swap;
  /* A half word and padding in DWARF 5, a word before.  */
  struct hwpgo_cursor five = c;
  index->version = hwpgo_cursor_u16 (&five) == 5 ? 5 : hwpgo_cursor_u32 (&c);
  if (index->version == 5)
    hwpgo_cursor_u32 (&c);
  index->columns = hwpgo_cursor_u32 (&c);
  index->units = hwpgo_cursor_u32 (&c);
  index->slots = hwpgo_cursor_u32 (&c);
  index->cursor = c;
  /* All tables, before any of them is used.  */
  hwpgo_cursor_fits (&c, index->slots, 12);
  uint64_t cells = hwpgo_mul (index->columns, 2 * (uint64_t) index->units + 1);
  hwpgo_cursor_fits (&c, hwpgo_add (cells, hwpgo_mul (index->slots, 3)), 4);
  return !c.failed && (index->version == 2 || index->version == 5)
         && (index->slots & (index->slots - 1)) == 0;
}

static uint64_t
word_at (const struct index *index, uint64_t offset, unsigned size)
{
  struct hwpgo_cursor c = index->cursor;
  hwpgo_cursor_bytes (&c, offset);
  return size == 8 ? hwpgo_cursor_u64 (&c) : hwpgo_cursor_u32 (&c);
}

/* The row of unit ID, from 1 on; 0 if it is not in the package.  */
static uint32_t
find_row (const struct index *index, uint64_t id)
{
  uint64_t mask = (uint64_t) index->slots - 1;
  uint64_t at = id & mask, step = (id >> 32 & mask) | 1;
  for (uint32_t i = 0; i < index->slots; i++, at = (at + step) & mask)
    {
      uint32_t row = (uint32_t) word_at (
          index, (uint64_t) index->slots * 8 + at * 4, 4);
      if (row == 0)
        return 0;
      if (word_at (index, at * 8, 8) == id)
        return row <= index->units ? row : 0;
    }
  return 0;
}

static enum hwpgo_section_id
column_section (const struct index *index, uint32_t number)
{
  switch (number)
    {
    case DW_SECT_INFO:
      return HWPGO_SECTION_INFO;
    case DW_SECT_ABBREV:
      return HWPGO_SECTION_ABBREV;
    case DW_SECT_STR_OFFSETS:
      return HWPGO_SECTION_STR_OFFSETS;
    case DW_SECT_RNGLISTS: /* another one in the packages of DWARF 4.  */
      return index->version == 5 ? HWPGO_SECTION_RNGLISTS : HWPGO_SECTIONS;
    default:
      return HWPGO_SECTIONS;
    }
}

/* Cut the sections of the package to what unit ID has of them.  */
static bool
cut_sections (const struct hwpgo_object *package, uint64_t id,
              struct hwpgo_bytes *sections)
{
  struct index index;
  uint32_t row;
  if (!read_index (package, &index) || (row = find_row (&index, id)) == 0)
    return false;
  memcpy (sections, package->split, sizeof package->split);
  uint64_t head = (uint64_t) index.slots * 12;
  uint64_t width = (uint64_t) index.columns * 4;
  bool info = false;
  for (uint32_t i = 0; i < index.columns; i++)
    {
      uint64_t cell = head + (uint64_t) row * width + (uint64_t) i * 4;
      enum hwpgo_section_id s = column_section (
          &index, (uint32_t) word_at (&index, head + (uint64_t) i * 4, 4));
      if (s == HWPGO_SECTIONS)
        continue;
      uint64_t offset = word_at (&index, cell, 4);
      uint64_t size = word_at (&index, cell + index.units * width, 4);
      const struct hwpgo_bytes *whole = &package->split[s];
      if (!whole->data || offset > whole->size || size > whole->size - offset)
        return false;
      sections[s].data = whole->data + offset;
      sections[s].size = size;
      info |= s == HWPGO_SECTION_INFO;
    }
  return info;
}

/* Find unit ID in split->sections, which are those of OBJECT, and what it has
   from its SKELETON.  */
static bool
find_unit (struct hwpgo_split *split, struct hwpgo_object *object,
           const struct hwpgo_dwarf_unit *skeleton)
{
  struct hwpgo_bytes *s = split->sections;
  s[HWPGO_SECTION_ADDR] = skeleton->sections[HWPGO_SECTION_ADDR];
  s[HWPGO_SECTION_RANGES] = skeleton->sections[HWPGO_SECTION_RANGES];
  if (!s[HWPGO_SECTION_INFO].data)
    return false;
  struct hwpgo_cursor c
      = hwpgo_cursor_new (object->file.path, s[HWPGO_SECTION_INFO].data,
                          s[HWPGO_SECTION_INFO].size);
  c.swap = object->swap;
  for (;;)
    {
      struct hwpgo_dwarf_unit u = { .object = object,
                                    .sections = s,
                                    .split = true,
                                    .addresses = skeleton->addresses,
                                    .gnu_ranges = skeleton->gnu_ranges,
                                    .low = skeleton->low };
      if (!hwpgo_dwarf_unit_header (&c, &u))
        return false;
      if (u.type != DW_UT_compile && u.type != DW_UT_split_compile)
        continue;
      if (hwpgo_dwarf_unit_load (&u) && u.id == skeleton->id)
        {
          split->unit = u;
          return true;
        }
    }
}

/* Open PATH if it is the .dwo of UNIT.  */
static bool
try_file (struct hwpgo_split *split, struct hwpgo_image *image,
          struct hwpgo_unit *unit, const char *path)
{
  struct stat st;
  if (!path || stat (path, &st) != 0)
    return false;
  struct hwpgo_error why = { 0 };
  if (hwpgo_object_open (&split->file, path, &why) != 0)
    {
      if (!*image->note)
        snprintf (image->note, sizeof image->note, "%s", why.text);
      return false;
    }
  split->file.budget = &image->budget;
  if (!unit->counted)
    image->budget = hwpgo_add (
        image->budget, hwpgo_mul (split->file.debug_size, BUDGET_PER_BYTE));
  unit->counted = true;
  memcpy (split->sections, split->file.split, sizeof split->sections);
  if (find_unit (split, &split->file, unit->dwarf))
    return true;
  if (!*image->note)
    snprintf (image->note, sizeof image->note,
              "%s: it is not the one that %s was built with", path,
              image->path);
  hwpgo_object_close (&split->file);
  return false;
}

/* The same for FOLDER/NAME.  */
static bool
try_in (struct hwpgo_split *split, struct hwpgo_image *image,
        struct hwpgo_unit *unit, const char *folder, const char *name)
{
  char *path = folder ? hwpgo_path_join (folder, name) : NULL;
  bool found = path && try_file (split, image, unit, path);
  free (path);
  return found;
}

static bool
find_file (struct hwpgo_split *split, struct hwpgo_image *image,
           struct hwpgo_unit *unit, const struct hwpgo_entry *root)
{
  const char *name = hwpgo_entry_string (root, HWPGO_AT_DWO_NAME);
  if (!name)
    name = hwpgo_entry_string (root, HWPGO_AT_GNU_DWO_NAME);
  if (!name || !*name)
    return false;
  const char *slash = strrchr (name, '/');
  const char *base = slash ? slash + 1 : name;
  const char *where = hwpgo_entry_string (root, HWPGO_AT_COMP_DIR);
  char *near = hwpgo_image_folder_of (image->path);
  bool found
      = (name[0] == '/' ? try_file (split, image, unit, name)
                        : try_in (split, image, unit, where, name))
        || (name[0] != '/' && try_in (split, image, unit, near, name))
        || (slash && try_in (split, image, unit, near, base))
        || (name[0] != '/' && try_in (split, image, unit, image->folder, name))
        || (slash && try_in (split, image, unit, image->folder, base));
  free (near);
  if (!found && !*image->note)
    snprintf (image->note, sizeof image->note,
              "%s: %s, which has debug information of it, is not there",
              image->path, name);
  return found;
}

struct hwpgo_dwarf_unit *
hwpgo_split_open (struct hwpgo_split *split, struct hwpgo_image *image,
                  struct hwpgo_unit *unit)
{
  *split = (struct hwpgo_split){ 0 };
  struct hwpgo_entry root;
  if (!hwpgo_dwarf_unit_load (unit->dwarf))
    return NULL;
  if (!unit->is_split)
    return unit->dwarf;
  if (image->package.elf
      && cut_sections (&image->package, unit->dwarf->id, split->sections)
      && find_unit (split, &image->package, unit->dwarf))
    return &split->unit;
  if (!hwpgo_entry_root (unit->dwarf, &root)
      || !find_file (split, image, unit, &root))
    return NULL;
  return &split->unit;
}

void
hwpgo_split_close (struct hwpgo_split *split)
{
  hwpgo_object_close (&split->file);
}
