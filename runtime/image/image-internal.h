/* What the files of runtime/image share.
   SPDX-License-Identifier: GPL-2.0-or-later

   image.c     opens and closes, answers
   elf.c       segments, code, symbols, notes
   names.c     linkage names
   units.c     compilation units and the subprograms directly in them
   functions.c the table of functions, from symbols and subprograms
   scopes.c    inlined calls of one unit
   lines.c     line table of one unit
   rows.c      the two put together, when a row is first asked for

   The line program is read here and not by libdw: libdw sorts the rows of
   all sequences together, so that the rows of functions that the linker threw
   away, which start at address 0, can no longer be told from those of the
   code that lies there; and it rejects the whole table when one discriminator
   has more than 24 bits, as LLVM's and GCC 16's have.  */

#ifndef HWPGO_IMAGE_INTERNAL_H
#define HWPGO_IMAGE_INTERNAL_H

#include <elfutils/libdw.h>
#include <libelf.h>

#include "runtime/base/memory.h"
#include "runtime/image/image.h"

/* A PT_LOAD.  */
struct hwpgo_segment
{
  uint64_t offset, vaddr, size; /* bytes of the file.  */
  bool exec;
};

/* An executable section.  */
struct hwpgo_code
{
  uint64_t low, high;
  const uint8_t *data; /* HIGH - LOW bytes; owned by libelf.  */
};

/* A function symbol.  */
struct hwpgo_symbol
{
  uint64_t low, high;
  const char *name; /* owned by libelf.  */
  int binding;      /* STB_.  */
};

/* A piece of the line table: [LOW, HIGH) stands for LINE.  */
struct hwpgo_line
{
  uint64_t low, high;
  uint32_t line, discriminator;
};

/* A function or an inlined call, in one unit.  */
struct hwpgo_scope
{
  const struct hwpgo_scope *parent; /* the caller; NULL: none.  */
  const char *name;                 /* linkage name of what is inlined.  */
  uint32_t decl_line;
  uint32_t call_line, call_discriminator; /* in PARENT.  */
  unsigned depth;                         /* callers.  */
};

struct hwpgo_row
{
  uint64_t low, high;
  uint32_t line, discriminator;
  const struct hwpgo_scope *scope;        /* NULL: outside all functions.  */
  const struct hwpgo_image_frame *frames; /* NULL: not asked for yet.  */
};

struct hwpgo_unit
{
  Dwarf_Off die; /* offset of the unit's entry in .debug_info.  */
  bool built;
  struct hwpgo_row *rows; /* malloc'ed; by address, without overlaps.  */
  size_t n_rows;
  size_t last; /* the row found last.  */
};

/* Code of a unit.  */
struct hwpgo_span
{
  uint64_t low, high;
  size_t unit;
};

/* A range of a subprogram that is not nested in another one.  */
struct hwpgo_subprogram
{
  uint64_t low, high;
  const char *name; /* interned.  */
  bool linkage;     /* NAME is a linkage name.  */
  bool entry;       /* LOW is its entry.  */
};

struct hwpgo_image
{
  char *path;
  int fd; /* -1: none.  */
  Elf *elf;
  Dwarf *dwarf;
  struct hwpgo_arena arena;
  struct hwpgo_strings strings;

  enum hwpgo_machine machine;
  bool swap;           /* the other byte order.  */
  const uint8_t *id;   /* build id; owned by libelf.  */
  size_t id_size;      /* bytes.  */
  const char *id_text; /* NULL: none.  */
  uint32_t layout;

  struct hwpgo_segment *segments;
  size_t n_segments, segments_capacity;
  struct hwpgo_code *code; /* by address.  */
  size_t n_code, code_capacity;
  const uint8_t *line_data; /* .debug_line; owned by libelf.  */
  size_t line_size;
  uint64_t debug_size; /* of all sections with debug information.  */
  uint64_t budget; /* entries and ranges that may still be looked at; more than
                      a sane file of this size has, so that references that
                      form a ring or share a long list come to an end.  */

  struct hwpgo_unit *units;
  size_t n_units, units_capacity, bad_units;
  struct hwpgo_span *spans; /* by address, without overlaps.  */
  size_t n_spans, spans_capacity;
  struct hwpgo_subprogram *subprograms; /* by address.  */
  size_t n_subprograms, subprograms_capacity;
  struct hwpgo_image_function *functions; /* by address, no overlaps.  */
  size_t n_functions, functions_capacity;
};

/* elf.c: read headers and sections of IMAGE->elf.  */
int hwpgo_image_read_elf (struct hwpgo_image *image, struct hwpgo_error *err);
/* The function symbols, by address; *SYMBOLS is malloc'ed.  */
int hwpgo_image_symbols (struct hwpgo_image *image,
                         struct hwpgo_symbol **symbols, size_t *n,
                         struct hwpgo_error *err);
/* True if [LOW, HIGH) is not empty and inside one executable section.  What
   the linker threw away stands at address 0 or beyond all code.  */
bool hwpgo_image_is_code (const struct hwpgo_image *image, uint64_t low,
                          uint64_t high);
/* The section with the code at VADDR, NULL if there is none.  */
const struct hwpgo_code *hwpgo_image_code_at (const struct hwpgo_image *image,
                                              uint64_t vaddr);

/* names.c: the name of DIE or of its origin, NULL if it has none.  *LINKAGE tells
   whether it is a linkage name.  */
const char *hwpgo_image_die_name (Dwarf_Die *die, bool *linkage);

/* units.c  */
int hwpgo_image_read_units (struct hwpgo_image *image,
                            struct hwpgo_error *err);
/* Take one off the budget; false when it is used up.  */
bool hwpgo_image_spend (struct hwpgo_image *image);
/* Call VISIT for each range of DIE that is code.  False if libdw or VISIT
   failed.  */
bool hwpgo_image_ranges (struct hwpgo_image *image, Dwarf_Die *die,
                         bool (*visit) (uint64_t low, uint64_t high,
                                        void *data),
                         void *data);

/* functions.c  */
int hwpgo_image_make_functions (struct hwpgo_image *image,
                                struct hwpgo_error *err);

/* A range that belongs to a scope; where several overlap the one with the
   highest PRIORITY counts.  */
struct hwpgo_scope_range
{
  uint64_t low, high;
  const struct hwpgo_scope *scope;
  unsigned priority;
};

/* scopes.c: the functions and inlined calls in the unit whose entry is DIE, as
   disjoint ranges by address.  *RANGES is malloc'ed.  False if they cannot be
   read.  */
bool hwpgo_image_scopes (struct hwpgo_image *image, Dwarf_Die *die,
                         struct hwpgo_scope_range **ranges, size_t *n);

/* lines.c: the line table at OFFSET of .debug_line, by address and without
   overlaps, what is not code left out.  *LINES is malloc'ed.  False if it
   cannot be read.  */
bool hwpgo_image_lines (struct hwpgo_image *image, uint64_t offset,
                        struct hwpgo_line **lines, size_t *n);

/* rows.c: fill UNIT->rows, once.  */
void hwpgo_image_build_rows (struct hwpgo_image *image,
                             struct hwpgo_unit *unit);
void hwpgo_image_fill_frames (struct hwpgo_image *image,
                              struct hwpgo_row *row);

#endif
