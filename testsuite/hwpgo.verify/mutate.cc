/* A plugin that breaks profiles, for tests of the verifier: a pass "mutate",
   after the pass that -fplugin-arg-mutate-after= names, does the one thing that
   -fplugin-arg-mutate-what= names to the first block of function "victim" for
   which that means something.  With -fplugin-arg-mutate-rtl the passes are of
   RTL.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/gcc-headers.h"

int plugin_is_GPL_compatible;

/* --- what to break ---------------------------------------------------------
   Each function returns false if the block is of no use.  */

static bool
branch_p (basic_block bb)
{
  return EDGE_COUNT (bb->succs) == 2
         && !(EDGE_SUCC (bb, 0)->flags & (EDGE_EH | EDGE_ABNORMAL))
         && !(EDGE_SUCC (bb, 1)->flags & (EDGE_EH | EDGE_ABNORMAL));
}

/* A branch that does not go both ways equally often.  */
static bool
biased_p (basic_block bb)
{
  if (!branch_p (bb) || !bb->count.nonzero_p ())
    return false;
  int probability = EDGE_SUCC (bb, 0)->probability.to_reg_br_prob_base ();
  return probability < REG_BR_PROB_BASE * 2 / 5
         || probability > REG_BR_PROB_BASE * 3 / 5;
}

/* Its count is that of more than one edge.  */
static bool
join_p (basic_block bb)
{
  return EDGE_COUNT (bb->preds) > 1 && bb->count.nonzero_p ();
}

static void
fix_note (basic_block bb)
{
  if (bb->flags & BB_RTL && JUMP_P (BB_END (bb)) && branch_p (bb)
      && any_condjump_p (BB_END (bb)))
    update_br_prob_note (bb);
}

static bool
drop_probability (basic_block bb)
{
  if (!branch_p (bb))
    return false;
  EDGE_SUCC (bb, 1)->probability = profile_probability::uninitialized ();
  return true;
}

static bool
drop_switch (basic_block bb)
{
  if (EDGE_COUNT (bb->succs) < 3
      || EDGE_SUCC (bb, 1)->flags & (EDGE_EH | EDGE_ABNORMAL))
    return false;
  EDGE_SUCC (bb, 1)->probability = profile_probability::uninitialized ();
  return true;
}

static bool
drop_computed (basic_block bb)
{
  if (EDGE_COUNT (bb->succs) < 3
      || !(EDGE_SUCC (bb, 1)->flags & EDGE_ABNORMAL))
    return false;
  EDGE_SUCC (bb, 1)->probability = profile_probability::uninitialized ();
  return true;
}

static bool
drop_exception (basic_block bb)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->flags & EDGE_EH && EDGE_COUNT (bb->succs) > 1)
      {
        e->probability = profile_probability::uninitialized ();
        return true;
      }
  return false;
}

static bool
break_sum (basic_block bb)
{
  if (!biased_p (bb))
    return false;
  EDGE_SUCC (bb, 0)->probability
      = EDGE_SUCC (bb, 0)->probability.apply_scale (1, 2);
  fix_note (bb);
  return true;
}

static bool
exceed_sum (basic_block bb)
{
  if (!biased_p (bb))
    return false;
  EDGE_SUCC (bb, 0)->probability = profile_probability::always ();
  EDGE_SUCC (bb, 1)->probability = profile_probability::always ();
  fix_note (bb);
  return true;
}

static bool
swap_edges (basic_block bb)
{
  if (!biased_p (bb))
    return false;
  std::swap (EDGE_SUCC (bb, 0)->probability, EDGE_SUCC (bb, 1)->probability);
  fix_note (bb);
  return true;
}

/* The two edges of a branch, and what they lead to, have each other's values:
   all flows as before, and the other way.  */
static bool
exchange (basic_block bb)
{
  if (!biased_p (bb))
    return false;
  edge first = EDGE_SUCC (bb, 0), second = EDGE_SUCC (bb, 1);
  if (!single_pred_p (first->dest) || !single_pred_p (second->dest))
    return false;
  swap_edges (bb);
  first->dest->count = first->count ();
  second->dest->count = second->count ();
  return true;
}

static bool
drop_count (basic_block bb)
{
  bb->count = profile_count::uninitialized ();
  return true;
}

static bool
halve_count (basic_block bb)
{
  if (!join_p (bb))
    return false;
  bb->count = bb->count.apply_scale (1, 2);
  return true;
}

static bool
raise_count (basic_block bb)
{
  if (!join_p (bb))
    return false;
  bb->count = bb->count.apply_scale (3, 1);
  return true;
}

static bool
lower_quality (basic_block bb)
{
  if (!bb->count.nonzero_p ())
    return false;
  bb->count = bb->count.guessed_local ();
  return true;
}

static bool
lose_entry (basic_block)
{
  ENTRY_BLOCK_PTR_FOR_FN (cfun)->count = profile_count::uninitialized ();
  return true;
}

static bool
lose_node_count (basic_block)
{
  cgraph_node::get (cfun->decl)->count = profile_count::uninitialized ();
  return true;
}

static bool
halve_node_count (basic_block)
{
  cgraph_node *node = cgraph_node::get (cfun->decl);
  node->count = node->count.apply_scale (1, 2);
  return true;
}

static bool
change_note (basic_block bb)
{
  rtx note = bb->flags & BB_RTL && biased_p (bb) && JUMP_P (BB_END (bb))
                 ? find_reg_note (BB_END (bb), REG_BR_PROB, NULL_RTX)
                 : NULL_RTX;
  if (!note)
    return false;
  XINT (note, 0) = profile_probability::even ().to_reg_br_prob_note ();
  return true;
}

static bool
drop_note_and_probability (basic_block bb)
{
  return change_note (bb) && drop_probability (bb);
}

/* A copy of a branch that takes part of what comes in, and both keep the
   count.  */
static bool
copy_whole (basic_block bb)
{
  if (!branch_p (bb) || !join_p (bb) || !can_duplicate_block_p (bb)
      || EDGE_PRED (bb, 0)->flags & EDGE_ABNORMAL
      || EDGE_PRED (bb, 0)->src == bb
      || (bb->loop_father && bb->loop_father->header == bb))
    return false;
  initialize_original_copy_tables ();
  profile_count count = bb->count;
  edge e = EDGE_PRED (bb, 0);
  basic_block copy = duplicate_block (bb, e, e->src);
  if (!(bb->flags & BB_RTL))
    {
      flush_pending_stmts (e);
      add_phi_args_after_copy_bb (copy);
    }
  bb->count = copy->count = count;
  free_original_copy_tables ();
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  return true;
}

static bool
heat (basic_block bb)
{
  if (!probably_never_executed_bb_p (cfun, bb))
    return false;
  profile_count most = ENTRY_BLOCK_PTR_FOR_FN (cfun)->count;
  basic_block other;
  FOR_EACH_BB_FN (other, cfun)
    if (other->count > most)
      most = other->count;
  bb->count = most;
  return true;
}

static const struct
{
  const char *name;
  bool (*apply) (basic_block);
} mutations[] = { { "nothing", NULL },
                  { "drop-probability", drop_probability },
                  { "drop-switch", drop_switch },
                  { "drop-computed", drop_computed },
                  { "drop-exception", drop_exception },
                  { "break-sum", break_sum },
                  { "exceed-sum", exceed_sum },
                  { "swap-edges", swap_edges },
                  { "exchange", exchange },
                  { "drop-count", drop_count },
                  { "halve-count", halve_count },
                  { "raise-count", raise_count },
                  { "lower-quality", lower_quality },
                  { "lose-entry", lose_entry },
                  { "lose-node-count", lose_node_count },
                  { "halve-node-count", halve_node_count },
                  { "change-note", change_note },
                  { "drop-note", drop_note_and_probability },
                  { "copy-whole", copy_whole },
                  { "heat", heat } };

static bool (*apply) (basic_block);

static unsigned int
mutate ()
{
  const char *name = IDENTIFIER_POINTER (DECL_NAME (current_function_decl));
  if (!apply || strcmp (name, "victim") != 0)
    return 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (apply (bb))
      return apply == copy_whole ? TODO_update_ssa : 0;
  error ("mutate: nothing to mutate");
  return 0;
}

template <typename base> class mutate_pass : public base
{
public:
  mutate_pass (const pass_data &data) : base (data, g) {}
  unsigned int
  execute (function *)
  {
    return mutate ();
  }
};

extern "C" int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *)
{
  const char *after = NULL, *what = "";
  bool rtl = false;
  for (int i = 0; i < info->argc; i++)
    if (strcmp (info->argv[i].key, "after") == 0)
      after = info->argv[i].value;
    else if (strcmp (info->argv[i].key, "what") == 0)
      what = info->argv[i].value;
    else
      rtl = strcmp (info->argv[i].key, "rtl") == 0;
  bool known = false;
  for (unsigned i = 0; i < sizeof mutations / sizeof *mutations; i++)
    if (strcmp (mutations[i].name, what) == 0)
      {
        known = true;
        apply = mutations[i].apply;
      }
  if (!known || !after)
    {
      error ("mutate: no such mutation");
      return 0;
    }
  const pass_data data = { rtl ? RTL_PASS : GIMPLE_PASS,
                           "mutate",
                           OPTGROUP_OTHER,
                           TV_NONE,
                           0,
                           0,
                           0,
                           0,
                           0 };
  opt_pass *pass;
  if (rtl)
    pass = new mutate_pass<rtl_opt_pass> (data);
  else
    pass = new mutate_pass<gimple_opt_pass> (data);
  struct register_pass_info position
      = { pass, after, 1, PASS_POS_INSERT_AFTER };
  register_callback (info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL,
                     &position);
  return 0;
}
