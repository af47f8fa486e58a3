/* Reading the block map of a linked file.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/block-map.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/base/cursor.h"
#include "runtime/base/memory.h"

#define MAX_PARTS 2

const char *
hwpgo_quality_name (enum hwpgo_quality quality)
{
  static const char *const names[] = {
#define HWPGO_QUALITY(id, name) name,
#include "runtime/profile/block-quality.def"
#undef HWPGO_QUALITY
  };
  return names[quality];
}

struct reading
{
  struct hwpgo_block_map *map;
  struct hwpgo_cursor c;
  unsigned address_size;
  struct hwpgo_error *err;
};

static int
malformed (const struct reading *r, const char *what)
{
  return hwpgo_error_at_offset (r->err, HWPGO_E_FORMAT, r->c.file,
                                hwpgo_cursor_offset (&r->c),
                                HWPGO_BLOCK_MAP_SECTION ": %s", what);
}

static int
ended (const struct reading *r)
{
  return hwpgo_error_at_offset (r->err, HWPGO_E_TRUNCATED, r->c.file,
                                hwpgo_cursor_offset (&r->c),
                                HWPGO_BLOCK_MAP_SECTION);
}

static int
read_edges (struct reading *r, struct hwpgo_block *block)
{
  struct hwpgo_block_map *map = r->map;
  uint64_t n = hwpgo_cursor_uleb (&r->c);
  if (!hwpgo_cursor_fits (&r->c, n, 2))
    return ended (r);
  if (!HWPGO_GROW (map->edges, map->edges_capacity, map->n_edges + n))
    return hwpgo_error_nomem (r->err);
  block->first_edge = map->n_edges;
  block->n_edges = n;
  for (uint64_t i = 0; i < n; i++)
    {
      uint64_t to = hwpgo_cursor_uleb (&r->c);
      uint64_t probability = hwpgo_cursor_uleb (&r->c);
      if (to >= HWPGO_BLOCK_NONE)
        return malformed (r, "an edge to no block");
      if (probability > HWPGO_BLOCK_MAP_CERTAIN + 1)
        return malformed (r, "a probability over 1");
      /* What is no block becomes the highest number.  */
      map->edges[map->n_edges++]
          = (struct hwpgo_block_edge){ (uint32_t) to - 1,
                                       (uint32_t) probability - 1 };
    }
  return 0;
}

static int
read_part (struct reading *r, bool *discarded)
{
  struct hwpgo_block_map *map = r->map;
  uint64_t low = r->address_size == 8 ? hwpgo_cursor_u64 (&r->c)
                                      : hwpgo_cursor_u32 (&r->c);
  uint64_t n = hwpgo_cursor_uleb (&r->c);
  *discarded |= low == 0;
  if (!hwpgo_cursor_fits (&r->c, n, 4))
    return ended (r);
  if (!HWPGO_GROW (map->blocks, map->blocks_capacity, map->n_blocks + n))
    return hwpgo_error_nomem (r->err);
  for (uint64_t i = 0; i < n; i++)
    {
      struct hwpgo_block *b = &map->blocks[map->n_blocks];
      uint64_t size = hwpgo_cursor_uleb (&r->c);
      uint8_t quality = hwpgo_cursor_u8 (&r->c);
      if (quality >= HWPGO_QUALITIES)
        return malformed (r, "a count of unknown quality");
      if (size > UINT64_MAX - low)
        return malformed (r, "a block over the end of all addresses");
      *b = (struct hwpgo_block){ .low = low,
                                 .high = low + size,
                                 .count = hwpgo_cursor_uleb (&r->c),
                                 .quality = (enum hwpgo_quality) quality };
      int rc = read_edges (r, b);
      if (rc)
        return rc;
      low = b->high;
      map->n_blocks++;
    }
  return 0;
}

/* Edges of F must lead to its own blocks.  */
static bool
edges_stay (const struct hwpgo_block_map *map,
            const struct hwpgo_block_function *f, size_t first_edge)
{
  for (size_t i = first_edge; i < map->n_edges; i++)
    if (map->edges[i].to != HWPGO_BLOCK_NONE
        && map->edges[i].to >= f->n_blocks)
      return false;
  return true;
}

static int
read_function (struct reading *r)
{
  struct hwpgo_block_map *map = r->map;
  struct hwpgo_block_function f = { .first_block = map->n_blocks };
  size_t first_edge = map->n_edges;
  bool discarded = false;
  uint8_t version = hwpgo_cursor_u8 (&r->c);
  if (version != HWPGO_BLOCK_MAP_VERSION)
    return malformed (r, "a record of an unknown version");
  const uint8_t *end = memchr (r->c.pos, 0, hwpgo_cursor_left (&r->c));
  f.name = (const char *) r->c.pos;
  if (!end)
    return ended (r);
  hwpgo_cursor_bytes (&r->c, (size_t) (end - r->c.pos) + 1);
  uint64_t parts = hwpgo_cursor_uleb (&r->c);
  if (parts > MAX_PARTS)
    return malformed (r, "a function of more than two parts");
  for (uint64_t i = 0; i < parts; i++)
    {
      int rc = read_part (r, &discarded);
      if (rc)
        return rc;
    }
  if (r->c.failed)
    return ended (r);
  f.n_blocks = map->n_blocks - f.first_block;
  if (!edges_stay (map, &f, first_edge))
    return malformed (r, "an edge to no block");
  if (discarded)
    {
      map->n_blocks = f.first_block;
      map->n_edges = first_edge;
      map->discarded++;
      return 0;
    }
  if (!HWPGO_GROW (map->functions, map->functions_capacity,
                   map->n_functions + 1))
    return hwpgo_error_nomem (r->err);
  map->functions[map->n_functions++] = f;
  return 0;
}

int
hwpgo_block_map_read (struct hwpgo_block_map *map, const char *path,
                      const uint8_t *data, size_t size, unsigned address_size,
                      bool swap, struct hwpgo_error *err)
{
  struct reading r = { .map = map,
                       .c = hwpgo_cursor_new (path, data, size),
                       .address_size = address_size,
                       .err = err };
  int rc = 0;
  *map = (struct hwpgo_block_map){ 0 };
  r.c.swap = swap;
  while (rc == 0 && hwpgo_cursor_left (&r.c) > 0)
    rc = read_function (&r);
  if (rc)
    hwpgo_block_map_free (map);
  return rc;
}

void
hwpgo_block_map_free (struct hwpgo_block_map *map)
{
  free (map->functions);
  free (map->blocks);
  free (map->edges);
  *map = (struct hwpgo_block_map){ 0 };
}
