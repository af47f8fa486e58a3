/* A place in memory that a condition selects.
   SPDX-License-Identifier: GPL-2.0-or-later

     node = bit ? right[node] : left[node];

   Where elements of two variables have one index, the variable is selected: that
   need not wait for the index, which is what a turn of a loop waits for.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless-emit.h"

bool
hwpgo_place_addressable_p (tree ref)
{
  tree base = get_base_address (ref);
  if (!base || TREE_CODE (base) == WITH_SIZE_EXPR || (VAR_P (base) && DECL_HARD_REGISTER (base)))
    return false;
  for (tree t = ref; handled_component_p (t); t = TREE_OPERAND (t, 0))
    if (TREE_CODE (t) == BIT_FIELD_REF || TREE_CODE (t) == VIEW_CONVERT_EXPR
        || TREE_CODE (t) == REALPART_EXPR || TREE_CODE (t) == IMAGPART_EXPR
        || reverse_storage_order_for_component_p (t)
        || (TREE_CODE (t) == COMPONENT_REF
            && (DECL_BIT_FIELD (TREE_OPERAND (t, 1))
                || DECL_NONADDRESSABLE_P (TREE_OPERAND (t, 1)))))
      return false;
  return ADDR_SPACE_GENERIC_P (TYPE_ADDR_SPACE (TREE_TYPE (base)))
         && !TREE_THIS_VOLATILE (ref);
}

bool
hwpgo_place_plain_p (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF
            ? TREE_CODE (array_ref_low_bound (ref)) != INTEGER_CST
                  || TREE_CODE (array_ref_element_size (ref)) != INTEGER_CST
            : TREE_CODE (ref) != COMPONENT_REF || TREE_OPERAND (ref, 2))
      return false;
  return TREE_CODE (ref) == MEM_REF || TREE_CODE (ref) == TARGET_MEM_REF || DECL_P (ref);
}

tree
hwpgo_insert_address (tree ref, gimple_stmt_iterator *end)
{
  gimple_seq seq = NULL;
  tree address = hwpgo_emit_address (&seq, ref);
  gsi_insert_seq_before (end, seq, GSI_SAME_STMT);
  return address;
}

/* REF, an element, as the first one of its array.  */
static tree
first_element (tree ref)
{
  return build4 (ARRAY_REF, TREE_TYPE (ref), unshare_expr (TREE_OPERAND (ref, 0)),
                 unshare_expr (array_ref_low_bound (ref)), NULL_TREE,
                 NULL_TREE);
}

/* Is REF an element, by what is no constant, of an array at a fixed address?  */
static bool
element_p (tree ref)
{
  if (TREE_CODE (ref) != ARRAY_REF
      || TREE_CODE (TREE_OPERAND (ref, 1)) != SSA_NAME
      || !INTEGRAL_TYPE_P (TREE_TYPE (TREE_OPERAND (ref, 1)))
      || !integer_zerop (array_ref_low_bound (ref))
      || TREE_OPERAND (ref, 3)
      || !tree_fits_uhwi_p (TYPE_SIZE_UNIT (TREE_TYPE (ref))))
    return false;
  tree array = TREE_OPERAND (ref, 0);
  for (; handled_component_p (array); array = TREE_OPERAND (array, 0))
    if (TREE_CODE (array) != COMPONENT_REF
        && (TREE_CODE (array) != ARRAY_REF
            || TREE_CODE (TREE_OPERAND (array, 1)) != INTEGER_CST))
      return false;
  return DECL_P (array);
}

tree
hwpgo_same_index (tree a, tree b)
{
  return element_p (a) && element_p (b)
                 && TREE_OPERAND (a, 1) == TREE_OPERAND (b, 1)
                 && tree_int_cst_equal (TYPE_SIZE_UNIT (TREE_TYPE (a)),
                                        TYPE_SIZE_UNIT (TREE_TYPE (b)))
             ? TREE_OPERAND (a, 1)
             : NULL_TREE;
}

/* The address of element INDEX, of the type that REF has, behind PLACE, before
   *END.  */
static tree
insert_element (tree place, tree index, tree ref, gimple_stmt_iterator *end)
{
  tree offset
      = fold_build2 (MULT_EXPR, sizetype, fold_convert (sizetype, index),
                     TYPE_SIZE_UNIT (TREE_TYPE (ref)));
  tree address
      = fold_build2 (POINTER_PLUS_EXPR, TREE_TYPE (place), place, offset);
  return force_gimple_operand_gsi (end, address, true, NULL_TREE, true,
                                   GSI_SAME_STMT);
}

tree
hwpgo_insert_place (const struct hwpgo_hammock *h, tree ref, tree other,
                    bool loads, gimple_stmt_iterator *end)
{
  if (operand_equal_p (ref, other, 0))
    return unshare_expr (ref);
  unsigned align
      = MIN (get_object_alignment (ref), get_object_alignment (other));
  tree alias = reference_alias_ptr_type (ref);
  if (!alias_ptr_types_compatible_p (alias, reference_alias_ptr_type (other)))
    alias = ptr_type_node;
  tree index = hwpgo_same_index (ref, other);
  tree address_a
      = hwpgo_insert_address (index ? first_element (ref) : ref, end);
  tree address_b
      = hwpgo_insert_address (index ? first_element (other) : other, end);
  tree place = make_ssa_name (TREE_TYPE (address_a));
  hwpgo_insert_select (h->cond, place, address_a, address_b, end);
  if (loads)
    place = hwpgo_insert_hidden (place, end);
  if (index)
    place = insert_element (place, index, ref, end);
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (ref));
  if (TYPE_ALIGN (type) != align)
    type = build_aligned_type (type, align);
  return build2 (MEM_REF, type, place, build_int_cst (alias, 0));
}
