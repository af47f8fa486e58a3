/* The branchless conversion: changing the graph of blocks.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_EDGES_H
#define HWPGO_PLUGIN_BRANCHLESS_EDGES_H

/* Is E one that cannot be moved or lead elsewhere?  */
static inline bool
hwpgo_edge_complex_p (const_edge e)
{
  return (e->flags & EDGE_COMPLEX) != 0;
}

/* Take E away, one of the two ways of the branch at the end of its block, and
   the branch; return the other one, which is always gone.  */
edge hwpgo_way_drop (edge e);

/* Add the values that E brings to the PHIs of its destination to VALUES.  */
void hwpgo_phi_values_save (edge e, vec<tree> *values);

/* Give those PHIs, in the same order, VALUES for E.  */
void hwpgo_phi_values_restore (edge e, const vec<tree> &values);

/* An empty block behind FROM, in its loop, that runs COUNT times.  */
basic_block hwpgo_block_new (basic_block from, profile_count count);

/* An edge from BB to DEST, whose PHIs have VALUES for it.  */
edge hwpgo_edge_new (basic_block bb, basic_block dest, int flags,
                     const vec<tree> &values);

/* Let the N edges WAYS, all that go to one block but those back to it, go there by way
   of a new block, whose edge is returned.  Loops have to be put in order afterwards.  */
edge hwpgo_edges_join (const edge *ways, unsigned n);

/* A branch by A CODE B at the end of BB, with the place PLACE.  Where it runs more
   often than what has that in the source, it must be UNKNOWN_LOCATION: samples
   would count for all of that.  */
void hwpgo_branch_append (basic_block bb, tree_code code, tree a, tree b,
                          location_t place);

#endif
