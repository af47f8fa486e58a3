/* Branches that are decided on the way to them.
   SPDX-License-Identifier: GPL-2.0-or-later

     while (a () && b ())        if (a () && b ()) more = 1; else more = 0;
       ...;                      if (more) ...;

   The C++ front end writes the first like the second: two ways bring a constant
   to the join, and the branch there follows it.  Nothing is measured between the
   second test and the join, so that inference would follow GCC's guess there,
   and what threads these jumps later would scale the loop by that.  In the graph
   a way that brings a constant leads to where the branch sends it.  */

#include "plugin/gcc-headers.h"
#include "plugin/load-measure.h"

/* The branch that is all there is in BB but PHIs, on one of these and a constant;
   NULL if there is none.  */
static gcond *
only_branch (basic_block bb, gphi **phi)
{
  gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (bb);
  gcond *cond = gsi_end_p (gsi) ? NULL : dyn_cast<gcond *> (gsi_stmt (gsi));
  if (!cond || TREE_CODE (gimple_cond_lhs (cond)) != SSA_NAME
      || !is_gimple_min_invariant (gimple_cond_rhs (cond)))
    return NULL;
  *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (gimple_cond_lhs (cond)));
  return *phi && gimple_bb (*phi) == bb ? cond : NULL;
}

/* The edge by which COND sends VALUE; NULL if that is not known.  */
static edge
way_of (gcond *cond, tree value)
{
  if (!is_gimple_min_invariant (value))
    return NULL;
  tree result = fold_binary (gimple_cond_code (cond), boolean_type_node, value,
                             gimple_cond_rhs (cond));
  edge yes, no;
  extract_true_false_edges_from_block (gimple_bb (cond), &yes, &no);
  return !result || TREE_CODE (result) != INTEGER_CST ? NULL
         : integer_zerop (result)                     ? no
                                                      : yes;
}

void
hwpgo_measure_decided (struct hwpgo_measuring *m)
{
  basic_block bb;
  gphi *phi;
  if (current_ir_type () != IR_GIMPLE)
    return;
  FOR_EACH_BB_FN (bb, m->fn)
    if (gcond *cond = only_branch (bb, &phi))
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
        {
          edge e = gimple_phi_arg_edge (phi, i);
          edge way = way_of (cond, gimple_phi_arg_def (phi, i));
          if (way && way->dest != bb && !(e->flags & EDGE_COMPLEX))
            m->decided.safe_push (
                { *m->edge_at.get (e), *m->edge_at.get (way), false, false, 0 });
        }
}

/* The last part of edge AT of M: each block that measures it has an edge of its
   own, and those are behind the function's, in the order of the blocks.  */
static struct hwpgo_flow_edge *
last_part (struct hwpgo_measuring *m, size_t at)
{
  size_t n_blocks = last_basic_block_for_fn (m->fn);
  while (m->edges[at].to >= n_blocks)
    at = m->edges.length () - (m->blocks.length () - m->edges[at].to);
  return &m->edges[at];
}

void
hwpgo_decided_begin (struct hwpgo_measuring *m)
{
  for (struct hwpgo_decided &d : m->decided)
    {
      struct hwpgo_flow_block *join = &m->blocks[m->edges[d.way].from];
      d.part = last_part (m, d.edge) - m->edges.address ();
      d.known = join->known;
      d.believed = join->believed;
      join->known = join->believed = false;
      m->edges[d.part].to = m->edges[d.way].to;
    }
}

void
hwpgo_decided_end (struct hwpgo_measuring *m)
{
  for (unsigned i = m->decided.length (); i-- > 0;)
    {
      const struct hwpgo_decided &d = m->decided[i];
      struct hwpgo_flow_edge *part = &m->edges[d.part], *way = &m->edges[d.way];
      struct hwpgo_flow_block *join = &m->blocks[way->from];
      part->to = way->from;
      join->known = d.known;
      join->believed = d.believed;
      if (!m->blocks[part->from].inferred)
        continue;
      join->count = join->inferred ? hwpgo_add (join->count, part->count)
                                   : part->count;
      join->inferred = true;
      way->count = hwpgo_add (way->count, part->count);
    }
}
