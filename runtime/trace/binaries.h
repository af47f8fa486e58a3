/* The binaries of a conversion, and which mapped files they are.
   SPDX-License-Identifier: GPL-2.0-or-later

   Code of all binaries is numbered through: a "place in code" is one 64-bit
   number that stands for a binary and an address in it.  */

#ifndef HWPGO_TRACE_BINARIES_H
#define HWPGO_TRACE_BINARIES_H

#include "runtime/base/memory.h"
#include "runtime/image/image.h"
#include "runtime/perfdata/reader.h"
#include "runtime/profile/hint-section.h"

/* Different files that a recording can map.  */
#define HWPGO_MAPPED_MAX (1u << 18)

/* No place: code of no binary, or of no function (the PLT).  */
#define HWPGO_OUTSIDE UINT64_MAX
/* The first place, and one after the last: tables of samples keep places in
   31 bits, and have others for what is none.  */
#define HWPGO_PLACE_FIRST 2
#define HWPGO_PLACE_LIMIT INT32_MAX

/* A file that some process mapped.  */
struct hwpgo_mapped
{
  const char *path; /* interned.  */
  uint8_t id[HWPGO_BUILD_ID_MAX];
  size_t id_size;   /* 0: not known.  */
  size_t binary;    /* index, SIZE_MAX: none.  */
  bool deleted;     /* by the time it was mapped.  */
  bool contradicts; /* the name fits a binary, the build id does not.  */
};

struct hwpgo_traced
{
  struct hwpgo_image *image; /* owned.  */
  char *real;                /* its path without links, malloc'ed; NULL: the
                                same.  */
  uint64_t low, high;        /* bounds of its code.  */
  uint64_t base;             /* place of LOW.  */
  bool mapped;               /* by some process.  */
  struct hwpgo_hint_records decided; /* by the compiler of the binary, if the
                                        layout is that of its
                                        discriminators.  */
  uint64_t least_told; /* the copies of places with so much weight are told
                          apart; 0: not known yet.  */
};

struct hwpgo_binaries
{
  struct hwpgo_strings strings;
  struct hwpgo_mapped *mapped;
  size_t n_mapped, mapped_capacity;
  struct hwpgo_map mapped_by_path; /* and hash of the build id, to index plus
                                      1.  */
  struct hwpgo_traced *items;
  size_t n, capacity;
  bool unnamed; /* an input has counts of the only binary given.  */
  struct hwpgo_debug_search search; /* set before they are opened.  */
  char note[512];                   /* about the first that was left out.  */
};

/* The number of the file that MAP maps; READER, which may be NULL, knows build
   ids.  */
int hwpgo_binaries_mapped (struct hwpgo_binaries *binaries,
                           const struct hwpgo_perf_reader *reader,
                           const struct hwpgo_perf_mmap *map, size_t *file,
                           struct hwpgo_error *err);

/* Open the N given PATHS, or with N 0 the mapped files that have debug
   information, and match them.  A given file that was mapped with another
   build id is an error, as is it when not a single one was mapped, or a
   debug file for more than one binary.  */
int hwpgo_binaries_open (struct hwpgo_binaries *binaries,
                         const char *const *paths, size_t n,
                         struct hwpgo_error *err);
void hwpgo_binaries_free (struct hwpgo_binaries *binaries);

/* The index of the binary that PATH, which was told as a mapped file without a
   build id, is; SIZE_MAX if it is none.  */
size_t hwpgo_binaries_of_path (const struct hwpgo_binaries *binaries,
                               const char *path);

/* The bytes [*LOW, *HIGH) of mapped file FILE, of which OFFSET is one, are the
   places from *PLACE on, whether in functions or not; or, if false, they are
   no places.  */
bool hwpgo_binaries_stretch (const struct hwpgo_binaries *binaries,
                             size_t file, uint64_t offset, uint64_t *low,
                             uint64_t *high, uint64_t *place);
/* The place of VADDR of T, HWPGO_OUTSIDE if it is not in a function.  */
uint64_t hwpgo_binaries_vaddr (const struct hwpgo_traced *t, uint64_t vaddr);
/* True if PLACE is in a function.  */
bool hwpgo_binaries_in_function (const struct hwpgo_binaries *binaries,
                                 uint64_t place);
/* The binary and address of PLACE; NULL for HWPGO_OUTSIDE.  */
const struct hwpgo_traced *
hwpgo_binaries_at (const struct hwpgo_binaries *binaries, uint64_t place,
                   uint64_t *vaddr);

#endif
