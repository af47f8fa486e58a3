/* Selects of pointers, as the passes of object sizes can take them.
   SPDX-License-Identifier: GPL-2.0-or-later

     p_3 = i_1 > 4 ? &buffer : q_2;        p_5 = &buffer;
                                     ->    p_3 = i_1 > 4 ? p_5 : q_2;

   Where pointers go around a loop, __builtin_object_size looks at the
   statements between them twice, and GCC dies when it meets a constant in a
   select the second time, which it does in no other kind of statement
   (tree-object-size.c, cond_expr_object_size).  GCC itself makes no such
   selects that early.  The passes after these put the constants back.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"

static bool
asks_size_p (gimple *stmt)
{
  tree callee = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (!callee || !fndecl_built_in_p (callee, BUILT_IN_NORMAL))
    return false;
  built_in_function code = DECL_FUNCTION_CODE (callee);
  return code == BUILT_IN_OBJECT_SIZE || HWPGO_DYNAMIC_OBJECT_SIZE_P (code);
}

static bool
pointer_select_p (gimple *stmt)
{
  return is_gimple_assign (stmt) && gimple_assign_rhs_code (stmt) == COND_EXPR
         && POINTER_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)));
}

/* Give the constants of SELECT names.  */
static void
name_constants (gimple *select)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (select);
  for (unsigned i = 2; i < gimple_num_ops (select); i++)
    {
      tree value = gimple_op (select, i);
      if (TREE_CODE (value) == SSA_NAME)
        continue;
      tree name = make_ssa_name (TREE_TYPE (gimple_assign_lhs (select)));
      gassign *copy = gimple_build_assign (name, value);
      gimple_set_location (copy, gimple_location (select));
      gsi_insert_before (&gsi, copy, GSI_SAME_STMT);
      gimple_set_op (select, i, name);
    }
  update_stmt (select);
}

bool
hwpgo_object_size_gate (function *fn)
{
  return hwpgo_branchless_gate (fn);
}

unsigned int
hwpgo_object_size_execute (function *fn)
{
  auto_vec<gimple *> selects;
  bool asked = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      {
        gimple *stmt = gsi_stmt (gsi);
        asked |= asks_size_p (stmt);
        if (pointer_select_p (stmt))
          selects.safe_push (stmt);
      }
  for (unsigned i = 0; asked && i < selects.length (); i++)
    name_constants (selects[i]);
  return 0;
}

bool
hwpgo_early_object_size_gate (function *fn)
{
  return hwpgo_branchless_gate (fn);
}

unsigned int
hwpgo_early_object_size_execute (function *fn)
{
  return hwpgo_object_size_execute (fn);
}
