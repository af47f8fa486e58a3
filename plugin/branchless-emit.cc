/* Statements made again where the source does not have them.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-emit.h"

bool
hwpgo_overflow_matters_p (gimple *stmt)
{
  if (!is_gimple_assign (stmt))
    return false;
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  return (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
         && TYPE_OVERFLOW_UNDEFINED (type)
         && arith_code_with_undefined_signed_overflow (
             gimple_assign_rhs_code (stmt));
}

void
hwpgo_emit_copy (gimple_seq *seq, gimple *stmt, tree name, const vec<tree> &operands,
                 location_t place)
{
  gimple *copy = gimple_copy (stmt);
  use_operand_p use;
  ssa_op_iter iter;
  unsigned i = 0;
  gimple_assign_set_lhs (copy, name);
  gimple_set_location (copy, place);
  SSA_NAME_DEF_STMT (name) = copy;
  update_stmt (copy);
  FOR_EACH_SSA_USE_OPERAND (use, copy, iter, SSA_OP_USE)
    SET_USE (use, operands[i++]);
  update_stmt (copy);
  if (hwpgo_overflow_matters_p (copy))
    gimple_seq_add_seq (seq, rewrite_to_defined_unconditional (copy));
  else
    gimple_seq_add_stmt (seq, copy);
}

tree
hwpgo_emit_address (gimple_seq *seq, tree ref)
{
  tree base = get_base_address (ref), copy = unshare_expr (ref);
  if (DECL_P (base))
    mark_addressable (base);
  /* Expressions do not have the address of a TARGET_MEM_REF.  */
  tree address
      = TREE_CODE (ref) == TARGET_MEM_REF
            ? tree_mem_ref_addr (build_pointer_type (TREE_TYPE (ref)), copy)
            : build_fold_addr_expr (copy);
  gimple_seq more = NULL;
  address = force_gimple_operand (address, &more, true, NULL_TREE);
  gimple_seq_add_seq (seq, more);
  return address;
}

tree
hwpgo_ref_behind (tree ref, tree address, HOST_WIDE_INT offset)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (ref));
  unsigned align = get_object_alignment (ref);
  if (align < TYPE_ALIGN (type))
    type = build_aligned_type (type, align);
  tree behind = fold_build2 (MEM_REF, type, address,
                             build_int_cst (reference_alias_ptr_type (ref), offset));
  HWPGO_NO_WARNINGS (behind);
  return behind;
}
