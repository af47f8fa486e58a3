/* Copies of loops for probes.
   SPDX-License-Identifier: GPL-2.0-or-later

   A copy that takes the first turns of each entry, or all of some entries:

     turn = 0;                            if (--left == 0)
     do                                     {
       {                                      left = how many are next;
         ...                                  do
       }                                        {
     while (more && ++turn < 8);                  ...
     if (more)                                  }
       do                                     while (more);
         {                                  }
           ...                            else
         }                                  do
       while (more);                          {
                                                ...
                                              }
                                            while (more);

   The first is for loops of which all turns take about as long, so that those of
   the copy are a small part of the time.  First turns may be unlike the others, as in a
   merge whose one list begins later.  So the second is for loops that do not turn often
   themselves, and for those in a loop that does.  Where one around them does, the
   entries are counted; otherwise n * GOLDEN < 2**32 / 128 chooses, of an N that is made of
   the arguments of the function, since nothing is to be kept in memory from one call to
   the next.  Multiples of the golden ratio are spread evenly over all numbers of 32 bits
   (D. Knuth, The Art of Computer Programming 3, 6.4).  So if the arguments differ the
   copy has its share, and if they never do, it has nothing as a rule.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-probe.h"
#include "plugin/branchless.h"
#include "plugin/copies.h"

/* 2**32 divided by the golden ratio.  */
#define GOLDEN 0x9e3779b9u

/* --- when ----------------------------------------------------------------*/

/* Add NUMBER * FACTOR, in unsigned arithmetic, to *SUM, which is NULL for
   nothing, in statements for SEQ.  */
static void
add_product (gimple_seq *seq, tree *sum, tree number, unsigned factor)
{
  tree product
      = gimple_build (seq, MULT_EXPR, unsigned_type_node,
                      gimple_convert (seq, unsigned_type_node, number),
                      build_int_cst (unsigned_type_node, factor));
  *sum = *sum
             ? gimple_build (seq, PLUS_EXPR, unsigned_type_node, *sum, product)
             : product;
}

tree
hwpgo_probe_choice_of_calls (function *fn)
{
  gimple_seq seq = NULL;
  tree sum = NULL_TREE;
  unsigned factor = GOLDEN;
  for (tree parm = DECL_ARGUMENTS (fn->decl); parm; parm = DECL_CHAIN (parm))
    {
      tree value = ssa_default_def (fn, parm);
      if (!value || has_zero_uses (value)
          || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
        continue;
      tree type = TREE_TYPE (value);
      if (POINTER_TYPE_P (type))
        value = gimple_convert (&seq, pointer_sized_int_node, value);
      else if (!INTEGRAL_TYPE_P (type))
        continue;
      add_product (&seq, &sum, value, factor);
      factor *= 3;
    }
  if (sum)
    gsi_insert_seq_on_edge_immediate (
        single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (fn)), seq);
  return sum;
}

/* A name for the turns of LOOP from the first on, 0, and then by 1 more in
   each. ENTRY and BACK are its ways in.  */
static tree
count_turns (edge entry, edge back)
{
  tree turn = make_ssa_name (unsigned_type_node);
  tree next = make_ssa_name (unsigned_type_node);
  gphi *phi = create_phi_node (turn, back->dest);
  gimple_stmt_iterator gsi = gsi_last_bb (back->src);
  gsi_insert_after (&gsi,
                    gimple_build_assign (next, PLUS_EXPR, turn,
                                         build_one_cst (unsigned_type_node)),
                    GSI_NEW_STMT);
  add_phi_arg (phi, build_zero_cst (unsigned_type_node), entry,
               UNKNOWN_LOCATION);
  add_phi_arg (phi, next, back, UNKNOWN_LOCATION);
  return turn;
}

/* Let BB, which goes on one way, go to TO for one of PART times, as COND says,
   which has the value there that WHERE, a flag of edges, tells.  Returns the
   edge.  */
static edge
branch_away (basic_block bb, basic_block to, gcond *cond, int where,
             int64_t part)
{
  edge other = single_succ_edge (bb);
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gsi_insert_after (&gsi, cond, GSI_NEW_STMT);
  edge e = make_edge (bb, to, where);
  other->flags &= ~EDGE_FALLTHRU;
  other->flags |= where ^ (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  e->probability = profile_probability::always ().apply_scale (1, part);
  other->probability = e->probability.invert ();
  return e;
}

edge
hwpgo_probe_choose (basic_block bb, basic_block to, tree choice, double part)
{
  tree bound
      = build_int_cst (unsigned_type_node, (HOST_WIDE_INT) (UINT_MAX / part));
  return branch_away (
      bb, to,
      gimple_build_cond (LE_EXPR, choice, bound, NULL_TREE, NULL_TREE),
      EDGE_TRUE_VALUE, (int64_t) part);
}

/* --- the copy ------------------------------------------------------------*/

/* What a PHI has from one edge.  */
struct argument
{
  tree value;
  location_t place;
};

static void
get_arguments (edge e, vec<argument> *arguments)
{
  for (gphi_iterator psi = gsi_start_phis (e->dest); !gsi_end_p (psi);
       gsi_next (&psi))
    arguments->safe_push (
        { PHI_ARG_DEF_FROM_EDGE (psi.phi (), e),
          gimple_phi_arg_location_from_edge (psi.phi (), e) });
}

/* Let the first PHIs of E->dest have ARGUMENTS from E.  */
static void
add_arguments (edge e, const vec<argument> &arguments)
{
  gphi_iterator psi = gsi_start_phis (e->dest);
  for (const argument &a : arguments)
    {
      add_phi_arg (psi.phi (), a.value, e, a.place);
      gsi_next (&psi);
    }
}

/* STMT goes to the end of BB, which has no branch.  */
static void
append (basic_block bb, gimple *stmt)
{
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gsi_insert_after (&gsi, stmt, GSI_NEW_STMT);
}

/* How many entries of a loop are left until the next that has a probe.  Both are in memory:
   what is counted down once in a while is to take no register from the loop.  */
struct countdown
{
  tree left;
  tree spread; /* how many are next: as many as wanted in the mean, and changing by the
                  golden ratio, in case the data repeat.  */
};

/* What VARIABLE is, loaded at the end of BB.  */
static tree
append_load (basic_block bb, tree variable)
{
  tree value = make_ssa_name (TREE_TYPE (variable));
  append (bb, gimple_build_assign (value, variable));
  return value;
}

/* A variable that is in memory if an asm statement says that it has to be.  */
static tree
variable_in_memory (const char *name)
{
  tree variable = create_tmp_var (unsigned_type_node, name);
  TREE_ADDRESSABLE (variable) = 1;
  return variable;
}

/* Let C be in memory, whatever GCC finds out about its uses, by a statement in BB that makes
   no code.  */
static void
append_in_memory (basic_block bb, const struct countdown *c)
{
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  for (tree variable : { c->left, c->spread })
    {
      vec_safe_push (outputs,
                     build_tree_list (build_tree_list (NULL_TREE, build_string (2, "=m")),
                                      variable));
      vec_safe_push (inputs,
                     build_tree_list (build_tree_list (NULL_TREE, build_string (1, "m")),
                                      variable));
    }
  gasm *stmt = gimple_build_asm_vec ("", inputs, outputs, NULL, NULL);
  gimple_asm_set_volatile (stmt, true);
  append (bb, stmt);
}

/* Let BB, which goes on one way, go to TO once in P's part of the times, by C.  */
static edge
choose_entries (const struct hwpgo_probed *p, basic_block bb, basic_block to,
                struct countdown *c)
{
  tree type = unsigned_type_node;
  c->left = variable_in_memory ("left");
  c->spread = variable_in_memory ("spread");
  basic_block begin = split_edge (loop_preheader_edge (superloop_at_depth (p->loop, 1)));
  append (begin, gimple_build_assign (c->left,
                                      build_int_cst (type, (HOST_WIDE_INT) p->part)));
  append (begin, gimple_build_assign (c->spread, build_zero_cst (type)));
  tree left = append_load (bb, c->left), less = make_ssa_name (type);
  append (bb, gimple_build_assign (less, PLUS_EXPR, left, build_all_ones_cst (type)));
  append (bb, gimple_build_assign (c->left, less));
  gcond *over
      = gimple_build_cond (EQ_EXPR, less, build_zero_cst (type), NULL_TREE, NULL_TREE);
  return branch_away (bb, to, over, EDGE_TRUE_VALUE, (int64_t) p->part);
}

/* Begin again with C in BB, on the way to P's copy.  */
static void
count_again (const struct hwpgo_probed *p, basic_block bb,
             const struct countdown *c)
{
  tree type = unsigned_type_node;
  tree next = make_ssa_name (type), more = make_ssa_name (type), all = make_ssa_name (type);
  unsigned part = (unsigned) p->part, bits = MAX (floor_log2 (part), 2) - 1;
  unsigned fewest = MAX (part, (1u << bits) / 2 + 1) - (1u << bits) / 2;
  append_in_memory (bb, c);
  tree spread = append_load (bb, c->spread);
  append (bb, gimple_build_assign (next, PLUS_EXPR, spread, build_int_cst (type, GOLDEN)));
  append (bb, gimple_build_assign (c->spread, next));
  append (bb, gimple_build_assign (more, RSHIFT_EXPR, next,
                                   build_int_cst (type, TYPE_PRECISION (type) - bits)));
  append (bb, gimple_build_assign (all, PLUS_EXPR, more, build_int_cst (type, fewest)));
  append (bb, gimple_build_assign (c->left, all));
}

/* Let the PHIs behind BB, which has one way out, get from it what GCC does not know to be
   what it gets from elsewhere.  Else what the head of a loop and that of its copy compute
   alike is computed once in front of the choice of one, as values that are tested
   behind it.  */
static void
hide_arguments (basic_block bb)
{
  edge e = single_succ_edge (bb);
  for (gphi_iterator psi = gsi_start_phis (e->dest); !gsi_end_p (psi); gsi_next (&psi))
    {
      tree value = PHI_ARG_DEF_FROM_EDGE (psi.phi (), e);
      if (TREE_CODE (value) != SSA_NAME || !hwpgo_word_p (TREE_TYPE (value))
          || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
        continue;
      gimple_stmt_iterator gsi = gsi_start_bb (bb);
      SET_USE (gimple_phi_arg_imm_use_ptr (psi.phi (), (int) e->dest_idx),
               hwpgo_insert_hidden (value, &gsi));
    }
}

/* Let BACK, the way back of a loop that is entered by ENTRY, end after TURNS
   of them.  Returns the edge to go on with HEADER then.  */
static edge
leave_after (edge back, edge entry, unsigned turns, basic_block header)
{
  tree turn = count_turns (entry, back);
  tree last = build_int_cst (unsigned_type_node, turns - 1);
  return branch_away (
      back->src, header,
      gimple_build_cond (LT_EXPR, turn, last, NULL_TREE, NULL_TREE),
      EDGE_FALSE_VALUE, turns);
}

void
hwpgo_probe_copy (const struct hwpgo_probed *p, tree calls, basic_block *copies)
{
  class loop *loop = p->loop;
  edge entry = loop_preheader_edge (loop), latch = loop_latch_edge (loop);
  unsigned n = loop->num_nodes;
  profile_probability part = profile_probability::always ();
  if (p->turns)
    part = part.apply_scale (p->turns,
                             (int64_t) MAX (p->of_turns, p->turns));
  else
    part = part.apply_scale (1, (int64_t) p->part);
  auto_vec<argument> first, next;
  get_arguments (entry, &first);
  get_arguments (latch, &next);

  initialize_original_copy_tables ();
  class loop *copy = duplicate_loop (loop, loop_outer (loop));
  duplicate_subloops (loop, copy);
  copy_bbs (p->bbs, n, copies, NULL, 0, NULL, loop_outer (loop), entry->src,
            false);
  add_phi_args_after_copy (copies, n, NULL);
  basic_block header = get_bb_copy (loop->header);
  edge back = single_succ_edge (get_bb_copy (latch->src));
  free_original_copy_tables ();
  for (unsigned i = 0; i < n; i++)
    hwpgo_copies_put_aside (copies[i]);
  scale_bbs_frequencies (copies, n, part);
  scale_bbs_frequencies (p->bbs, n, part.invert ());

  if (p->turns == 0)
    {
      struct countdown c = {};
      basic_block before = split_edge (entry);
      edge chosen = p->counted ? choose_entries (p, before, header, &c)
                              : hwpgo_probe_choose (before, header, calls, p->part);
      add_arguments (chosen, first);
      basic_block in = split_edge (chosen);
      if (p->counted)
        count_again (p, in, &c);
      hide_arguments (in);
    }
  else
    {
      edge in = redirect_edge_and_branch (entry, header);
      add_arguments (in, first);
      add_arguments (leave_after (back, in, p->turns, loop->header), next);
    }
}
