/* The variables that are accessed where the source accesses nothing.
   SPDX-License-Identifier: GPL-2.0-or-later

   See branchless-redirect.cc.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"

tree
hwpgo_discarded_variable (unsigned number)
{
  char text[32];
  snprintf (text, sizeof text, "hwpgo.discarded.%u", number);
  tree name = get_identifier (text), var;
  unsigned i;
  FOR_EACH_LOCAL_DECL (cfun, i, var)
  if (DECL_NAME (var) == name)
    return var;
  tree type
      = build_array_type_nelts (unsigned_char_type_node, HWPGO_DISCARDED_SIZE);
  var = build_decl (UNKNOWN_LOCATION, VAR_DECL, name, type);
  DECL_ARTIFICIAL (var) = 1;
  DECL_IGNORED_P (var) = 1;
  DECL_CONTEXT (var) = current_function_decl;
  TREE_USED (var) = 1;
  TREE_ADDRESSABLE (var) = 1;
  /* Its address may be gimplified again, where a select of it was folded: that
     wants to have met the declaration.  */
  DECL_SEEN_IN_BIND_EXPR_P (var) = 1;
  HWPGO_NO_WARNINGS (var);
  SET_DECL_ALIGN (var, HWPGO_DISCARDED_ALIGN * BITS_PER_UNIT);
  DECL_USER_ALIGN (var) = 1;
  layout_decl (var, 0);
  add_local_decl (cfun, var);
  return var;
}

void
hwpgo_discarded_clear (unsigned number, HOST_WIDE_INT begin, HOST_WIDE_INT end)
{
  static int function;
  /* Pieces of the variables, in the last FUNCTION.  */
  static unsigned char cleared[HWPGO_MAX_PLACES + 2];
  if (function != cfun->funcdef_no)
    memset (cleared, 0, sizeof cleared);
  function = cfun->funcdef_no;
  tree var = hwpgo_discarded_variable (number);
  tree type = build_array_type_nelts (unsigned_char_type_node,
                                      HWPGO_DISCARDED_ALIGN);
  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  for (HOST_WIDE_INT i = begin / HWPGO_DISCARDED_ALIGN;
       i * HWPGO_DISCARDED_ALIGN < end; i++)
    {
      if (cleared[number] >> i & 1)
        continue;
      cleared[number] |= (unsigned char) (1u << i);
      tree address
          = build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (var)), var);
      tree piece
          = build2 (MEM_REF, type, address,
                    build_int_cst (ptr_type_node, i * HWPGO_DISCARDED_ALIGN));
      gsi_insert_on_edge_immediate (
          entry, gimple_build_assign (piece, build_constructor (type, NULL)));
      entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));
      mark_virtual_operands_for_renaming (cfun);
    }
}
