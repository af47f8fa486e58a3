/* The block map: what a compiler believed of each basic block.
   SPDX-License-Identifier: GPL-2.0-or-later

   The plugin's argument block-map adds to an object the section
   HWPGO_BLOCK_MAP_SECTION, which is not loaded, with a record for each
   function.  The linker puts the records one behind the other and fills in
   the addresses.  A record, with numbers in the byte order of the object and
   ULEB128 for what is called a number here:

     byte     HWPGO_BLOCK_MAP_VERSION
     string   the assembler's name of the function, with its NUL
     number   parts: 1, or 2 if cold blocks stand elsewhere
     for each part:
       address  of its first block, as wide as addresses are (0: discarded)
       number   blocks
       for each block, as laid out:
         number   bytes up to the next block, or to the end of the part
         byte     quality of the count, a row of block-quality.def
         number   count
         number   edges to successors
         for each edge:
           number   the successor, counted over all parts from 1; 0: none of
                    these (the end of the function, or a block without code)
           number   1 + probability in 1/HWPGO_BLOCK_MAP_CERTAIN; 0: not
                    known  */

#ifndef HWPGO_PROFILE_BLOCK_MAP_H
#define HWPGO_PROFILE_BLOCK_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HWPGO_BLOCK_MAP_SECTION ".hwpgo.blocks"
#define HWPGO_BLOCK_MAP_VERSION 1
#define HWPGO_BLOCK_MAP_CERTAIN 10000

enum hwpgo_quality
{
#define HWPGO_QUALITY(id, name) HWPGO_QUALITY_##id,
#include "runtime/profile/block-quality.def"
#undef HWPGO_QUALITY
  HWPGO_QUALITIES
};

/* "afdo" and the like.  */
const char *hwpgo_quality_name (enum hwpgo_quality quality);

struct hwpgo_block_edge
{
  uint32_t to;          /* index of a block in the function, or
                           HWPGO_BLOCK_NONE.  */
  uint32_t probability; /* in 1/HWPGO_BLOCK_MAP_CERTAIN, or
                           HWPGO_BLOCK_NONE.  */
};
#define HWPGO_BLOCK_NONE UINT32_MAX

struct hwpgo_block
{
  uint64_t low, high; /* [LOW, HIGH); may be empty.  */
  uint64_t count;     /* only comparable within the function, unless QUALITY
                         is GUESSED or better.  */
  enum hwpgo_quality quality;
  size_t first_edge, n_edges; /* in 'edges' of the map.  */
};

struct hwpgo_block_function
{
  const char *name; /* in the bytes that were read.  */
  size_t first_block, n_blocks;
};

struct hwpgo_block_map
{
  struct hwpgo_block_function *functions; /* as they were written.  */
  size_t n_functions, functions_capacity;
  struct hwpgo_block *blocks;
  size_t n_blocks, blocks_capacity;
  struct hwpgo_block_edge *edges;
  size_t n_edges, edges_capacity;
  size_t discarded; /* functions that the linker left out.  */
};

/* Read the SIZE bytes at DATA, the section in the linked file PATH whose
   addresses have ADDRESS_SIZE (4 or 8) bytes, in the other byte order if
   SWAP.  DATA must outlive MAP, which is initialised here and, on success, is
   the caller's to free.  Errors: HWPGO_E_FORMAT and _TRUNCATED with the
   offset in the section, HWPGO_E_NOMEM.  */
int hwpgo_block_map_read (struct hwpgo_block_map *map, const char *path,
                          const uint8_t *data, size_t size,
                          unsigned address_size, bool swap,
                          struct hwpgo_error *err);
void hwpgo_block_map_free (struct hwpgo_block_map *map);

#ifdef __cplusplus
}
#endif

#endif
