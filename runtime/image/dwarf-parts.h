/* Entries of .debug_info, DWARF 2 to 5.
   SPDX-License-Identifier: GPL-2.0-or-later

   abbrevs.c     tables of abbreviations
   entries.c     entries, the values of their attributes
   references.c  what values point to: strings, addresses, other entries
   ranges.c      range lists
   dwarf-units.c headers and bases of units

   Read here and not by libdw, because libdw of 2022 knows no packages of
   split units and no file of supplementary entries but dwz's, because it keeps
   everything that it ever looked at, and because a reader that skips what
   it does not want is several times as fast.  */

#ifndef HWPGO_IMAGE_DWARF_PARTS_H
#define HWPGO_IMAGE_DWARF_PARTS_H

#include <dwarf.h>

#include "runtime/image/object.h"

#ifndef DW_AT_GNU_discriminator
#define DW_AT_GNU_discriminator 0x2136 /* not in the header of elfutils.  */
#endif

enum hwpgo_attribute
{
#define HWPGO_ATTRIBUTE(id, name) HWPGO_AT_##id,
#include "runtime/image/attributes.def"
#undef HWPGO_ATTRIBUTE
  HWPGO_ATTRIBUTES /* also: to be skipped.  */
};

/* A step in reading an entry: one attribute, or bytes that are skipped.  */
struct hwpgo_abbrev_step
{
  uint8_t attribute; /* HWPGO_ATTRIBUTES: skip.  */
  uint16_t form;     /* 0: skip NUMBER bytes.  */
  uint64_t number;   /* of DW_FORM_implicit_const, its value.  */
};

struct hwpgo_abbrev
{
  uint64_t code;
  uint32_t first, n; /* steps.  */
  uint16_t tag;
  bool children;
};

/* By code.  */
struct hwpgo_abbrevs
{
  struct hwpgo_abbrev *items;
  size_t n, capacity;
  struct hwpgo_abbrev_step *steps;
  size_t n_steps, steps_capacity;
};

struct hwpgo_dwarf_unit
{
  struct hwpgo_object *object;
  /* Of OBJECT, or of the parts of a split unit in several files.  */
  const struct hwpgo_bytes *sections;
  uint64_t offset, end; /* in .debug_info, header included.  */
  uint64_t first;       /* its first entry.  */
  uint64_t abbrev_offset;
  const struct hwpgo_abbrevs *abbrevs; /* NULL: not loaded.  */
  uint64_t id;                         /* of split units; 0: none.  */
  uint16_t version;
  uint8_t type; /* DW_UT_.  */
  uint8_t address_size;
  bool wide;      /* 64-bit DWARF.  */
  bool split;     /* from a .dwo.  */
  bool malformed; /* its first entry cannot be read.  */

  /* From the first entry: offsets in sections that others are relative to,
     and the address that ranges are relative to.  */
  uint64_t str_offsets, addresses, rnglists, gnu_ranges, low;
};

struct hwpgo_value
{
  uint16_t form; /* 0: the attribute is not there.  */
  uint64_t number;
  const char *string; /* DW_FORM_string alone.  */
};

struct hwpgo_entry
{
  struct hwpgo_dwarf_unit *unit;
  uint64_t offset;
  uint16_t tag; /* 0: ends the children of an entry.  */
  bool children;
  uint64_t mask; /* of the attributes that are there, by number.  */
  struct hwpgo_value values[HWPGO_ATTRIBUTES]; /* only those are set.  */
};

/* The tag holds functions, or is one, or an inlined call.  */
bool hwpgo_dwarf_tag_matters (uint64_t tag);

/* abbrevs.c: the table of UNIT, NULL if it is malformed or there is no
   memory.  */
const struct hwpgo_abbrevs *
hwpgo_abbrevs_of (const struct hwpgo_dwarf_unit *unit);
void hwpgo_abbrevs_free (struct hwpgo_map *tables);
/* NULL if there is none.  */
const struct hwpgo_abbrev *
hwpgo_abbrev_find (const struct hwpgo_abbrevs *abbrevs, uint64_t code);

/* dwarf-units.c: read the headers of plain[INFO].  */
int hwpgo_dwarf_read_units (struct hwpgo_object *object,
                            struct hwpgo_error *err);
void hwpgo_dwarf_free_units (struct hwpgo_object *object);
/* Read one header at C, which then stands behind the unit.  False at the end
   or when malformed (C failed).  */
bool hwpgo_dwarf_unit_header (struct hwpgo_cursor *c,
                              struct hwpgo_dwarf_unit *unit);
/* Read abbreviations and bases, once.  False if they are malformed.  */
bool hwpgo_dwarf_unit_load (struct hwpgo_dwarf_unit *unit);

/* entries.c: a cursor at OFFSET of UNIT, which is loaded.  Failed when it is
   outside the unit.  */
struct hwpgo_cursor hwpgo_entry_cursor (const struct hwpgo_dwarf_unit *unit,
                                        uint64_t offset);
/* The entry at C.  False at the end and when malformed; then C failed.  */
bool hwpgo_entry_next (struct hwpgo_dwarf_unit *unit, struct hwpgo_cursor *c,
                       struct hwpgo_entry *entry);
/* Let C, behind ENTRY, skip the entry's children.  False if malformed.  */
bool hwpgo_entry_skip_children (const struct hwpgo_entry *entry,
                                struct hwpgo_cursor *c);
/* The first entry of UNIT, which is loaded.  */
bool hwpgo_entry_root (struct hwpgo_dwarf_unit *unit,
                       struct hwpgo_entry *entry);

static inline const struct hwpgo_value *
hwpgo_entry_value (const struct hwpgo_entry *entry,
                   enum hwpgo_attribute attribute)
{
  return entry->mask >> attribute & 1 ? &entry->values[attribute] : NULL;
}

/* references.c.  Each is NULL, or false, when the attribute is not there or
   malformed.  Strings live as long as the unit's object.  */
const char *hwpgo_entry_string (const struct hwpgo_entry *entry,
                                enum hwpgo_attribute attribute);
bool hwpgo_entry_address (const struct hwpgo_entry *entry,
                          enum hwpgo_attribute attribute, uint64_t *address);
/* A constant or an offset.  */
bool hwpgo_entry_number (const struct hwpgo_entry *entry,
                         enum hwpgo_attribute attribute, uint64_t *number);
/* Where ATTRIBUTE points to: the unit (loaded) and the offset.  */
bool hwpgo_entry_reference (const struct hwpgo_entry *entry,
                            enum hwpgo_attribute attribute,
                            struct hwpgo_dwarf_unit **unit, uint64_t *offset);
/* Make *ENTRY what it is an instance or a definition of.  False at the end
   of the chain.  */
bool hwpgo_entry_origin (struct hwpgo_entry *entry);
/* Chains longer than this are rings.  */
#define HWPGO_MAX_CHAIN 16
/* Item INDEX of the unit's part of .debug_addr.  */
bool hwpgo_dwarf_indexed_address (const struct hwpgo_dwarf_unit *unit,
                                  uint64_t index, uint64_t *address);
/* An address or an offset of SIZE bytes.  */
uint64_t hwpgo_dwarf_word (struct hwpgo_cursor *c, unsigned size);
/* A cursor over section ID of UNIT from OFFSET on; failed if that is not
   there.  */
struct hwpgo_cursor hwpgo_dwarf_section (const struct hwpgo_dwarf_unit *unit,
                                         enum hwpgo_section_id id,
                                         uint64_t offset);

/* leb128.c  */
uint64_t hwpgo_dwarf_uleb (struct hwpgo_cursor *c);
int64_t hwpgo_dwarf_sleb (struct hwpgo_cursor *c);

/* ranges.c: call VISIT for each range of ENTRY, also for empty ones and for
   those that the linker threw away.  False if the list is malformed, the
   budget used up, or VISIT failed.  */
bool hwpgo_entry_ranges (const struct hwpgo_entry *entry,
                         bool (*visit) (uint64_t low, uint64_t high,
                                        void *data),
                         void *data);

/* Take N off the budget; false when it is used up.  */
static inline bool
hwpgo_dwarf_spend (const struct hwpgo_object *object, uint64_t n)
{
  if (*object->budget < n)
    return false;
  *object->budget -= n;
  return true;
}

#endif
