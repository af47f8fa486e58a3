/* From an address in a binary to functions, lines and inlined calls.
   SPDX-License-Identifier: GPL-2.0-or-later

   ELF through libelf; DWARF is read here.  Addresses are those of the ELF file
   ("vaddr"), whatever the load bias.  Intervals are half-open.  */

#ifndef HWPGO_IMAGE_IMAGE_H
#define HWPGO_IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/error.h"
#include "runtime/base/insn.h"

struct hwpgo_image;

/* Where to look for debug information that is not in the binary itself.  */
struct hwpgo_debug_search
{
  const char *file;   /* the debug file, or the .dwp; NULL: look for it.  */
  const char *folder; /* like /usr/lib/debug, searched first; NULL: none.  */
  bool installed;     /* search /usr/lib/debug, too.  */
};

/* Open binary PATH.  Debug information that is elsewhere is found by build id
   and .gnu_debuglink, as gdb does, supplementary files by .gnu_debugaltlink,
   split units by their .dwo or .dwp; SEARCH may be NULL, and then only the
   folder of PATH is searched.  Errors are a file
   that is not ELF, or not linked, or without any debug information
   (HWPGO_E_NO_DEBUG, with the compiler flag to add or the missing file in the
   text), and a file that does not belong to PATH (HWPGO_E_MISMATCH).  */
int hwpgo_image_open (struct hwpgo_image **image, const char *path,
                      const struct hwpgo_debug_search *search,
                      struct hwpgo_error *err);
void hwpgo_image_close (struct hwpgo_image *image);

const char *hwpgo_image_path (const struct hwpgo_image *image);
/* Size in bytes, 0 if it has none; *ID lives as long as IMAGE.  */
size_t hwpgo_image_build_id (const struct hwpgo_image *image,
                             const uint8_t **id);
/* Lower-case hexadecimal, NULL if it has none.  */
const char *hwpgo_image_build_id_text (const struct hwpgo_image *image);
enum hwpgo_machine hwpgo_image_machine (const struct hwpgo_image *image);
/* The layout of its discriminators: HWPGO_DISCRIMINATOR_LAYOUT when built
   with the plugin, 0 for plain ones.  */
uint32_t hwpgo_image_discriminator_layout (const struct hwpgo_image *image);
/* True if LLVM says that its discriminators are flow-sensitive.  */
bool hwpgo_image_flow_sensitive (const struct hwpgo_image *image);

/* The bytes of section NAME of the binary or, if it was stripped off that, of
   its debug file; false if there is none.  *DATA lives as long as IMAGE.  */
bool hwpgo_image_section (const struct hwpgo_image *image, const char *name,
                          const uint8_t **data, size_t *size);
/* Bytes of an address; and whether numbers have the other byte order.  */
unsigned hwpgo_image_address_size (const struct hwpgo_image *image);
bool hwpgo_image_swapped (const struct hwpgo_image *image);

/* The vaddr of byte OFFSET of the file, by the PT_LOAD that holds it.  */
bool hwpgo_image_vaddr (const struct hwpgo_image *image, uint64_t offset,
                        uint64_t *vaddr);
/* All bytes of the file around OFFSET that are there, too: [*LOW, *HIGH) of
   the file from vaddr *VADDR on.  */
bool hwpgo_image_segment (const struct hwpgo_image *image, uint64_t offset,
                          uint64_t *low, uint64_t *high, uint64_t *vaddr);
/* The executable PT_LOAD number I, from 0: SIZE bytes from OFFSET of the file
   are at VADDR.  False if there are no more.  */
bool hwpgo_image_executable (const struct hwpgo_image *image, size_t i,
                             uint64_t *offset, uint64_t *size,
                             uint64_t *vaddr);
/* Where its first PT_LOAD begins; 0 if it has none.  */
uint64_t hwpgo_image_first_vaddr (const struct hwpgo_image *image);
/* The bytes of the code at VADDR and how many follow; NULL outside code.  */
const uint8_t *hwpgo_image_code (const struct hwpgo_image *image,
                                 uint64_t vaddr, size_t *left);

/* All code lies in [*LOW, *HIGH); both 0 when there is none.  */
void hwpgo_image_code_bounds (const struct hwpgo_image *image, uint64_t *low,
                              uint64_t *high);

/* A function as it stands in the binary: one symbol's range.  Parts (.cold,
   .part.N) and clones (.constprop.N, .isra.N) are ranges of their own with
   the name of the origin.  */
struct hwpgo_image_function
{
  uint64_t low, high;
  const char *name; /* linkage name without the clone's suffix.  */
  bool entry;       /* LOW is where calls of NAME arrive.  */
};

/* The function around VADDR, NULL outside all.  */
const struct hwpgo_image_function *
hwpgo_image_function_at (const struct hwpgo_image *image, uint64_t vaddr);

/* All functions by address, without overlaps.  */
const struct hwpgo_image_function *
hwpgo_image_functions (const struct hwpgo_image *image, size_t *n);

/* The symbol of the function that the code at VADDR, a stub of the procedure
   linkage table, jumps to; NULL if it is none.  x86-64 alone.  Lives as long
   as IMAGE.  */
const char *hwpgo_image_stub_name (struct hwpgo_image *image, uint64_t vaddr);

/* A row of the line table with its inlined calls: code from LOW to HIGH stands
   for one place.  */
struct hwpgo_image_frame
{
  const char *function; /* linkage name; never NULL.  */
  uint32_t line;        /* offset from the function's declaration line,
                           modulo 2^16, as sample profiles have it.  */
  uint32_t discriminator;
  uint32_t column; /* of a call around the code; 0: not known.  */
};

/* How the discriminators of a unit are to be read, from its producer and from
   marks in the binary.  */
enum hwpgo_encoding
{
  HWPGO_ENCODING_PLAIN,  /* GCC before 16, and unknown: all base.  */
  HWPGO_ENCODING_HWPGO,  /* runtime/profile/discriminator.h.  */
  HWPGO_ENCODING_GCC16,  /* base 8 bits, multiplicity 7, copy 11.  */
  HWPGO_ENCODING_LLVM,   /* three prefix-coded numbers.  */
  HWPGO_ENCODING_LLVM_FS /* flow-sensitive: 8 bits of base, then 6 a pass.  */
};

#define HWPGO_IMAGE_MAX_FRAMES 64

struct hwpgo_image_row
{
  uint64_t low, high;
  size_t n_frames;     /* 0: no debug information.  */
  bool unknown_line;   /* the compiler gives the code, or a call around it, the
                          line 0, and FRAMES has the distance from there.  It
                          is no place, but LLVM's tools count at it.  */
  enum hwpgo_encoding encoding; /* of all discriminators in FRAMES.  */
  const void *context; /* equal for two rows of one image exactly when they
                          are in the same instance of an inlined call, or
                          both directly in one function.  */
  const void *function; /* equal for two rows of one image exactly when they
                           are in the same function out of line, parts like
                           .cold included; clones are others.  */
  /* Innermost first: frame 0 is the code itself, the others the places of
     the inlined calls; the last is the outermost function.  Calls nested
     deeper than the limit lose their outermost frames' callers and count as
     n_frames == 0.  */
  const struct hwpgo_image_frame *frames;
};

/* The row around VADDR; false outside the line table.  The frames live as
   long as IMAGE.  */
bool hwpgo_image_row_at (struct hwpgo_image *image, uint64_t vaddr,
                         struct hwpgo_image_row *row);

/* Call VISIT for each row that is a beginning
   (runtime/profile/discriminator.h) at an address in [LOW, HIGH), all in the
   function at LOW: its LOW and HIGH are that address, its place is known.  The
   frames live as long as IMAGE.  False as soon as VISIT is.  */
bool hwpgo_image_each_beginning (
    struct hwpgo_image *image, uint64_t low, uint64_t high,
    bool (*visit) (const struct hwpgo_image_row *row, void *data), void *data);

/* Where the function with linkage name NAME is declared: its source file as the
   compiler was given it (with the unit's folder in front where it is not
   absolute), and its line.  False if that is not known.  *FILE lives as long
   as IMAGE.  */
bool hwpgo_image_declaration (struct hwpgo_image *image, const char *name,
                              const char **file, uint32_t *line);

/* Compilation units, and those of them looked at so far whose entries or
   line table are malformed, so that their code has no rows.  */
size_t hwpgo_image_units (const struct hwpgo_image *image);
size_t hwpgo_image_bad_units (const struct hwpgo_image *image);
/* True if memory ran out in one of the functions above that cannot say so; what
   they told may lack something.  */
bool hwpgo_image_out_of_memory (const struct hwpgo_image *image);
/* The first reason that is known for a bad unit, as a sentence (the .dwo that
   is missing, say); "" if there is none.  */
const char *hwpgo_image_note (const struct hwpgo_image *image);

#endif
