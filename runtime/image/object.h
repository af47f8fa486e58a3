/* ELF files with debug information, and their sections.
   SPDX-License-Identifier: GPL-2.0-or-later

   The debug information of one image can be in many files: the binary, a file
   that was split off it, a supplementary file that several share (dwz), a
   .dwo for each unit, a package of all of them (.dwp).  */

#ifndef HWPGO_IMAGE_OBJECT_H
#define HWPGO_IMAGE_OBJECT_H

#include <libelf.h>

#include "runtime/base/cursor.h"
#include "runtime/base/file.h"
#include "runtime/base/memory.h"

enum hwpgo_section_id
{
#define HWPGO_SECTION(id, name) HWPGO_SECTION_##id,
#include "runtime/image/sections.def"
#undef HWPGO_SECTION
  HWPGO_SECTIONS
};

struct hwpgo_bytes
{
  const uint8_t *data; /* NULL: not there.  */
  size_t size;
  uint8_t *owned; /* malloc'ed, when it was compressed; else NULL.  */
};

struct hwpgo_dwarf_unit;

struct hwpgo_object
{
  struct hwpgo_infile file;
  Elf *elf;
  bool swap;         /* the other byte order.  */
  const uint8_t *id; /* build id; owned by libelf.  */
  size_t id_size;    /* bytes, 0: none.  */
  uint64_t debug_size;   /* of all debug sections in the file.  */
  struct hwpgo_bytes plain[HWPGO_SECTIONS];
  struct hwpgo_bytes split[HWPGO_SECTIONS]; /* *.dwo; .debug_cu_index.  */
  struct hwpgo_bytes link;    /* .gnu_debuglink.  */
  struct hwpgo_bytes altlink; /* .gnu_debugaltlink.  */
  const struct hwpgo_object *supplement; /* not owned; NULL: none.  */
  uint64_t *budget; /* see struct hwpgo_image.  */

  /* dwarf-units.c: the units of plain[INFO], by offset.  */
  struct hwpgo_dwarf_unit *units;
  size_t n_units, units_capacity;
  bool units_cut;         /* what comes after them is malformed.  */
  struct hwpgo_map abbrevs; /* to tables (pointers), see abbrevs.c.  */
};

/* Open PATH, a regular file; what is no ELF file is HWPGO_E_MAGIC.  Sections
   that cannot be uncompressed are errors.  On failure nothing is left to
   close.  */
int hwpgo_object_open (struct hwpgo_object *object, const char *path,
                       struct hwpgo_error *err);
/* Accepts what was only zeroed.  */
void hwpgo_object_close (struct hwpgo_object *object);

/* compressed.c: malloc'ed bytes of a section that has flag SHF_COMPRESSED, or
   of one called .zdebug_*.  IS_64 and SWAP are those of the file, PATH and
   NAME are for messages.  */
int hwpgo_uncompress_section (const uint8_t *data, size_t size, bool is_64,
                              bool swap, struct hwpgo_bytes *out,
                              const char *path, const char *name,
                              struct hwpgo_error *err);
int hwpgo_uncompress_zdebug (const uint8_t *data, size_t size,
                             struct hwpgo_bytes *out, const char *path,
                             const char *name, struct hwpgo_error *err);

#endif
