/* Where loops lie in the lines from which a core fetches.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/loop-lines.h"

#include <stddef.h>
#include <stdlib.h>

/* A loop that turns fewer times when it is entered is not worth the no-ops in
   front of it.  */
#define MIN_TURNS 2

/* What is a smaller part than one of so many does not make a loop longer.  */
#define SMALL_PART 8

/* Each byte more that may be skipped must spare such a part of the turns one
   line, from one of the offsets.  */
#define MIN_GAIN 0.01

static int
by_place (const void *a, const void *b)
{
  const struct hwpgo_back_jump *x = a, *y = b;
  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  return x->from < y->from ? -1 : x->from > y->from;
}

/* Make one jump of those to the same block, from where nearly all of them
   come; returns how many are left.  */
static uint32_t
join_targets (struct hwpgo_back_jump *jumps, uint32_t n)
{
  uint32_t left = 0;
  for (uint32_t i = 0, end; i < n; i = end)
    {
      uint64_t all = 0, seen = 0;
      for (end = i; end < n && jumps[end].to == jumps[i].to; end++)
        all += jumps[end].count;
      while (seen < all - all / SMALL_PART)
        seen += jumps[i++].count;
      if (all > 0)
        jumps[left++] = (struct hwpgo_back_jump){ jumps[i - 1].from,
                                                  jumps[i - 1].to, all };
    }
  return left;
}

/* No loop.  */
#define NONE UINT32_MAX

/* Add the jump J to the N loops at LOOPS, which begin no later; returns how
   many there are then.  */
static uint32_t
add_jump (struct hwpgo_line_loop *loops, uint32_t n,
          const struct hwpgo_back_jump *j)
{
  uint32_t i = n > 0 ? n - 1 : NONE;
  while (i != NONE && loops[i].last < j->to)
    i = loops[i].outer;
  struct hwpgo_line_loop loop = { j->to, j->from, 0, j->count, i };
  struct hwpgo_line_loop *outer = i != NONE ? &loops[i] : NULL;
  if (!outer
      || (outer->last >= j->from
          && j->count / HWPGO_INNER_TURNS >= outer->count))
    {
      loops[n] = loop;
      return n + 1;
    }
  if (outer->last < j->from && outer->count < j->count / SMALL_PART)
    {
      outer->count = 0;
      loop.outer = outer->outer;
      loops[n] = loop;
      return n + 1;
    }
  /* A loop in it that turns less often makes it turn no more often.  */
  if (outer->last >= j->from)
    return n;
  if (j->count >= outer->count / SMALL_PART)
    outer->last = j->from;
  outer->count += j->count;
  return n;
}

static uint64_t
most_executed (const struct hwpgo_line_block *blocks, uint32_t n_blocks)
{
  uint64_t most = 0;
  for (uint32_t i = 0; i < n_blocks; i++)
    if (blocks[i].count > most)
      most = blocks[i].count;
  return most;
}

/* Set the size of LOOP.  */
static void
sum_up (const struct hwpgo_line_block *blocks, struct hwpgo_line_loop *loop)
{
  uint64_t size = 0;
  for (uint32_t b = loop->first; b <= loop->last; b++)
    size += blocks[b].size;
  loop->size = size < UINT32_MAX ? (uint32_t) size : UINT32_MAX;
}

/* Does LOOP make an indirect jump in most of its turns?  */
static bool
switches_p (const struct hwpgo_line_block *blocks,
            const struct hwpgo_line_loop *loop)
{
  for (uint32_t b = loop->first; b <= loop->last; b++)
    if (blocks[b].switches && blocks[b].count > loop->count / 2)
      return true;
  return false;
}

/* Is LOOP, of the size that it has by now, worth a place?  */
static bool
worth_p (const struct hwpgo_line_block *blocks,
         const struct hwpgo_line_loop *loop, uint64_t least)
{
  const struct hwpgo_line_block *before
      = loop->first > 0 ? &blocks[loop->first - 1] : NULL;
  return loop->count > 0 && loop->count >= least
         && loop->size <= HWPGO_MOST_LINES * HWPGO_LINE
         && !(before && before->falls
              && before->count > loop->count / MIN_TURNS);
}

uint32_t
hwpgo_find_line_loops (const struct hwpgo_line_block *blocks,
                       uint32_t n_blocks, struct hwpgo_back_jump *jumps,
                       uint32_t n_jumps, uint32_t hot,
                       struct hwpgo_line_loop *loops)
{
  uint32_t n = 0, kept = 0;
  uint64_t most = most_executed (blocks, n_blocks);
  if (n_jumps == 0)
    return 0;
  /* So that no sum of them is too large.  */
  for (uint32_t i = 0; i < n_jumps; i++)
    if (jumps[i].count > UINT64_MAX / n_jumps)
      jumps[i].count = UINT64_MAX / n_jumps;
  qsort (jumps, n_jumps, sizeof *jumps, by_place);
  n_jumps = join_targets (jumps, n_jumps);
  for (uint32_t i = 0; i < n_jumps; i++)
    n = add_jump (loops, n, &jumps[i]);
  for (uint32_t i = 0; i < n; i++)
    {
      sum_up (blocks, &loops[i]);
      if (worth_p (blocks, &loops[i], most / hot)
          && !switches_p (blocks, &loops[i]))
        loops[kept++] = loops[i];
    }
  return kept;
}

uint32_t
hwpgo_find_line_pieces (const struct hwpgo_line_block *blocks,
                        uint32_t n_blocks, uint32_t hot,
                        struct hwpgo_line_loop *pieces)
{
  uint32_t n = 0;
  uint64_t most = most_executed (blocks, n_blocks);
  for (uint32_t first = 0, last; first < n_blocks; first = last + 1)
    {
      for (last = first; blocks[last].falls && last + 1 < n_blocks; last++)
        continue;
      struct hwpgo_line_loop piece
          = { first, last, 0, most_executed (blocks + first, last - first + 1),
              NONE };
      sum_up (blocks, &piece);
      /* What a function begins with has the alignment of functions.  */
      if (first > 0 && (blocks[first].switched || blocks[last].switches)
          && worth_p (blocks, &piece, most / hot))
        pieces[n++] = piece;
    }
  return n;
}

/* How often what runs in LOOP comes to byte AT of it from the byte before.  */
static double
flow_at (const struct hwpgo_line_block *blocks,
         const struct hwpgo_line_loop *loop, uint32_t at)
{
  uint32_t start = 0;
  for (uint32_t b = loop->first; b <= loop->last; b++)
    {
      const struct hwpgo_line_block *block = &blocks[b];
      const struct hwpgo_line_block *before = block - 1;
      if (at == start && block->size > 0)
        return b == loop->first || !before->falls ? 0
               : before->count < block->count     ? (double) before->count
                                                  : (double) block->count;
      if (at < start + block->size)
        return (double) block->count;
      start += block->size;
    }
  return 0;
}

uint32_t
hwpgo_line_skip (const struct hwpgo_line_block *blocks,
                 const struct hwpgo_line_loop *loop)
{
  double at[HWPGO_LINE] = { 0 }, sum = 0, least;
  uint32_t best = 0;
  for (uint32_t offset = 0; offset < HWPGO_LINE; offset++)
    {
      for (uint32_t b = HWPGO_LINE - offset; b < loop->size; b += HWPGO_LINE)
        at[offset] += flow_at (blocks, loop, b);
      sum += at[offset];
    }
  /* Skipping SKIP bytes at most brings so many of the offsets to none.  */
  least = sum;
  for (uint32_t skip = 1; skip < HWPGO_LINE; skip++)
    {
      sum += at[0] - at[HWPGO_LINE - skip] + (double) loop->count * MIN_GAIN;
      if (sum < least)
        {
          least = sum;
          best = skip;
        }
    }
  return best;
}

bool
hwpgo_line_seldom_passed_p (const struct hwpgo_line_block *blocks,
                            const struct hwpgo_line_loop *loop)
{
  const struct hwpgo_line_block *before
      = loop->first > 0 ? &blocks[loop->first - 1] : NULL;
  return !before || !before->falls
         || before->count < loop->count / SMALL_PART;
}
