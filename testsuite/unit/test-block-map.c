/* The block map: reading it, and comparing it with what ran.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <math.h>
#include <stdlib.h>

#include "runtime/trace/evidence.h"
#include "runtime/trace/truth.h"
#include "testsuite/unit/unit.h"

/* A map in the making.  */
static uint8_t bytes[4096];
static size_t size;

static void
put (const void *data, size_t n)
{
  memcpy (bytes + size, data, n);
  size += n;
}

static void
put_byte (unsigned value)
{
  uint8_t byte = (uint8_t) value;
  put (&byte, 1);
}

static void
put_number (uint64_t value)
{
  for (; value >= 0x80; value >>= 7)
    put_byte ((unsigned) (value & 0x7f) | 0x80);
  put_byte ((unsigned) value);
}

static void
put_block (uint64_t length, enum hwpgo_quality quality, uint64_t count,
           size_t edges)
{
  put_number (length);
  put_byte (quality);
  put_number (count);
  put_number (edges);
}

static void
put_edge (uint64_t to, uint64_t probability)
{
  put_number (to);
  put_number (probability);
}

/* "f", at ADDRESS: a block that goes on in 3 of 4 cases and else jumps over
   the next; and at 0x9000 a cold part of a block.  */
static void
put_function (uint64_t address, enum hwpgo_quality quality)
{
  put_byte (HWPGO_BLOCK_MAP_VERSION);
  put ("f", 2);
  put_number (2);
  put (&address, 8);
  put_number (3);
  put_block (8, quality, 400, 2);
  put_edge (2, 7501);
  put_edge (3, 2501);
  put_block (300, quality, 300, 1);
  put_edge (3, 10001);
  put_block (16, quality, 400, 1);
  put_edge (0, 0);
  uint64_t cold = 0x9000;
  put (&cold, 8);
  put_number (1);
  put_block (4, HWPGO_QUALITY_NONE, 0, 0);
}

/* What reading a copy of just the first N bytes gives.  */
static int
read_bytes (struct hwpgo_block_map *map, size_t n, struct hwpgo_error *err)
{
  uint8_t *copy = malloc (n ? n : 1);
  memcpy (copy, bytes, n);
  int ret = hwpgo_block_map_read (map, "m", copy, n, 8, false, err);
  /* Names are in the bytes.  */
  if (ret == 0)
    for (size_t i = 0; i < map->n_functions; i++)
      map->functions[i].name = "f";
  free (copy);
  return ret;
}

static void
a_map_is_read (void)
{
  struct hwpgo_block_map map;
  struct hwpgo_error e;
  size = 0;
  put_function (0x1000, HWPGO_QUALITY_AFDO);
  put_function (0, HWPGO_QUALITY_AFDO); /* discarded.  */
  put_function (0x2000, HWPGO_QUALITY_GUESSED_LOCAL);
  CHECK (read_bytes (&map, size, &e) == 0);
  CHECK_U64 (map.n_functions, 2);
  CHECK_U64 (map.discarded, 1);
  CHECK_U64 (map.functions[0].n_blocks, 4);
  CHECK_U64 (map.functions[1].first_block, 4);
  const struct hwpgo_block *b = map.blocks;
  CHECK_U64 (b[1].low, 0x1008);
  CHECK_U64 (b[1].high, 0x1008 + 300);
  CHECK_U64 (b[3].low, 0x9000);
  CHECK_U64 (b[4].low, 0x2000);
  CHECK (b[0].quality == HWPGO_QUALITY_AFDO);
  CHECK_STRING (hwpgo_quality_name (b[4].quality), "guessed-local");
  CHECK_U64 (b[0].n_edges, 2);
  CHECK_U64 (map.edges[b[0].first_edge].to, 1);
  CHECK_U64 (map.edges[b[0].first_edge].probability, 7500);
  CHECK_U64 (map.edges[b[2].first_edge].to, HWPGO_BLOCK_NONE);
  CHECK_U64 (map.edges[b[2].first_edge].probability, HWPGO_BLOCK_NONE);
  hwpgo_block_map_free (&map);
  CHECK (read_bytes (&map, 0, &e) == 0 && map.n_functions == 0);
}

/* Cut anywhere but between functions it is an error; with wrong bytes, an
   error or a map whose edges stay within functions.  */
static void
hostile (void)
{
  struct hwpgo_block_map map;
  struct hwpgo_error e;
  size = 0;
  put_function (0x1000, HWPGO_QUALITY_AFDO);
  size_t one = size;
  put_function (0x2000, HWPGO_QUALITY_AFDO);
  for (size_t n = 0; n < size; n++)
    {
      int ret = read_bytes (&map, n, &e);
      CHECK ((ret == 0) == (n == 0 || n == one));
      hwpgo_block_map_free (&map);
    }
  for (size_t i = 0; i < size; i++)
    for (unsigned flip = 1; flip < 256; flip++)
      {
        bytes[i] ^= (uint8_t) flip;
        if (read_bytes (&map, size, &e) == 0)
          for (size_t f = 0; f < map.n_functions; f++)
            for (size_t b = 0; b < map.functions[f].n_blocks; b++)
              {
                const struct hwpgo_block *block
                    = &map.blocks[map.functions[f].first_block + b];
                for (size_t k = 0; k < block->n_edges; k++)
                  {
                    uint32_t to = map.edges[block->first_edge + k].to;
                    CHECK (to == HWPGO_BLOCK_NONE
                           || to < map.functions[f].n_blocks);
                  }
              }
        hwpgo_block_map_free (&map);
        bytes[i] ^= (uint8_t) flip;
      }
}

static bool
about (double got, double want)
{
  return fabs (got - want) < 1e-9;
}

/* The first block ran 100 times, the second RAN times, the third 100, and all
   that TIMES.  */
static void
compare_times (struct hwpgo_truth *truth, enum hwpgo_quality quality,
               uint64_t ran, uint64_t times)
{
  struct hwpgo_block_map map;
  struct hwpgo_error e;
  struct hwpgo_flow flows[] = { { 0x1000, 0x1008, 100 * times },
                                { 0x1008, 0x1008 + 300, ran * times },
                                { 0x1134, 0x1144, 100 * times } };
  struct hwpgo_taken taken[] = { { 0x1006, 0x1134, (100 - ran) * times } };
  struct hwpgo_executed executed
      = { .flows = { .items = flows, .n = 3 }, .taken = taken, .n_taken = 1 };
  size = 0;
  put_function (0x1000, quality);
  CHECK (read_bytes (&map, size, &e) == 0);
  CHECK (hwpgo_truth_compare (truth, &map, &executed) == 0);
  CHECK_U64 (truth->n_functions, 1);
  CHECK_U64 (truth->n_blocks, 4);
  hwpgo_block_map_free (&map);
}

static void
compare (struct hwpgo_truth *truth, enum hwpgo_quality quality, uint64_t ran)
{
  compare_times (truth, quality, ran, 1);
}

static void
points_the_wrong_way (void)
{
  struct hwpgo_truth t;
  /* Three quarters were believed to go where one does.  */
  compare_times (&t, HWPGO_QUALITY_PRECISE, 25, HWPGO_WEIGHT_ONE);
  CHECK_U64 (t.n_reversed, 1);
  if (t.n_reversed)
    {
      CHECK_U64 (t.reversed[0].low, 0x1000);
      CHECK_STRING (t.reversed[0].function, t.functions[0].name);
      CHECK (about (t.reversed[0].believed + t.reversed[0].ran, 1));
      CHECK (about (fabs (t.reversed[0].ran - 0.5), 0.25));
    }
  hwpgo_truth_free (&t);
  compare_times (&t, HWPGO_QUALITY_PRECISE, 75, HWPGO_WEIGHT_ONE);
  CHECK_U64 (t.n_reversed, 0);
  hwpgo_truth_free (&t);
  compare_times (&t, HWPGO_QUALITY_PRECISE, 50, HWPGO_WEIGHT_ONE);
  CHECK_U64 (t.n_reversed, 0);
  hwpgo_truth_free (&t);
  /* Of so few it would be chance.  */
  compare_times (&t, HWPGO_QUALITY_PRECISE, 25, 1);
  CHECK_U64 (t.n_reversed, 0);
  hwpgo_truth_free (&t);
}

static void
what_is_believed_is_true (void)
{
  struct hwpgo_truth t;
  compare (&t, HWPGO_QUALITY_PRECISE, 75);
  CHECK (about (t.within, 1));
  CHECK (about (t.all, 1));
  CHECK (about (t.branch_error, 0));
  CHECK (about (t.gap, 0));
  CHECK (about (t.executions, 275));
  hwpgo_truth_free (&t);
}

static void
what_is_believed_is_wrong (void)
{
  struct hwpgo_truth t;
  /* 400 300 400 believed, 100 25 100 true.  */
  compare (&t, HWPGO_QUALITY_GUESSED_LOCAL, 25);
  CHECK (about (t.within, 400. / 1100 + 25. / 225 + 400. / 1100));
  CHECK (about (t.all, 0));
  CHECK (about (t.branch_error, 0.5));
  CHECK_U64 (t.blocks[0].low, 0x1008);
  CHECK (about (t.blocks[0].harm, 300. / 1100 - 25. / 225));
  hwpgo_truth_free (&t);
}

static void
nothing_ran (void)
{
  struct hwpgo_block_map map;
  struct hwpgo_error e;
  struct hwpgo_truth t;
  const struct hwpgo_executed nothing = { 0 };
  size = 0;
  put_function (0x1000, HWPGO_QUALITY_AFDO);
  CHECK (read_bytes (&map, size, &e) == 0);
  CHECK (hwpgo_truth_compare (&t, &map, &nothing) == 0);
  CHECK_U64 (t.n_functions, 0);
  CHECK_U64 (t.silent, 1);
  CHECK (about (t.within, 0));
  hwpgo_truth_free (&t);
  hwpgo_block_map_free (&map);
}

int
main (void)
{
  RUN (a_map_is_read);
  RUN (hostile);
  RUN (what_is_believed_is_true);
  RUN (what_is_believed_is_wrong);
  RUN (points_the_wrong_way);
  RUN (nothing_ran);
  return UNIT_RESULT;
}
