/* The sections of an ExtBinary profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   For extbinary-*.c alone.  */

#ifndef HWPGO_PROFILE_EXTBINARY_PARTS_H
#define HWPGO_PROFILE_EXTBINARY_PARTS_H

#include "runtime/base/file.h"
#include "runtime/profile/extbinary.h"
#include "runtime/profile/llvm-binary.h"

enum hwpgo_section_type
{
  HWPGO_SECTION_SUMMARY = 1,
  HWPGO_SECTION_NAMES = 2,
  HWPGO_SECTION_SYMBOLS = 3,
  HWPGO_SECTION_OFFSETS = 4,
  HWPGO_SECTION_METADATA = 5,
  HWPGO_SECTION_CONTEXTS = 6,
  HWPGO_SECTION_FUNCTIONS = 32, /* the first of those with counts.  */
  HWPGO_SECTION_INDEX = 0x67707768 /* "hwpg": ours, LLVM skips it.  */
};

/* Of all sections in the lower half of the flags, of one type in the upper.
 */
#define HWPGO_SECTION_COMPRESSED (UINT64_C (1) << 0)
#define HWPGO_SECTION_FLAT (UINT64_C (1) << 1)
#define HWPGO_SUMMARY_PARTIAL (UINT64_C (1) << 32)
#define HWPGO_SUMMARY_CONTEXTS (UINT64_C (1) << 33)
#define HWPGO_SUMMARY_FS_DISCRIMINATORS (UINT64_C (1) << 34)
#define HWPGO_SUMMARY_PREINLINED (UINT64_C (1) << 36)
#define HWPGO_NAMES_ARE_MD5 (UINT64_C (1) << 32)
#define HWPGO_NAMES_ARE_FIXED_MD5 (UINT64_C (1) << 33)
#define HWPGO_NAMES_HAVE_UNIQ (UINT64_C (1) << 34)
#define HWPGO_METADATA_CHECKSUMS (UINT64_C (1) << 32)
#define HWPGO_METADATA_ATTRIBUTES (UINT64_C (1) << 33)

struct hwpgo_section
{
  uint64_t type, flags, offset, size; /* as in the header.  */
  uint8_t *inflated;                  /* owned; NULL: not compressed, or not
                                         asked for yet.  */
  size_t inflated_size;
  struct hwpgo_llvm_names table;        /* of a section of names.  */
  const struct hwpgo_llvm_names *names; /* that it speaks of.  */
};

/* Where something that bears a name is.  */
struct hwpgo_indexed
{
  uint64_t hash; /* of the name as the profile spells it.  */
  const struct hwpgo_section *section;
  uint64_t begin, end; /* in the section.  */
};

struct hwpgo_index
{
  struct hwpgo_indexed *items; /* by hash; owned.  */
  size_t n, capacity;
  bool made;
};

/* The section HWPGO_SECTION_INDEX, checked.  */
struct hwpgo_place_index
{
  bool made;             /* there is one.  */
  uint32_t n_names, n_places;
  const uint8_t *pairs;  /* of each name and of their end.  */
  const uint8_t *places;
  struct hwpgo_section *section; /* of functions, that it speaks of.  */
};

struct hwpgo_extbinary
{
  struct hwpgo_infile in; /* not open when the bytes are another's.  */
  char *path;
  const uint8_t *data;
  size_t size;
  struct hwpgo_section *sections; /* in the order of the header.  */
  size_t n_sections;
  size_t may_inflate; /* bytes.  */
  bool md5;           /* of all names, or of none.  */
  bool fs_discriminators, partial;
  struct hwpgo_index functions, metadata;
  struct hwpgo_place_index index;
};

/* Read the header into FILE, with its data set.  */
int hwpgo_extbinary_header (struct hwpgo_extbinary *file,
                            struct hwpgo_error *err);

/* Prepare to read SECTION into PROFILE (or NULL) from its first byte.  */
int hwpgo_extbinary_begin (struct hwpgo_extbinary *file,
                           struct hwpgo_section *section,
                           struct hwpgo_profile *profile,
                           struct hwpgo_llvm_reader *reader,
                           struct hwpgo_error *err);

/* Read the marks of one function, of which R has read the name, in a section
   with FLAGS; FUNCTION is NULL where none is wanted.  */
int hwpgo_extbinary_marks (struct hwpgo_llvm_reader *r, uint64_t flags,
                           struct hwpgo_function *function);

#endif
