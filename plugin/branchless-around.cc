/* How many branches of a region are around each of its blocks.
   SPDX-License-Identifier: GPL-2.0-or-later

   What only one of the ways may access is selected once for each of them.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

/* Can what is at FROM in R go on to the join without the block at AVOIDED?  */
static bool
avoids_p (const struct hwpgo_region *r, unsigned from, unsigned avoided)
{
  bool avoids[HWPGO_REGION_MAX_BLOCKS + 1];
  /* Blocks are behind those that lead to them.  */
  for (unsigned i = r->n_blocks + 1; i-- > from;)
    {
      edge e;
      edge_iterator ei;
      avoids[i] = false;
      if (i == avoided)
        continue;
      FOR_EACH_EDGE (e, ei, (i == 0 ? r->head : r->blocks[i - 1])->succs)
        avoids[i] |= e->dest == r->join
                     || avoids[hwpgo_region_position (r, e->dest)];
    }
  return avoids[from];
}

/* Where the last block of R is that all ways to the one at AT go through;
   DOMINATORS has those of the blocks in front of it.  */
static unsigned
dominator_of (const struct hwpgo_region *r, unsigned at,
              const unsigned *dominators)
{
  edge e;
  edge_iterator ei;
  int common = -1;
  FOR_EACH_EDGE (e, ei, r->blocks[at - 1]->preds)
    {
      int from = hwpgo_region_position (r, e->src);
      if (common < 0)
        common = from;
      while (common != from)
        if (common > from)
          common = (int) dominators[common];
        else
          from = (int) dominators[from];
    }
  return (unsigned) common;
}

void
hwpgo_region_around (const struct hwpgo_region *r,
                     unsigned around[HWPGO_REGION_MAX_BLOCKS])
{
  unsigned dominators[HWPGO_REGION_MAX_BLOCKS + 1] = {};
  for (unsigned at = 1; at <= r->n_blocks; at++)
    {
      unsigned from = dominators[at] = dominator_of (r, at, dominators);
      around[at - 1]
          = (from == 0 ? 0 : around[from - 1]) + avoids_p (r, from, at);
    }
}
