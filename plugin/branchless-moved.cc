/* Mispredicts that a conversion only moves.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (p->key == key) found = p; else found = NULL;
     ...
     if (found) sum += found->payload;

   While the first is a branch, the second always goes the way of the first,
   and jump threading makes one of both.  Without the first, the second is
   asked, and mispredicted as the first was.  So nothing is saved unless the
   second one is converted, too.

   This follows a value forwards, from the choice to the conditions that depend
   on it, and then asks what the choice makes of each, as if control came from
   there.  What merges with the value later does not count, since it comes by
   another way.  What was predicted by the choice, and not decided, is
   branchless-history.cc's and branchless-asked-again.cc's.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-follow.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-moved.h"
#include "plugin/tails.h"

/* Names followed for one choice.  */
#define MAX_NAMES 32

/* How often way I of CHOICE is taken for one execution of BB, where it is made.  */
static double
way_share (const struct hwpgo_choice *choice, unsigned i, basic_block bb)
{
  profile_count way
      = choice->ways ? choice->ways[i]->count () : profile_count::zero ();
  gcov_type all = bb->count.initialized_p () ? bb->count.to_gcov_type () : 0;
  return way.initialized_p () && all > 0
             ? MIN ((double) way.to_gcov_type () / all, 1.0)
             : 0;
}

/* Does CHOICE, made in BB, decide BRANCH?  If it does so for some of its values only,
   PART is how often these are chosen for one execution of BB, as far as is known, and
   *WAY where BRANCH goes then; else *WAY is -1.  */
static bool
decides_p (const struct hwpgo_choice *choice, gimple *branch, basic_block bb,
           double *part, int *way)
{
  int first = -1;
  bool differ = false, unknown = false;
  *part = 0;
  for (unsigned i = 0; i < choice->n; i++)
    {
      int target
          = hwpgo_follow_branch (branch, choice, i, HWPGO_FOLLOW_CHOSEN);
      if (target < 0)
        unknown = true;
      else
        *part += way_share (choice, i, bb);
      if (first < 0)
        first = target;
      else if (target >= 0 && target != first)
        differ = true;
    }
  *way = unknown ? first : -1;
  return unknown ? first >= 0 && !differ : differ;
}

double
hwpgo_executions_share (basic_block bb, basic_block other)
{
  if (!bb->count.initialized_p () || !other->count.initialized_p ()
      || other->count.to_gcov_type () <= 0)
    return 1;
  return (double) bb->count.to_gcov_type () / other->count.to_gcov_type ();
}

/* How often BRANCH, with so many EXECUTIONS for one of a choice, does not go its
   likeliest way, where PART of what is chosen has it go to block WAY.  What is
   believed of it may be a guess: of a loop that was peeled, each turn ends as often
   as any of them.  */
static double
goes_otherwise (gimple *branch, double executions, int way, double part)
{
  double here = 0;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, gimple_bb (branch)->succs)
    if (e->dest->index == way && e->probability.initialized_p ())
      here += (double) e->probability.to_reg_br_prob_base ()
              / REG_BR_PROB_BASE;
  return here * executions < part ? MIN (part, 1 - part)
                                  : hwpgo_less_likely (branch) * executions;
}

/* What moves to BRANCH from CHOICE, made in BB and mispredicted in RATIO of
   its executions.  */
static struct hwpgo_moved
moved_to (gimple *branch, const struct hwpgo_choice *choice, basic_block bb,
          double ratio)
{
  struct hwpgo_moved m = {};
  double part;
  int way;
  /* What asks which arm has left has no place, and seldom runs.  */
  if (!gimple_has_location (branch)
      || !decides_p (choice, branch, bb, &part, &way))
    return m;
  double executions = hwpgo_executions_share (gimple_bb (branch), bb);
  if (executions <= 0)
    return m;
  m.branch = branch;
  m.choice = choice->stmt;
  m.bb = bb;
  m.executions = executions;
  m.mispredicts = ratio * MIN (executions, 1.0);
  if (way >= 0)
    {
      m.most = goes_otherwise (branch, executions, way, part);
      m.mispredicts = MIN (m.mispredicts, m.most);
    }
  m.ratio = m.mispredicts / executions;
  return m;
}

/* What M, of a branch that the profile has as a select, is by what the profile
   has of M's own branch: what has moved there was measured there.  */
static struct hwpgo_moved
as_measured (struct hwpgo_moved m)
{
  if (!m.branch || !is_a<gcond *> (m.branch))
    return m;
  struct hwpgo_hint known = hwpgo_branch_hint (m.branch);
  if (known.verdict == HWPGO_UNKNOWN || known.age > 0
      || !hwpgo_hint_of_branch_p (&known) || known.ratio >= m.ratio)
    return m;
  if (known.verdict == HWPGO_PREDICTABLE)
    return hwpgo_moved ();
  m.mispredicts *= known.ratio / m.ratio;
  m.ratio = known.ratio;
  return m;
}

/* The result of STMT, which is computed in the same turn of the loops around
   BB as its operands, else NULL.  */
static tree
computed_from (gimple *stmt, basic_block bb)
{
  class loop *loop = gimple_bb (stmt)->loop_father;
  if (is_a<gphi *> (stmt) && loop->header == gimple_bb (stmt)
      && flow_bb_inside_loop_p (loop, bb))
    return NULL_TREE;
  tree lhs = gimple_get_lhs (stmt);
  return (is_a<gphi *> (stmt) || is_a<gassign *> (stmt)) && lhs
                 && TREE_CODE (lhs) == SSA_NAME && !virtual_operand_p (lhs)
             ? lhs
             : NULL_TREE;
}

bool
hwpgo_moved_worse_p (const struct hwpgo_moved &a, const struct hwpgo_moved &b)
{
  return a.mispredicts * (a.turns ? 2 : 1) > b.mispredicts * (b.turns ? 2 : 1);
}

/* The branch to which most moves of those that depend on CHOICE and are not in SKIP:
   ONWARDS gives the name that a statement passes it on to or NULL, and JUDGE what
   moves to a branch.  */
template <typename onwards_function, typename judge_function>
static struct hwpgo_moved
worst_of (const struct hwpgo_choice *choice, const vec<gimple *> &skip,
          onwards_function onwards, judge_function judge)
{
  struct hwpgo_moved worst = {};
  auto_vec<tree, MAX_NAMES> names;
  names.safe_push (gimple_get_lhs (choice->stmt));
  for (unsigned i = 0; i < names.length (); i++)
    {
      imm_use_iterator iter;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, iter, names[i])
      {
        gimple *user = USE_STMT (use);
        if (is_a<gcond *> (user) || is_a<gswitch *> (user))
          {
            struct hwpgo_moved m = judge (user);
            if (hwpgo_moved_worse_p (m, worst) && !skip.contains (user))
              worst = m;
          }
        else if (tree to = onwards (user))
          {
            if (names.length () < MAX_NAMES && !names.contains (to))
              names.quick_push (to);
          }
      }
    }
  return worst;
}

/* Is BRANCH a test, in LOOP, of what is loaded with what is known when a turn
   begins?  */
static bool
tests_loaded_p (class loop *loop, gimple *branch)
{
  if (!is_a<gcond *> (branch) || gimple_bb (branch)->loop_father != loop
      || !hwpgo_invariant_p (loop, gimple_cond_rhs (branch)))
    return false;
  tree value = gimple_cond_lhs (branch);
  gimple *def
      = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  return def && gimple_assign_load_p (def);
}

/* Less than this of the executions of a branch is nothing to act on by a
 * guess.  */
#define MIN_MOVED_ON 0.1

/* What moves from CHOICE, in BB and of RATIO mispredicts, to a branch of the
   next turn that looks at the place which was chosen:

     if (n->hop) best = n->hop;
     n = address & bit ? n->one : n->zero;

   Which node that is, the predictor has from the bits, as far as they are
   branches.  */
static struct hwpgo_moved
moved_on (const struct hwpgo_choice *choice, basic_block bb, double ratio,
          const vec<gimple *> &skip)
{
  struct hwpgo_moved m = worst_of (
      choice, skip,
      [=] (gimple *stmt) {
        return computed_from (stmt, ENTRY_BLOCK_PTR_FOR_FN (cfun));
      },
      [=] (gimple *branch) {
        return tests_loaded_p (bb->loop_father, branch)
                   ? hwpgo_history_lost (branch, choice, bb, ratio)
                   : hwpgo_moved ();
      });
  if (m.mispredicts < MIN_MOVED_ON * m.executions)
    return hwpgo_moved ();
  m.next_turn = true;
  return m;
}

struct hwpgo_moved
hwpgo_mispredicts_moved (const struct hwpgo_choice *choice, basic_block bb,
                         const struct hwpgo_hint *hint, double ratio,
                         const vec<gimple *> &skip)
{
  struct hwpgo_moved none = {};
  tree result = gimple_get_lhs (choice->stmt);
  if (!result || TREE_CODE (result) != SSA_NAME)
    return none;
  struct hwpgo_moved decided
      = worst_of (choice, skip, hwpgo_followable_to, [=] (gimple *branch) {
          struct hwpgo_moved m = moved_to (branch, choice, bb, ratio);
          return hint->age > 0 ? as_measured (m) : m;
        });
  if (hint->age > 0)
    return decided;
  struct hwpgo_moved lost = worst_of (
      choice, skip, [=] (gimple *stmt) { return computed_from (stmt, bb); },
      [=] (gimple *branch) {
        return hwpgo_history_lost (branch, choice, bb, ratio);
      });
  /* That is sure, and the other one a guess.  */
  if (decided.branch && !hwpgo_moved_worse_p (lost, decided))
    lost = decided;
  return lost.branch ? lost : moved_on (choice, bb, ratio, skip);
}

struct hwpgo_moved
hwpgo_mispredicts_moved_from (const struct hwpgo_region *r,
                              const struct hwpgo_hint *hint, double ratio,
                              const vec<gimple *> &skip)
{
  struct hwpgo_moved worst = {};
  for (gphi_iterator psi = gsi_start_phis (r->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      gphi *phi = psi.phi ();
      if (virtual_operand_p (gimple_phi_result (phi))
          || !hwpgo_region_selects (r, phi))
        continue;
      struct hwpgo_choice choice = { phi, r->n_exits, {}, r->exits };
      hwpgo_region_values (r, phi, choice.values);
      struct hwpgo_moved m
          = hwpgo_mispredicts_moved (&choice, r->head, hint, ratio, skip);
      if (hwpgo_moved_worse_p (m, worst))
        worst = m;
    }
  for (unsigned i = 0; i < r->n_conds && hint->age == 0; i++)
    {
      double own = hwpgo_branch_hint (r->conds[i]).ratio;
      struct hwpgo_moved m
          = hwpgo_asked_again (r, r->conds[i], r->n_conds > 1 ? own : ratio);
      if (hwpgo_moved_worse_p (m, worst) && !skip.contains (m.branch))
        worst = m;
    }
  return worst;
}

/* --- what else the branch depends on ---------------------------------------
 */

/* Blocks between a branch and where its ways meet.  */
#define MAX_WAY 4

/* Add the branches that decide which value PHI has to CONDS.  */
static void
deciders (gphi *phi, vec<gcond *> *conds)
{
  auto_vec<basic_block, MAX_WAY + 1> ways[2];
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      vec<basic_block> *way = &ways[i > 0];
      basic_block bb = gimple_phi_arg_edge (phi, i)->src;
      way->truncate (0);
      way->safe_push (bb);
      while (way->length () <= MAX_WAY && single_pred_p (bb))
        way->safe_push (bb = single_pred (bb));
      if (i == 0)
        continue;
      /* What both ways have from here on is in front of where they part.  */
      for (unsigned j = 0; j < ways[0].length (); j++)
        if (way->contains (ways[0][j]))
          ways[0].truncate (j + 1);
      for (basic_block on : *way)
        {
          gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (on));
          if (cond && !conds->contains (cond))
            conds->safe_push (cond);
          if (on == ways[0].last ())
            break;
        }
    }
}

/* Add DECIDER to SOURCES if it is unpredictable.  */
static void
add_source (const struct hwpgo_moved *m, gimple *decider,
            vec<hwpgo_moved_source> *sources)
{
  struct hwpgo_hint hint = hwpgo_branch_hint (decider);
  location_t place = gimple_location (decider);
  if (hint.verdict != HWPGO_UNPREDICTABLE || gimple_bb (decider) == m->bb)
    return;
  for (const hwpgo_moved_source &other : *sources)
    if (gimple_location (other.decider) == place)
      return;
  sources->safe_push ({ decider, hint.ratio
                                     * MIN (hwpgo_executions_share (
                                                gimple_bb (decider), m->bb),
                                            1.0) });
}

/* Does CHOICE, a select or PHI, decide BRANCH together with others?  */
static bool
takes_part_p (gimple *choice, gimple *branch)
{
  struct hwpgo_choice c = hwpgo_choice_of (choice);
  double part;
  int way;
  return decides_p (&c, branch, gimple_bb (choice), &part, &way) && way >= 0;
}

void
hwpgo_moved_sources (const struct hwpgo_moved *m,
                     vec<hwpgo_moved_source> *sources)
{
  auto_vec<gimple *> choices;
  hwpgo_follow_choices (m->branch, &choices);
  for (gimple *choice : choices)
    if (choice == m->choice || !takes_part_p (choice, m->branch))
      continue;
    else if (gphi *phi = dyn_cast<gphi *> (choice))
      {
        auto_vec<gcond *> conds;
        deciders (phi, &conds);
        for (gcond *cond : conds)
          add_source (m, cond, sources);
      }
    else
      add_source (m, choice, sources);
}
