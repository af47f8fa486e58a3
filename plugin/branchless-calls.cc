/* Calls of both arms.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (c)                        argument = c ? x : y;
       f (x);                      f (argument);
     else                 ->
       f (y);

   Both calls must be of one function, or of one pointer to a function, with
   arguments of the same types.  So as many calls are made as by the source,
   with the same arguments, in the same order among the stores and other calls
   (branchless-effects.cc).

   This comes after inlining: before, what the arms pass tells which of the
   calls are inlined, and what is left of them.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"

bool
hwpgo_call_harmless_p (gimple *stmt)
{
  if (gimple_vuse (stmt) || !gimple_call_lhs (stmt)
      || !(gimple_call_flags (stmt) & ECF_CONST))
    return false;
  switch (gimple_call_combined_fn (stmt))
    {
    case CFN_BUILT_IN_BSWAP16:
    case CFN_BUILT_IN_BSWAP32:
    case CFN_BUILT_IN_BSWAP64:
    case CFN_BUILT_IN_CLZ:
    case CFN_BUILT_IN_CLZL:
    case CFN_BUILT_IN_CLZLL:
    case CFN_CLZ:
    case CFN_BUILT_IN_CTZ:
    case CFN_BUILT_IN_CTZL:
    case CFN_BUILT_IN_CTZLL:
    case CFN_CTZ:
      return true;
    default:
      return false;
    }
}

/* Is FNDECL a function that the compiler makes code of by itself?  Then the
   call may not be made with other operands than the source has.  */
static bool
expanded_p (tree fndecl)
{
  if (!fndecl || !fndecl_built_in_p (fndecl))
    return false;
  return !fndecl_built_in_p (fndecl, BUILT_IN_NORMAL)
         || strncmp (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)),
                     "__builtin_", strlen ("__builtin_"))
                == 0;
}

/* Is CALL one that does nothing but to call, and come back where it was
   made?  */
static bool
plain_p (gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  const int others = ECF_RETURNS_TWICE | ECF_NORETURN | ECF_MAY_BE_ALLOCA
                     | ECF_TM_BUILTIN;
  return !gimple_call_internal_p (call) && !gimple_call_chain (call)
         && !gimple_call_must_tail_p (call)
         && !gimple_call_va_arg_pack_p (call)
         && !gimple_call_ctrl_altering_p (call)
         && !(gimple_call_flags (call) & others)
         && !gimple_has_volatile_ops (call) && !gimple_in_transaction (call)
         && !stmt_can_throw_internal (cfun, call)
         && !expanded_p (gimple_call_fndecl (call))
         && (!lhs || TREE_CODE (lhs) == SSA_NAME);
}

/* Do A and B call the same in the same manner?  */
static bool
alike_p (gcall *a, gcall *b)
{
  tree lhs_a = gimple_call_lhs (a), lhs_b = gimple_call_lhs (b);
  return operand_equal_p (gimple_call_fn (a), gimple_call_fn (b), 0)
         && gimple_call_fntype (a) == gimple_call_fntype (b)
         && a->subcode == b->subcode
         && gimple_call_num_args (a) == gimple_call_num_args (b)
         && gimple_call_flags (a) == gimple_call_flags (b)
         && !gimple_vdef (a) == !gimple_vdef (b)
         && !gimple_vuse (a) == !gimple_vuse (b)
         && lookup_stmt_eh_lp (a) == lookup_stmt_eh_lp (b)
         && (!lhs_a || !lhs_b
             || types_compatible_p (TREE_TYPE (lhs_a), TREE_TYPE (lhs_b)));
}

/* May the arguments X and Y of a call to FNDECL, which may be NULL, be one?
   What a library function that GCC knows becomes may depend on constants.  */
static hwpgo_refusal
check_arguments (const struct hwpgo_hammock *h, tree fndecl, tree x, tree y)
{
  if (!types_compatible_p (TREE_TYPE (x), TREE_TYPE (y)))
    return HWPGO_REFUSE_CALL;
  if (!hwpgo_values_differ (h, x, y))
    return HWPGO_REFUSE_NONE;
  if (!is_gimple_val (x) || !is_gimple_val (y)
      || !is_gimple_reg_type (TREE_TYPE (x))
      || (fndecl && fndecl_built_in_p (fndecl)
          && (is_gimple_min_invariant (x) || is_gimple_min_invariant (y))))
    return HWPGO_REFUSE_CALL;
  return hwpgo_target_check (h->cond, TREE_TYPE (x));
}

hwpgo_refusal
hwpgo_calls_check (const struct hwpgo_hammock *h, gcall *a, gcall *b)
{
  if (!cfun->after_inlining || !plain_p (a) || !plain_p (b)
      || !alike_p (a, b))
    return HWPGO_REFUSE_CALL;
  for (unsigned i = 0; i < gimple_call_num_args (a); i++)
    {
      hwpgo_refusal why
          = check_arguments (h, gimple_call_fndecl (a), gimple_call_arg (a, i),
                             gimple_call_arg (b, i));
      if (why != HWPGO_REFUSE_NONE)
        return why;
    }
  return HWPGO_REFUSE_NONE;
}

unsigned
hwpgo_calls_selects (const struct hwpgo_hammock *h, gcall *a, gcall *b)
{
  unsigned n = 0;
  for (unsigned i = 0; i < gimple_call_num_args (a); i++)
    n += hwpgo_values_differ (h, gimple_call_arg (a, i),
                              gimple_call_arg (b, i));
  return n;
}

/* --- sinking ---------------------------------------------------------------
 */

/* Take CALL out of its block; it may be inserted again.  */
static void
take_out (gcall *call, bool for_good)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  tree memory = gimple_vdef (call);
  if (memory)
    {
      unlink_stmt_vdef (call);
      gimple_set_vdef (call, NULL_TREE);
    }
  gsi_remove (&gsi, for_good);
  if (memory)
    release_ssa_name (memory);
}

/* Forget what CALL, which is made for two now, reads and writes.  */
static void
forget_accesses (gcall *call)
{
  pt_solution_reset (gimple_call_use_set (call));
  pt_solution_reset (gimple_call_clobber_set (call));
}

void
hwpgo_call_sink (const struct hwpgo_hammock *h, gcall *a, gcall *b,
                 tree *memory, gimple_stmt_iterator *end)
{
  tree result = gimple_call_lhs (a), other_result = gimple_call_lhs (b);
  bool writes = gimple_vdef (a) != NULL_TREE;
  for (unsigned i = 0; i < gimple_call_num_args (a); i++)
    {
      tree x = gimple_call_arg (a, i), y = gimple_call_arg (b, i);
      if (!hwpgo_values_differ (h, x, y))
        continue;
      tree name = make_ssa_name (TYPE_MAIN_VARIANT (TREE_TYPE (x)));
      hwpgo_insert_select (h->cond, name, x, y, end);
      gimple_call_set_arg (a, i, name);
    }
  /* It is made as often as the condition is tested.  */
  if (gimple_location (a) != gimple_location (b))
    gimple_set_location (a, gimple_location (h->cond));
  if (!*memory && writes)
    *memory = gimple_vuse (a);
  take_out (a, false);
  gimple_call_set_lhs (b, NULL_TREE);
  take_out (b, true);
  forget_accesses (a);
  if (!result && other_result)
    gimple_call_set_lhs (a, other_result);
  if (*memory && gimple_vuse (a))
    gimple_set_vuse (a, *memory);
  if (writes)
    {
      *memory = make_ssa_name (gimple_vop (cfun), a);
      gimple_set_vdef (a, *memory);
    }
  gimple_set_modified (a, true);
  gsi_insert_before (end, a, GSI_SAME_STMT);
  if (result)
    hwpgo_forget_result (result);
  if (other_result)
    hwpgo_forget_result (other_result);
  if (!result || !other_result)
    return;
  gassign *copy = gimple_build_assign (other_result, result);
  gimple_set_location (copy, gimple_location (a));
  gsi_insert_before (end, copy, GSI_SAME_STMT);
}
