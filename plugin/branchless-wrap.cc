/* Counters that start over.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (++from == size)
       from = 0;

   goes the one way once in SIZE times, whatever the data are.  So where the
   samples say that it nearly always starts over, they are those of a conditional
   move, which runs each time.  It is no coin either, as other such branches may
   be (branchless-doubt.cc): it gets the odds that it must have.

     phase += step;
     if (phase >= end)
       phase -= end;

   is as regular, if STEP and END stay what they are; what is taken away may be
   the length of a loop that is shorter.  How often that is nobody knows, but as
   a branch the next profile has it, and as a conditional move none ever will.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-doubt.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless.h"
#include "plugin/branchless-judge.h"
#include "plugin/verify-gcc.h"

/* Steps to a limit that is no constant.  */
#define SOME_STEPS 16

/* Samples that say so many times what there can be are not of this branch.  */
#define TOO_OFTEN 4

/* The counter that VALUE is one step from, with that in *STEP; NULL_TREE if it
   is none.  */
static tree
counter_before (tree value, HOST_WIDE_INT *step)
{
  gassign *def = TREE_CODE (value) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                     : NULL;
  if (!def
      || (gimple_assign_rhs_code (def) != PLUS_EXPR
          && gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR)
      || TREE_CODE (gimple_assign_rhs1 (def)) != SSA_NAME
      || TREE_CODE (gimple_assign_rhs2 (def)) != INTEGER_CST)
    return NULL_TREE;
  wide_int by = wi::to_wide (gimple_assign_rhs2 (def));
  if (!wi::fits_shwi_p (by) || wi::eq_p (by, 0))
    return NULL_TREE;
  *step = by.to_shwi ();
  return gimple_assign_rhs1 (def);
}

/* Does CODE hold for a counter and its limit as soon as STEPs have come to
   that, and not before?  */
static bool
reached_p (tree_code code, HOST_WIDE_INT step)
{
  return code == EQ_EXPR
         || (step > 0 ? code == GE_EXPR || code == GT_EXPR
                      : code == LE_EXPR || code == LT_EXPR);
}

/* What is loaded from an invariant place in each turn is taken to be the same:
   this is about odds.  */
static bool
steady_p (class loop *loop, tree value)
{
  if (TREE_CODE (value) != SSA_NAME || hwpgo_invariant_p (loop, value))
    return true;
  gassign *load = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
  return load && gimple_assign_load_p (load)
         && hwpgo_same_place_p (loop, gimple_assign_rhs1 (load));
}

/* Is RESULT, of a PHI, what LOOP's value OLD is in the next turn?  */
static bool
goes_on_p (class loop *loop, tree result, tree old)
{
  if (hwpgo_carried_p (loop, old))
    return hwpgo_next_turns_p (loop, result, old);
  auto_vec<hwpgo_kept> kept;
  hwpgo_kept_in_memory (loop, false, &kept);
  for (const hwpgo_kept &k : kept)
    if (gimple_assign_lhs (k.load) == old
        && gimple_assign_rhs1 (k.store) == result)
      return true;
  return false;
}

/* Is BACK what is left of PHASE without something steady, as the length of what
   is repeated?  Of a constant LIMIT it is that, or one more, as is tested for
   then.  */
static bool
without_p (class loop *loop, tree back, tree phase, tree limit)
{
  gassign *stmt = TREE_CODE (back) == SSA_NAME
                      ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (back))
                      : NULL;
  if (!stmt || gimple_num_ops (stmt) != 3 || gimple_assign_rhs1 (stmt) != phase)
    return false;
  tree by = gimple_assign_rhs2 (stmt);
  if (gimple_assign_rhs_code (stmt) == MINUS_EXPR)
    return steady_p (loop, by);
  if (gimple_assign_rhs_code (stmt) != PLUS_EXPR
      || TREE_CODE (by) != INTEGER_CST || TREE_CODE (limit) != INTEGER_CST
      || !types_compatible_p (TREE_TYPE (by), TREE_TYPE (limit)))
    return false;
  wide_int left = wi::to_wide (by) + wi::to_wide (limit);
  return wi::eq_p (left, 0) || wi::eq_p (left, -1);
}

/* Does arm number ARM of H, which runs if PHASE is CODE LIMIT, take the same
   each time from PHASE, to which each turn adds the same?  */
static bool
takes_back_p (const struct hwpgo_hammock *h, unsigned arm, tree phase,
              tree_code code, tree limit)
{
  class loop *loop = h->head->loop_father;
  gassign *sum = TREE_CODE (phase) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (phase))
                     : NULL;
  if (!sum || gimple_assign_rhs_code (sum) != PLUS_EXPR
      || (code != GE_EXPR && code != GT_EXPR) || !steady_p (loop, limit))
    return false;
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree result = gimple_phi_result (psi.phi ());
      if (PHI_ARG_DEF_FROM_EDGE (psi.phi (), h->arms[!arm].last) != phase
          || !without_p (loop,
                         PHI_ARG_DEF_FROM_EDGE (psi.phi (), h->arms[arm].last),
                         phase, limit))
        continue;
      for (unsigned op = 1; op < 3; op++)
        {
          tree before = gimple_op (sum, op), step = gimple_op (sum, 3 - op);
          if (TREE_CODE (before) == SSA_NAME && TREE_CODE (step) == SSA_NAME
              && steady_p (loop, step) && goes_on_p (loop, result, before))
            return true;
        }
    }
  return false;
}

/* Does arm number ARM of H, which runs if COUNTER is CODE LIMIT, set COUNTER
   back?  Fills STEPS, how many it takes from there.  */
static bool
sets_back_p (const struct hwpgo_hammock *h, unsigned arm, tree counter,
             tree_code code, tree limit, double *steps)
{
  HOST_WIDE_INT step;
  class loop *loop = h->head->loop_father;
  tree before = counter_before (counter, &step);
  if (!before || !hwpgo_carried_p (loop, before) || !reached_p (code, step)
      || !hwpgo_invariant_p (loop, limit))
    return false;
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree start = PHI_ARG_DEF_FROM_EDGE (psi.phi (), h->arms[arm].last);
      if (PHI_ARG_DEF_FROM_EDGE (psi.phi (), h->arms[!arm].last) != counter
          || !hwpgo_invariant_p (loop, start)
          || !hwpgo_next_turns_p (loop, gimple_phi_result (psi.phi ()), before))
        continue;
      *steps = SOME_STEPS;
      if (TREE_CODE (start) == INTEGER_CST && TREE_CODE (limit) == INTEGER_CST)
        {
          widest_int way = wi::to_widest (limit) - wi::to_widest (start);
          *steps = wi::fits_shwi_p (way)
                       ? (double) way.to_shwi () / (double) step
                       : SOME_STEPS;
        }
      return *steps >= 2;
    }
  return false;
}

/* Is H a counter that starts over?  Fills ARM, the number of that which sets it
   back, RATE, how often that can be for one execution, and GUESSED, if that is
   no more than a guess.  */
static bool
starts_over_p (const struct hwpgo_hammock *h, unsigned *arm, double *rate,
               bool *guessed)
{
  class loop *loop = h->head->loop_father;
  tree sides[] = { gimple_cond_lhs (h->cond), gimple_cond_rhs (h->cond) };
  double steps;
  if (!loop || loop_depth (loop) == 0 || FLOAT_TYPE_P (TREE_TYPE (sides[0])))
    return false;
  for (unsigned side = 0; side < 2; side++)
    for (*arm = 0; *arm < 2; ++*arm)
      {
        tree_code code = gimple_cond_code (h->cond);
        if (side == 1)
          code = swap_tree_comparison (code);
        if (h->arms[*arm].first->flags & EDGE_FALSE_VALUE)
          code = invert_tree_comparison (code, false);
        *guessed = takes_back_p (h, *arm, sides[side], code, sides[!side]);
        if (*guessed)
          steps = SOME_STEPS;
        if (*guessed
            || sets_back_p (h, *arm, sides[side], code, sides[!side], &steps))
          {
            *rate = 1 / steps;
            return true;
          }
      }
  return false;
}

bool
hwpgo_hammock_keep_wrap (struct hwpgo_hammock *h)
{
  struct hwpgo_outcome o = {};
  struct hwpgo_hammock same;
  unsigned arm;
  bool guessed;
  if (!starts_over_p (h, &arm, &o.hint.ratio, &guessed))
    return false;
  profile_probability now = h->arms[arm].first->probability;
  if (guessed
      || hwpgo_judge (h->head, HWPGO_MIDDLE, &same, &o) == HWPGO_REFUSE_COST)
    hwpgo_branch_keep (gimple_location (h->cond));
  if (now.initialized_p ()
      && now.to_reg_br_prob_base ()
             > o.hint.ratio * TOO_OFTEN * REG_BR_PROB_BASE)
    {
      hwpgo_hammock_guess (h, &h->arms[arm], o.hint.ratio);
      hwpgo_verify_unknown (cfun->decl, HWPGO_VERIFY_QUALITY_LOWERED,
                            "the profiled program may not have had it");
      if (dump_enabled_p ())
        dump_printf_loc (MSG_NOTE, dump_user_location_t (h->cond),
                         "a counter starts over: once in %d turns\n",
                         (int) MIN (1 / o.hint.ratio, 1e9));
    }
  return true;
}
