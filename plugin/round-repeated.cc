/* Blocks that do one thing several times, or a part of the times.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (i = 0; i < n; i++)            loop:  a[i] = next ();
       a[i] = next ();                         a[i + 1] = next ();
                                               a[i + 2] = next ();
                                               a[i + 3] = next ();
                                               i += 4;

   RTL's unroller leaves one addition of four.  If the profiled build had no
   copies, that addition ran in each iteration, and here it seems to be the
   same one still, while the profile says nothing of the four assignments.  But
   the block can have run no more than a quarter of the times for which the
   profile has assignments.

     for (i = 0; i < n; i += 2)         vector loop:  m = max (m, a[i .. i + 3]);
       {                                what is left: x = a[i];
         x = a[i];                                    y = a[i + 1];
         y = a[i + 1];                                ...
         ...

   The vectoriser loads A once, which has the place of Y.  So there are two copies
   of that, and one of X, which ran as often as both, and not only here.

     while (more > 0) c = next ();      c = next ();
     if (c < least)                     if (more == 1) goto c < 128 ? other : join;
       c = other;                       c = next ();
     if (c in unused)                   if (c < least) goto other;
       c = other;                       if (c in unused) goto other;

   A loop is peeled to its end, and after its first turn the last test is decided.  So
   that has no copies, but is behind one of several copies of another test, and what
   it ran was behind all of them.  */

#include "plugin/gcc-headers.h"
#include "plugin/round-measure.h"

/* How much more than it can have run is told of a block by sampling alone.  */
#define NOISE 1.25

/* For qsort.  By block, and then the copies of each place together.  */
static int
compare (const void *a, const void *b)
{
  const struct hwpgo_otherwise *p = (const struct hwpgo_otherwise *) a;
  const struct hwpgo_otherwise *q = (const struct hwpgo_otherwise *) b;
  uint32_t mask = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  uint64_t keys[][2] = {
    { (uint64_t) p->block, (uint64_t) q->block },
    { (uintptr_t) p->result.function, (uintptr_t) q->result.function },
    { p->result.at.line, q->result.at.line },
    { p->result.at.discriminator & mask, q->result.at.discriminator & mask },
    { p->result.at.discriminator, q->result.at.discriminator },
  };
  for (const uint64_t *key : keys)
    if (key[0] != key[1])
      return key[0] < key[1] ? -1 : 1;
  return 0;
}

static bool
same_place_p (const struct hwpgo_otherwise &a, const struct hwpgo_otherwise &b)
{
  return a.block == b.block && a.result.function == b.result.function
         && a.result.at.line == b.result.at.line
         && ((a.result.at.discriminator ^ b.result.at.discriminator)
             & hwpgo_discriminator_mask (HWPGO_ROUND_BASE))
                == 0;
}

/* A block by what it does several times.  */
struct repeating
{
  uint64_t most;     /* how often it can have run; 0: not known.  */
  uint64_t shared;   /* what a place ran that has copies in other blocks, too;
                        0: there is none.  */
  uint64_t behind;   /* of a block that it is behind, and has such a place, too:
                        how often that is believed to run.  */
  unsigned repeated; /* places of that.  */
  unsigned above;    /* places that have run more often.  */
};

/* Look at what BLOCKS, of R, do several times.  */
static void
see_repeated (struct hwpgo_round_loading *r, vec<struct repeating> &blocks)
{
  vec<struct hwpgo_otherwise> &all = r->otherwise;
  all.qsort (compare);
  for (unsigned begin = 0, end; begin < all.length (); begin = end)
    {
      uint64_t copies = 1;
      for (end = begin + 1;
           end < all.length () && same_place_p (all[begin], all[end]); end++)
        copies += all[end].result.at.discriminator
                  != all[end - 1].result.at.discriminator;
      struct repeating &block = blocks[all[begin].block];
      if (copies == 1)
        block.shared = MAX (block.shared, all[begin].result.count);
      else
        block.most = MAX (block.most,
                          MAX (all[begin].result.count / copies, 1));
      block.repeated++;
    }
}

/* Blocks that are looked at in front of one.  */
#define MAX_IN_FRONT 8

/* Find the blocks that are behind others that share places.  */
static void
see_behind (const struct hwpgo_round_loading *r, vec<struct repeating> &blocks)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, r->m.fn)
    {
      basic_block from = bb;
      for (unsigned i = 0; i < MAX_IN_FRONT && single_pred_p (from)
                           && (from == bb || blocks[from->index].shared == 0);
           i++)
        from = single_pred (from);
      if (from != bb && blocks[from->index].shared > 0)
        blocks[bb->index].behind = hwpgo_executions (r->m.fn, from->index);
    }
}

static bool
above_behind_p (const struct hwpgo_round_loading *r,
                const struct repeating &block, const struct hwpgo_found &found)
{
  return !found.on && block.behind > 0
         && hwpgo_round_scale (r, found.result.count) > block.behind * NOISE;
}

static bool
above_p (const struct repeating &block, const struct hwpgo_found &found)
{
  uint64_t count = found.result.count;
  return !found.on
         && ((block.most > 0 && count > block.most * NOISE)
             || (block.shared > 0
                 && hwpgo_counts_near_p (count, block.shared)));
}

/* Count the places that have run more often than their blocks can have.  */
static void
see_above (const struct hwpgo_round_loading *r, vec<struct repeating> &blocks)
{
  auto_vec<struct hwpgo_otherwise> above;
  for (const struct hwpgo_found &found : r->found)
    if (above_p (blocks[found.block], found))
      above.safe_push ({ found.block, found.result, 0, 1 });
  above.qsort (compare);
  for (unsigned i = 0; i < above.length (); i++)
    if (i == 0 || !same_place_p (above[i - 1], above[i]))
      blocks[above[i].block].above++;
}

void
hwpgo_round_repeated (struct hwpgo_round_loading *r)
{
  auto_vec<struct repeating> blocks;
  blocks.safe_grow_cleared (last_basic_block_for_fn (r->m.fn));
  see_repeated (r, blocks);
  see_behind (r, blocks);
  see_above (r, blocks);
  unsigned kept = 0;
  for (unsigned &first : r->first)
    first = r->found.length ();
  for (unsigned i = 0; i < r->found.length (); i++)
    {
      const struct hwpgo_found &found = r->found[i];
      const struct repeating &block = blocks[found.block];
      if (above_behind_p (r, block, found)
          || (above_p (block, found) && block.above <= block.repeated))
        {
          r->contradicted[found.block] = true;
          continue;
        }
      if (!found.on)
        r->first[found.block] = MIN (r->first[found.block], kept);
      r->found[kept++] = found;
    }
  r->found.truncate (kept);
}
