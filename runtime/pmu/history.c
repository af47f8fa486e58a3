/* The global history and its foldings.
   SPDX-License-Identifier: GPL-2.0-or-later

   Folding XORs the newest N bits, cut into pieces of the table's width, to
   one such piece.  Shifting a bit in changes the folding by three bits only:
   the new one, the one that leaves the history, and the one that leaves the
   piece and comes round.  */

#include <string.h>

#include "runtime/pmu/predictor-parts.h"

/* The lengths, about a factor 1.9 apart.  */
#define LENGTHS(row)                                                          \
  row (4), row (8), row (15), row (28), row (54), row (102), row (192),       \
      row (HWPGO_HISTORY_LONGEST)

#define SELF(n) n
#define LEAVING(n) old[n]
#define PLACE_INDEX(n) 1 << (n) % HWPGO_INDEX_BITS
#define PLACE_TAG(n) 1 << (n) % HWPGO_TAG_BITS
/* No more of the path than the history is long.  */
#define PATH_PART(n) (n) < 16 ? (1 << (n)) - 1 : 0xffff

static const hwpgo_lanes place_index = { LENGTHS (PLACE_INDEX) };
static const hwpgo_lanes place_tag = { LENGTHS (PLACE_TAG) };
static const hwpgo_lanes path_part = { LENGTHS (PATH_PART) };
/* Any odd numbers without a pattern: one address goes to another place in
   each table, so that two branches never meet in all of them.  */
static const hwpgo_lanes scatter
    = { 0x9e37, 0x79b9, 0x7f4b, 0x1c35, 0xb529, 0x7a4d, 0x68e3, 0xd3a1 };

void
hwpgo_history_start (struct hwpgo_history *history)
{
  memset (history, 0, sizeof *history);
  history->newest = history->bits + HWPGO_HISTORY_ROOM;
}

static void
make_room (struct hwpgo_history *history)
{
  uint8_t *to = history->bits + HWPGO_HISTORY_ROOM;
  memmove (to, history->newest, HWPGO_HISTORY_LONGEST + 1);
  history->newest = to;
}

void
hwpgo_history_push (struct hwpgo_history *history, uint64_t pc, bool bit)
{
  if (__builtin_expect (history->newest == history->bits, 0))
    make_room (history);
  const uint8_t *old = --history->newest;
  *history->newest = bit;
  hwpgo_lanes leaving = { LENGTHS (LEAVING) };
  hwpgo_lanes f = history->index;
  f = (f << 1 | (uint16_t)bit) ^ leaving * place_index;
  history->index = (f ^ f >> HWPGO_INDEX_BITS) & ((1 << HWPGO_INDEX_BITS) - 1);
  f = history->tag;
  f = (f << 1 | (uint16_t)bit) ^ leaving * place_tag;
  history->tag = (f ^ f >> HWPGO_TAG_BITS) & ((1 << HWPGO_TAG_BITS) - 1);
  history->path = (uint16_t)(history->path << 1 ^ (hwpgo_mix (pc) >> 40 & 3));
}

void
hwpgo_history_place (const struct hwpgo_history *history, uint64_t pc,
                     hwpgo_lanes *index, hwpgo_lanes *tag)
{
  uint64_t mixed = hwpgo_mix (pc);
  hwpgo_lanes where = (history->path & path_part) ^ (uint16_t)(mixed >> 48);
  where = where * scatter >> (16 - HWPGO_INDEX_BITS);
  *index = (history->index ^ where) & ((1 << HWPGO_INDEX_BITS) - 1);
  *tag
      = (history->tag ^ (uint16_t)(mixed >> 20)) & ((1 << HWPGO_TAG_BITS) - 1);
}
