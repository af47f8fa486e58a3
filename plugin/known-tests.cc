/* Tests whose result each way to them has.
   SPDX-License-Identifier: GPL-2.0-or-later

     while (a < a_end && b < b_end)
       if (*b < *a)
         *to++ = *b++;
       else
         *to++ = *a++;

   When each arm has a copy of the loop's test (traces.cc), that of the first
   knows that a < a_end, since a is what it was when the turn began.  But no
   single way tells: a turn begins behind either arm's test, or the one in
   front of the loop, and a is another value each time.  So it is proved of all
   ways by which the block of the test is reached, with the values that come
   along each; and of a way that comes back to where the proof is already, by
   induction over the turns: what holds when the loop is entered, and in each
   turn of what the last one had, holds.  Where GCC knew that a loop is
   entered, there is no test in front of it: then the ranges of the values say
   so.

   Integers and pointers only.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/relations.h"

/* Ways that are looked at for one test.  */
#define MAX_STEPS 40

/* How A is to B.  */
struct relation
{
  tree a, b;
  unsigned relations; /* HWPGO_LESS...: one of these.  */
};

/* The proof that a relation holds, or that it does not.  */
struct proof
{
  bool holds;
  unsigned steps;
  /* Where it is under way: at the beginning of BLOCK, between A and B.  */
  struct begun
  {
    basic_block block;
    tree a, b;
  };
  auto_vec<struct begun> begun;
};

static bool
compare_p (tree_code code, tree a, tree b, struct relation *r)
{
  tree type = TREE_TYPE (a);
  r->a = a;
  r->b = b;
  r->relations = hwpgo_relations (code);
  return r->relations != 0
         && (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type));
}

/* The comparison that NAME, a truth value, is the result of.  */
static bool
compared_p (tree name, struct relation *r)
{
  gassign *def = TREE_CODE (name) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (name))
                     : NULL;
  return def
         && compare_p (gimple_assign_rhs_code (def), gimple_assign_rhs1 (def),
                       gimple_assign_rhs2 (def), r);
}

/* Does KNOWN, which is true if TRUTH, say that R holds, or with !HOLDS that it
   does not?  */
static bool
says_p (struct relation known, bool truth, const struct relation &r,
        bool holds)
{
  if (operand_equal_p (known.a, r.b, 0) && operand_equal_p (known.b, r.a, 0))
    {
      std::swap (known.a, known.b);
      known.relations = hwpgo_relations (
          swap_tree_comparison (hwpgo_relations_code (known.relations)));
    }
  else if (!operand_equal_p (known.a, r.a, 0)
           || !operand_equal_p (known.b, r.b, 0))
    return false;
  if (!types_compatible_p (TREE_TYPE (known.a), TREE_TYPE (r.a)))
    return false;
  if (!truth)
    known.relations ^= HWPGO_ANY_ORDER;
  return (known.relations & (holds ? ~r.relations : r.relations)) == 0;
}

/* Does the branch along E say so?  */
static bool
edge_says_p (edge e, const struct relation &r, bool holds)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src));
  bool truth = e->flags & EDGE_TRUE_VALUE, if_both;
  struct relation known;
  if (!cond || single_succ_p (e->src))
    return false;
  if (compare_p (gimple_cond_code (cond), gimple_cond_lhs (cond),
                 gimple_cond_rhs (cond), &known)
      && says_p (known, truth, r, holds))
    return true;
  gassign *both = hwpgo_asks_both (cond, &if_both);
  return both && if_both == truth
         && ((compared_p (gimple_assign_rhs1 (both), &known)
              && says_p (known, true, r, holds))
             || (compared_p (gimple_assign_rhs2 (both), &known)
                 && says_p (known, true, r, holds)));
}

/* Set *LEAST and *MOST to the limits that are known of VALUE.  */
static bool
limits_of (tree value, widest_int *least, widest_int *most)
{
  if (TREE_CODE (value) == INTEGER_CST)
    {
      *least = *most = wi::to_widest (value);
      return true;
    }
  signop sign = TYPE_SIGN (TREE_TYPE (value));
  int_range<2> r;
  if (TREE_CODE (value) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (value))
      || !HWPGO_GLOBAL_RANGE (r, value) || r.undefined_p ())
    return false;
  *least = widest_int::from (r.lower_bound (), sign);
  *most = widest_int::from (r.upper_bound (), sign);
  return true;
}

/* Do the ranges of its values say that R holds, or with !HOLDS that it does
   not?  */
static bool
ranges_say_p (const struct relation &r, bool holds)
{
  widest_int least[2], most[2];
  if (!limits_of (r.a, &least[0], &most[0])
      || !limits_of (r.b, &least[1], &most[1]))
    return false;
  unsigned possible = 0;
  if (wi::lts_p (least[0], most[1]))
    possible |= HWPGO_LESS;
  if (wi::les_p (least[0], most[1]) && wi::les_p (least[1], most[0]))
    possible |= HWPGO_EQUAL;
  if (wi::gts_p (most[0], least[1]))
    possible |= HWPGO_GREATER;
  return (possible & (holds ? ~r.relations : r.relations)) == 0;
}

/* The value that NAME has at the end of E's source, if it has NAME's at the
   beginning of E's destination; NULL if it has none there.  */
static tree
value_along (tree name, edge e)
{
  if (TREE_CODE (name) != SSA_NAME)
    return name;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gimple_bb (def) != e->dest)
    return name;
  return is_a<gphi *> (def) ? PHI_ARG_DEF_FROM_EDGE (def, e) : NULL_TREE;
}

/* Is NAME made in BB?  */
static bool
made_in_p (tree name, basic_block bb)
{
  return TREE_CODE (name) == SSA_NAME
         && gimple_bb (SSA_NAME_DEF_STMT (name)) == bb
         && !is_a<gphi *> (SSA_NAME_DEF_STMT (name));
}

/* Is R proved at the beginning of BB?  */
static bool
proved_p (struct proof *p, basic_block bb, const struct relation &r)
{
  edge e;
  edge_iterator ei;
  for (const struct proof::begun &b : p->begun)
    if (b.block == bb && b.a == r.a && b.b == r.b)
      return true;
  p->begun.safe_push ({ bb, r.a, r.b });
  FOR_EACH_EDGE (e, ei, bb->preds)
    {
      struct relation there
          = { value_along (r.a, e), value_along (r.b, e), r.relations };
      if ((e->flags & EDGE_COMPLEX) || e->src->index < NUM_FIXED_BLOCKS
          || !there.a || !there.b || ++p->steps > MAX_STEPS)
        return false;
      if (!edge_says_p (e, there, p->holds) && !ranges_say_p (there, p->holds)
          && (made_in_p (there.a, e->src) || made_in_p (there.b, e->src)
              || !proved_p (p, e->src, there)))
        return false;
    }
  return true;
}

/* Is the result of R, which is tested in BB, known?  Then it is in *HOLDS.  */
static bool
known_p (basic_block bb, const struct relation &r, bool *holds)
{
  if (made_in_p (r.a, bb) || made_in_p (r.b, bb))
    return false;
  for (int i = 0; i < 2; i++)
    {
      struct proof p;
      p.holds = *holds = i == 0;
      p.steps = 0;
      if (proved_p (&p, bb, r))
        return true;
    }
  return false;
}

/* Has NAME to stay in one register with others, so that its uses cannot move?
 */
static bool
fixed_p (tree name)
{
  return TREE_CODE (name) == SSA_NAME
         && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name);
}

static void
tell (gimple *stmt)
{
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, dump_user_location_t (stmt),
                     "each way to this test has its result\n");
}

/* Replace operand N of BOTH, if it is known to be true.  */
static bool
drop_known (basic_block bb, gcond *cond, gassign *both, int n)
{
  struct relation r;
  bool holds;
  tree value = n == 1 ? gimple_assign_rhs1 (both) : gimple_assign_rhs2 (both);
  tree other = n == 1 ? gimple_assign_rhs2 (both) : gimple_assign_rhs1 (both);
  if (!compared_p (value, &r) || gimple_bb (SSA_NAME_DEF_STMT (value)) != bb
      || !known_p (bb, r, &holds) || !holds)
    return false;
  tell (SSA_NAME_DEF_STMT (value));
  if (compared_p (other, &r) && gimple_bb (SSA_NAME_DEF_STMT (other)) == bb
      && !fixed_p (r.a) && !fixed_p (r.b))
    {
      tree_code code = hwpgo_relations_code (r.relations);
      if (gimple_cond_code (cond) == EQ_EXPR)
        code = invert_tree_comparison (code, false);
      gimple_cond_set_condition (cond, code, r.a, r.b);
    }
  else
    gimple_cond_set_lhs (cond, other);
  update_stmt (cond);
  return true;
}

/* Try the branch at the end of BB.  True if there may be more to do: it tests
   one thing less.  *FOLDED: it goes one way alone now.  */
static bool
try_branch (basic_block bb, bool *folded)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
  struct relation r;
  bool if_both, holds;
  if (!cond)
    return false;
  if (gassign *both = hwpgo_asks_both (cond, &if_both))
    return gimple_bb (both) == bb
           && (drop_known (bb, cond, both, 1)
               || drop_known (bb, cond, both, 2));
  if (!compare_p (gimple_cond_code (cond), gimple_cond_lhs (cond),
                  gimple_cond_rhs (cond), &r)
      || !known_p (bb, r, &holds))
    return false;
  tell (cond);
  if (holds)
    gimple_cond_make_true (cond);
  else
    gimple_cond_make_false (cond);
  update_stmt (cond);
  *folded = true;
  return false;
}

bool
hwpgo_known_tests_gate (function *fn)
{
  return hwpgo_traces_gate (fn);
}

unsigned int
hwpgo_known_tests_execute (function *fn)
{
  basic_block bb;
  bool folded = false;
  FOR_EACH_BB_FN (bb, fn)
    if (bb_loop_depth (bb) > 0 && optimize_bb_for_speed_p (bb))
      while (try_branch (bb, &folded))
        continue;
  return folded ? TODO_cleanup_cfg | TODO_update_ssa : 0;
}
