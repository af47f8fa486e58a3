/* What the files of runtime/image share.
   SPDX-License-Identifier: GPL-2.0-or-later

   image.c     opens and closes, answers
   elf.c       segments, code, symbols
   locate.c    debug information in other files
   split.c     units that are split into .dwo files or packages of them
   names.c     linkage names
   units.c     compilation units and the subprograms directly in them
   functions.c the table of functions, from symbols and subprograms
   scopes.c    inlined calls of one unit
   flatten.c   overlapping ranges made disjoint
   lines.c     line table of one unit
   files.c     names of source files, declarations
   rows.c      lines and scopes put together, when a row is first asked for

   object.h has the files that are read, dwarf-parts.h their entries.

   The line program is read here and not by libdw: libdw sorts the rows of
   all sequences together, so that the rows of functions that the linker threw
   away, which start at address 0, can no longer be told from those of the
   code that lies there; and it rejects the whole table when one discriminator
   has more than 24 bits, as LLVM's and GCC 16's have.  */

#ifndef HWPGO_IMAGE_INTERNAL_H
#define HWPGO_IMAGE_INTERNAL_H

#include "runtime/base/memory.h"
#include "runtime/image/dwarf-parts.h"
#include "runtime/image/image.h"
#include "runtime/image/object.h"

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
  uint64_t rank; /* of overlapping ones the lowest counts.  */
  uint32_t line, discriminator;
};

/* A row that is the beginning of a place (runtime/profile/discriminator.h);
   often it stands for no code.  */
struct hwpgo_beginning
{
  uint64_t address;
  uint64_t rank; /* of its sequence.  */
  uint32_t file, line, discriminator;
};

/* A line table.  */
struct hwpgo_lines
{
  struct hwpgo_line *items; /* malloc'ed; by address, without overlaps.  */
  size_t n, capacity;
  struct hwpgo_beginning *beginnings; /* malloc'ed; by address.  */
  size_t n_beginnings, beginnings_capacity;
};

/* A function or an inlined call, in one unit.  */
struct hwpgo_scope
{
  const struct hwpgo_scope *parent; /* the caller; NULL: none.  */
  const char *name;                 /* linkage name of what is inlined.  */
  uint32_t decl_file, decl_line;    /* the file as the line table has it.  */
  uint32_t call_line, call_column, call_discriminator; /* in PARENT; 0: not
                                                          known.  */
  unsigned depth;                                      /* callers.  */
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
  struct hwpgo_dwarf_unit *dwarf; /* the skeleton of a split unit.  */
  enum hwpgo_encoding encoding;
  bool is_split; /* its entries are elsewhere, see split.c.  */
  bool counted;  /* a .dwo of this unit is in the budget.  */
  bool built;
  struct hwpgo_row *rows; /* malloc'ed; by address, without overlaps.  */
  size_t n_rows;
  size_t last; /* the row found last.  */
  struct hwpgo_row *beginnings; /* malloc'ed; by address, LOW is HIGH.  */
  size_t n_beginnings;
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
  uint32_t decl_line;
  size_t number; /* of its unit and in that: of several at one address (the
                    linker folds functions that are equal) the first is the
                    one that counts.  */
};

struct hwpgo_image
{
  char *path;
  struct hwpgo_object binary;
  struct hwpgo_object separate;   /* split off BINARY; zeroed: none.  */
  struct hwpgo_object supplement; /* shared with others; zeroed: none.  */
  struct hwpgo_object package;    /* .dwp; zeroed: none.  */
  struct hwpgo_object *debug;     /* &binary or &separate.  */
  bool package_tried;
  char *folder;   /* of the search; NULL: none.  */
  bool installed; /* of the search.  */
  char note[512];
  bool no_memory; /* something was left out for want of memory.  */
  struct hwpgo_arena arena;
  struct hwpgo_strings strings;

  enum hwpgo_machine machine;
  const char *id_text; /* build id, NULL: none.  */
  uint32_t layout;
  bool flow_sensitive; /* LLVM's discriminators are.  */

  struct hwpgo_segment *segments;
  size_t n_segments, segments_capacity;
  struct hwpgo_code *code; /* by address.  */
  size_t n_code, code_capacity;
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

  /* plt.c: from the address of a slot to the name of the function in it (a
     pointer).  */
  bool plt_read;
  struct hwpgo_map plt_slots;

  /* files.c: from the name of a function (a pointer) to its declaration.  */
  bool declarations_read;
  struct hwpgo_map declared;
  struct hwpgo_declaration *declarations;
  size_t n_declarations, declarations_capacity;
};

/* elf.c: read headers and sections of the binary, and of the separate
   file.  */
int hwpgo_image_read_elf (struct hwpgo_image *image, struct hwpgo_error *err);
int hwpgo_image_read_separate (struct hwpgo_image *image,
                               struct hwpgo_error *err);
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

/* image.c: let as many entries be looked at as a sane OBJECT has.  */
void hwpgo_image_add_budget (struct hwpgo_image *image,
                             struct hwpgo_object *object);

/* locate.c: open the files with the debug information of IMAGE, and set
   IMAGE->debug, which stays NULL when there is none.  */
int hwpgo_image_locate (struct hwpgo_image *image,
                        const struct hwpgo_debug_search *search,
                        struct hwpgo_error *err);
/* The .dwp next to the binary or its separate file, when none was given.  A
   file that cannot be read is an error.  */
int hwpgo_image_locate_package (struct hwpgo_image *image,
                                struct hwpgo_error *err);
/* malloc'ed: the folder of PATH, links followed; NULL when out of memory.  */
char *hwpgo_image_folder_of (const char *path);

/* split.c: where the entries of a unit are.  */
struct hwpgo_split
{
  struct hwpgo_object file; /* the .dwo; zeroed: none.  */
  struct hwpgo_bytes sections[HWPGO_SECTIONS];
  struct hwpgo_dwarf_unit unit;
};
/* The unit with the entries of UNIT, loaded: itself, or what it was split
   into, which lives in SPLIT until that is closed.  NULL when it is malformed
   or not found; IMAGE->note then has the reason.  */
struct hwpgo_dwarf_unit *hwpgo_split_open (struct hwpgo_split *split,
                                           struct hwpgo_image *image,
                                           struct hwpgo_unit *unit);
void hwpgo_split_close (struct hwpgo_split *split);

/* names.c: the name of ENTRY or of its origin, NULL if it has none.  *LINKAGE
   tells whether it is a linkage name.  */
const char *hwpgo_image_entry_name (const struct hwpgo_entry *entry,
                                    bool *linkage);
/* Number ATTRIBUTE of ENTRY or of its origin, 0 if it has none.  */
uint32_t hwpgo_image_entry_number (const struct hwpgo_entry *entry,
                                   enum hwpgo_attribute attribute);

/* units.c  */
int hwpgo_image_read_units (struct hwpgo_image *image,
                            struct hwpgo_error *err);
/* Call VISIT for each range of ENTRY that is code.  False if the ranges are
   malformed or VISIT failed.  */
bool hwpgo_image_ranges (const struct hwpgo_image *image,
                         const struct hwpgo_entry *entry,
                         bool (*visit) (uint64_t low, uint64_t high,
                                        void *data),
                         void *data);
/* The entries that can have subprograms: call VISIT for each subprogram of
   UNIT that is not nested in another one.  False if the entries are malformed
   or VISIT failed.  */
bool hwpgo_image_subprograms (struct hwpgo_dwarf_unit *unit,
                              bool (*visit) (const struct hwpgo_entry *entry,
                                             void *data),
                              void *data);
/* The subprogram range that counts at LOW, NULL if there is none.  */
const struct hwpgo_subprogram *
hwpgo_image_subprogram_at (const struct hwpgo_image *image, uint64_t low);

/* functions.c: from the N SYMBOLS and from the subprograms.  */
int hwpgo_image_make_functions (struct hwpgo_image *image,
                                const struct hwpgo_symbol *symbols, size_t n,
                                struct hwpgo_error *err);

/* A range that belongs to a scope; where several overlap the one with the
   highest PRIORITY counts, of equals the one with the lowest NUMBER.  */
struct hwpgo_scope_range
{
  uint64_t low, high;
  const struct hwpgo_scope *scope;
  unsigned priority;
  size_t number;
};

/* scopes.c: the functions and inlined calls in UNIT, as disjoint ranges by
   address.  *RANGES is malloc'ed.  False if they cannot be read.  */
bool hwpgo_image_scopes (struct hwpgo_image *image,
                         struct hwpgo_dwarf_unit *unit,
                         struct hwpgo_scope_range **ranges, size_t *n);
/* flatten.c: sort RANGES, and cut them into disjoint ones: *OUT, malloc'ed.
   False when out of memory.  */
bool hwpgo_image_flatten (struct hwpgo_scope_range *ranges, size_t n_ranges,
                          struct hwpgo_scope_range **out, size_t *n);

/* lines.c: the line table of UNIT at OFFSET of .debug_line, what is not code
   left out.  False if it cannot be read.  */
bool hwpgo_image_lines (struct hwpgo_image *image,
                        const struct hwpgo_dwarf_unit *unit, uint64_t offset,
                        struct hwpgo_lines *lines);
void hwpgo_image_lines_free (struct hwpgo_lines *lines);

/* rows.c: fill UNIT->rows, once.  */
void hwpgo_image_build_rows (struct hwpgo_image *image,
                             struct hwpgo_unit *unit);
void hwpgo_image_fill_frames (struct hwpgo_image *image,
                              struct hwpgo_row *row);

/* files.c  */
struct hwpgo_declaration
{
  const char *file; /* interned; NULL: not looked up yet.  */
  uint32_t line, file_number;
  struct hwpgo_dwarf_unit *lines; /* the unit with the line table.  */
};

#endif
