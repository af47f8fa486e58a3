/* What selects add to the path from one turn of a loop to the next.
   SPDX-License-Identifier: GPL-2.0-or-later

   A turn cannot be shorter than the longest path from a value at the head of
   the loop to what it is in the next turn.  With a branch that the processor
   guesses, nothing on such a path waits for the condition; with a select all
   that depends on its result does.  So the longest path is measured twice.  A
   path is followed backwards from where it ends, through assignments and PHIs
   inside the loop.  Where ways meet that a branch goes on choosing from, it is
   the mean of theirs.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"
#include "plugin/plugin.h"

/* Names looked at for one path; what is further away is taken as not
   connected.  */
#define MAX_WALK 256

/* --- ways ------------------------------------------------------------------
 */

/* The longest way from a value to another, where branches go as they usually
   do; LATENCY is -1 if there is none.  */
struct way
{
  double latency;
  double loads; /* on that way, that may miss.  */
};

static const way no_way = { -1, 0 };

static way
longer (way a, way b)
{
  return b.latency > a.latency ? b : a;
}

/* By a load, which may miss.  */
static way
loaded (way a)
{
  if (a.latency >= 0)
    {
      a.latency += hwpgo_select_op_latency (HWPGO_OP_LOAD);
      a.loads++;
    }
  return a;
}

static way
later (way a, double cycles)
{
  if (a.latency >= 0)
    a.latency += cycles;
  return a;
}

/* What is to be, or has been, converted.  */
struct conversion
{
  const struct hwpgo_region *region; /* or NULL, */
  const vec<gassign *> *selects;     /* and these, or NULL.  */
  bool late; /* with loads from selected places.  */
};

static const conversion nothing = { NULL, NULL, false };

/* Finds the ways from one value, inside LOOP, where WHAT is converted, or as if
   it were not.  From NULL_TREE: from all that a turn begins with.  */
class walker
{
public:
  walker (class loop *loop, tree from, conversion what, bool converted)
      : m_loop (loop), m_from (from), m_what (what), m_converted (converted),
        m_left (MAX_WALK)
  {
  }
  way to (tree value);
  way to_conditions (gcond *const *conds, unsigned n);
  way to_selected (gphi *phi);
  bool selected_p (gphi *phi) const;

private:
  way to_other () const;
  way to_phi (gphi *phi);
  way to_usual (gphi *phi);
  way to_select (gassign *stmt);
  way to_statement (gimple *stmt);

  class loop *m_loop;
  tree m_from;
  conversion m_what;
  bool m_converted;
  unsigned m_left;
  hash_map<tree, way> m_known;
};

/* The way to the slowest of the N CONDS, compared.  */
way
walker::to_conditions (gcond *const *conds, unsigned n)
{
  way best = no_way;
  for (unsigned i = 0; i < n; i++)
    best = longer (best, longer (to (gimple_cond_lhs (conds[i])),
                                 to (gimple_cond_rhs (conds[i]))));
  return later (best, hwpgo_select_op_latency (HWPGO_OP_COMPARE));
}

/* Is PHI what the conversion selects?  */
bool
walker::selected_p (gphi *phi) const
{
  return m_converted && m_what.region
         && gimple_bb (phi) == m_what.region->join
         && hwpgo_region_selects (m_what.region, phi);
}

static unsigned
select_latency (tree type)
{
  return hwpgo_select_op_latency (FLOAT_TYPE_P (type) ? HWPGO_OP_FLOAT_SELECT
                                                      : HWPGO_OP_SELECT);
}

/* The way to PHI, which is selected.  */
way
walker::to_selected (gphi *phi)
{
  const struct hwpgo_region *r = m_what.region;
  tree type = TREE_TYPE (gimple_phi_result (phi));
  tree values[2 * HWPGO_REGION_MAX_BLOCKS + 2];
  hwpgo_accumulation acc;
  way best = to_conditions (r->conds, r->n_conds);
  if (m_what.late)
    best = loaded (best);
  hwpgo_region_values (r, phi, values);
  bool sum = hwpgo_accumulates (m_loop, r->conds, r->n_conds, values,
                                r->n_exits, &acc);
  for (unsigned i = 0; i < r->n_exits; i++)
    best = longer (best, to (sum ? acc.addends[i] : values[i]));
  best = later (best, select_latency (type) * MAX (r->depth, 1));
  if (sum)
    best = later (longer (best, to (acc.x)),
                  hwpgo_select_op_latency (
                      FLOAT_TYPE_P (type) ? HWPGO_OP_FLOAT : HWPGO_OP_SIMPLE));
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    best = longer (best, to (gimple_phi_arg_def (phi, i)));
  return best;
}

/* The way to what is there when a turn begins.  */
way
walker::to_other () const
{
  return m_from ? no_way : way{ 0, 0 };
}

/* The mean of the ways to PHI: of those that come from a branch that is
   guessed, each turn waits for the one that it takes.  */
way
walker::to_usual (gphi *phi)
{
  way mean = { 0, 0 };
  double all = 0;
  bool any = false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      profile_count count = gimple_phi_arg_edge (phi, i)->count ();
      double part = count.initialized_p () ? count.to_gcov_type () : 0;
      way one = to (gimple_phi_arg_def (phi, i));
      all += part;
      if (one.latency < 0)
        continue;
      any = true;
      mean.latency += part * one.latency;
      mean.loads += part * one.loads;
    }
  if (!any)
    return no_way;
  mean.latency /= all;
  mean.loads /= all;
  return mean;
}

way
walker::to_phi (gphi *phi)
{
  way best = no_way;
  basic_block bb = gimple_bb (phi);
  if (bb == m_loop->header)
    return to_other ();
  if (selected_p (phi))
    return to_selected (phi);
  profile_count runs = profile_count::zero ();
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->preds)
    runs += e->count ();
  if (runs.initialized_p () && runs.nonzero_p ()
      && bb != bb->loop_father->header)
    return to_usual (phi);
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    best = longer (best, to (gimple_phi_arg_def (phi, i)));
  return best;
}

way
walker::to_select (gassign *stmt)
{
  tree test = gimple_assign_rhs1 (stmt);
  way data = longer (to (gimple_assign_rhs2 (stmt)),
                     to (gimple_assign_rhs3 (stmt)));
  if (!m_converted && m_what.selects && m_what.selects->contains (stmt))
    return data;
  way condition
      = COMPARISON_CLASS_P (test)
            ? later (longer (to (TREE_OPERAND (test, 0)),
                             to (TREE_OPERAND (test, 1))),
                     hwpgo_select_op_latency (HWPGO_OP_COMPARE))
            : to (test);
  return later (longer (condition, data),
                select_latency (TREE_TYPE (gimple_assign_lhs (stmt))));
}

/* Is STMT a load that may miss the first cache?  */
static bool
may_miss_p (gimple *stmt)
{
  if (hwpgo_statement_kind (stmt) != HWPGO_OP_LOAD)
    return false;
  tree base = get_base_address (gimple_assign_rhs1 (stmt));
  return !base || !DECL_P (base) || !tree_fits_uhwi_p (DECL_SIZE_UNIT (base))
         || tree_to_uhwi (DECL_SIZE_UNIT (base))
                > hwpgo_plugin.select_params.l1_bytes;
}

way
walker::to_statement (gimple *stmt)
{
  if (gphi *phi = dyn_cast<gphi *> (stmt))
    return to_phi (phi);
  if (is_gimple_assign (stmt) && gimple_assign_rhs_code (stmt) == COND_EXPR)
    return to_select (as_a<gassign *> (stmt));
  way best = to_other ();
  ssa_op_iter iter;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
  best = longer (best, to (use));
  if (best.latency < 0)
    return no_way;
  best.loads += may_miss_p (stmt);
  return later (best, hwpgo_select_op_latency (hwpgo_statement_kind (stmt)));
}

way
walker::to (tree value)
{
  if (value == m_from)
    return { 0, 0 };
  if (TREE_CODE (value) != SSA_NAME || virtual_operand_p (value))
    return to_other ();
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!gimple_bb (def) || !flow_bb_inside_loop_p (m_loop, gimple_bb (def)))
    return to_other ();
  if (way *known = m_known.get (value))
    return *known;
  if (m_left == 0)
    return no_way;
  m_left--;
  /* Ends the walk in the cycles of inner loops.  */
  m_known.put (value, no_way);
  way found = to_statement (def);
  m_known.put (value, found);
  return found;
}

bool
hwpgo_conditions_wait_p (class loop *loop, gcond *const *conds, unsigned n,
                         tree value)
{
  walker walk (loop, value, nothing, false);
  return walk.to_conditions (conds, n).latency >= 0;
}

unsigned
hwpgo_conditions_wait (class loop *loop, gcond *const *conds, unsigned n)
{
  if (!loop || !loop_outer (loop) || !loop->header)
    return 0;
  walker walk (loop, NULL_TREE, nothing, false);
  /* There is no way if all that was looked at was in cycles.  */
  return (unsigned) MAX (walk.to_conditions (conds, n).latency, 0);
}

/* --- loops -----------------------------------------------------------------
 */

double
hwpgo_loop_turns (class loop *loop)
{
  profile_count entries = profile_count::zero (), all = loop->header->count;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, loop->header->preds)
  if (!flow_bb_inside_loop_p (loop, e->src))
    entries += e->count ();
  if (!all.initialized_p () || !entries.initialized_p ()
      || all.quality () < AFDO || entries.to_gcov_type () <= 0)
    return 0;
  return (double) all.to_gcov_type () / entries.to_gcov_type ();
}

/* Instructions of one turn of LOOP.  Conversions have not kept the number of
   its blocks, by which GCC would find them.  */
static double
turn_insns (class loop *loop)
{
  double sum = 0;
  profile_count turns = loop->header->count;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      if (!flow_bb_inside_loop_p (loop, bb))
        continue;
      double share = 1;
      if (turns.initialized_p () && bb->count.initialized_p ()
          && turns.to_gcov_type () > 0)
        share = (double) bb->count.to_gcov_type () / turns.to_gcov_type ();
      sum += hwpgo_block_insns (bb) * share;
    }
  return sum;
}

/* Is VALUE START, or that and a constant, whatever LOOP's branches and selects
   decide?  *LEFT statements are looked at; what they do not decide is not.  */
static bool
step_from_p (class loop *loop, tree start, tree value, unsigned *left)
{
  if (value == start)
    return true;
  if (TREE_CODE (value) != SSA_NAME || *left == 0)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!gimple_bb (def) || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return false;
  --*left;
  if (gphi *phi = dyn_cast<gphi *> (def))
    {
      bool step = gimple_bb (phi) != loop->header;
      for (unsigned i = 0; step && i < gimple_phi_num_args (phi); i++)
        step = step_from_p (loop, start, gimple_phi_arg_def (phi, i), left);
      return step;
    }
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt)
    return false;
  tree_code code = gimple_assign_rhs_code (stmt);
  if (code == COND_EXPR)
    return step_from_p (loop, start, gimple_assign_rhs2 (stmt), left)
           && step_from_p (loop, start, gimple_assign_rhs3 (stmt), left);
  return (code == SSA_NAME || CONVERT_EXPR_CODE_P (code)
          || ((code == PLUS_EXPR || code == POINTER_PLUS_EXPR
               || code == MINUS_EXPR)
              && TREE_CODE (gimple_assign_rhs2 (stmt)) == INTEGER_CST))
         && step_from_p (loop, start, gimple_assign_rhs1 (stmt), left);
}

/* The longest way of WALK to what PHI, of LOOP's header, is in the next turn.
   What goes on by a step, as the places of a merge do, searches nothing: loads
   are from beside those of the turn before.  */
static way
way_around (walker *walk, class loop *loop, gphi *phi)
{
  way best = no_way;
  unsigned left = MAX_WALK;
  bool steps = true;
  if (walk->selected_p (phi))
    best = walk->to_selected (phi);
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src))
      {
        tree next = gimple_phi_arg_def (phi, i);
        best = longer (best, walk->to (next));
        steps &= step_from_p (loop, gimple_phi_result (phi), next, &left);
      }
  if (steps)
    best.loads = 0;
  return best;
}

/* The ways from LOAD to what R stores for the next turn of LOOP to load there;
   WITH where that, or its place, is selected.  */
static void
ways_through_memory (class loop *loop, const struct hwpgo_region *r,
                     gassign *load, way *without, way *with)
{
  auto_vec<hwpgo_forwarding> stores;
  hwpgo_forwarded_stores (loop, r, load, &stores);
  if (stores.is_empty ())
    return;
  conversion what = { r, NULL, false };
  tree from = gimple_assign_lhs (load);
  walker guessed (loop, from, what, false);
  walker selected (loop, from, what, true);
  *without = { 0, 0 };
  *with = selected.to_conditions (r->conds, r->n_conds);
  for (const hwpgo_forwarding &f : stores)
    {
      tree value = gimple_assign_rhs1 (f.store);
      way one = guessed.to (value);
      if (one.latency >= 0)
        {
          without->latency += f.share * one.latency;
          without->loads += f.share * one.loads;
        }
      *with = longer (*with, selected.to (value));
    }
  unsigned forward = hwpgo_select_op_latency (HWPGO_OP_LOAD);
  *without = later (*without, forward);
  *with = later (*with, forward
                            + hwpgo_select_op_latency (HWPGO_OP_SELECT));
}

void
hwpgo_recurrence_measure (class loop *loop, const struct hwpgo_region *r,
                          const vec<gassign *> *selects,
                          struct hwpgo_select_case *c)
{
  conversion what = { r, selects, c->n_loads + c->n_late_loads > 0 };
  way before = { 0, 0 }, after = { 0, 0 };
  if (!loop || !loop_outer (loop) || !loop->header)
    return;
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree from = gimple_phi_result (psi.phi ());
      if (virtual_operand_p (from))
        continue;
      walker guessed (loop, from, what, false);
      walker selected (loop, from, what, true);
      way without = way_around (&guessed, loop, psi.phi ());
      way with = way_around (&selected, loop, psi.phi ());
      c->carried |= with.latency > without.latency;
      before = longer (before, without);
      after = longer (after, with);
    }
  auto_vec<gassign *> loads;
  if (r)
    hwpgo_forwarded_loads (loop, r, &loads);
  for (gassign *load : loads)
    {
      way without = no_way, with = no_way;
      ways_through_memory (loop, r, load, &without, &with);
      c->carried |= with.latency > without.latency;
      before = longer (before, without);
      after = longer (after, with);
    }
  if (!c->carried)
    return;
  c->before_latency = before.latency;
  c->before_loads = before.loads;
  c->after_latency = after.latency;
  c->after_loads = after.loads;
  c->turns = hwpgo_loop_turns (loop);
  c->turn_insns = turn_insns (loop);
}

void
hwpgo_selects_measure (const vec<gassign *> &selects,
                       struct hwpgo_select_case *c)
{
  memset (c, 0, sizeof *c);
  c->branches = c->depth = 1;
  c->n_selects = selects.length ();
  for (gassign *select : selects)
    c->n_float_selects
        += FLOAT_TYPE_P (TREE_TYPE (gimple_assign_lhs (select)));
  hwpgo_recurrence_measure (gimple_bb (selects[0])->loop_father, NULL,
                            &selects, c);
}
