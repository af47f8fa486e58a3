/* Elements of vectors that were loaded are loaded by themselves.
   SPDX-License-Identifier: GPL-2.0-or-later

     x = r[i];                     v = r[i]      (a vector of both members)
     ...                           key = v[0]
     r[j] = x;           is        serial = v[1]
                                   ...
                                   r[j] = v

   where GCC vectorises straight-line code: one load and one store, instead of
   two and two.  But what asks for a member waits for the vector and for its
   way from a vector register to a general one, 3 cycles and more for other
   elements than the first; and where that is a comparison that is often
   mispredicted, each mispredict is known so much later.  A load of the member
   itself, beside the vector's, is there at once.

   It reads bytes that the vector's load reads, at the same time, so it needs
   no proof.  GCC's forwprop does so where a vector is used for its elements
   only.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* One of so many executions of the load must want the element.  */
#define MIN_PART 2

/* The load that the vector of STMT, an integer that is one of its elements, is
   from; NULL if STMT is not that.  As another type than that of the elements
   it could be taken not to be what was stored there before.  */
static gassign *
loaded_vector (gassign *stmt)
{
  tree element = gimple_assign_rhs1 (stmt);
  if (gimple_assign_rhs_code (stmt) != BIT_FIELD_REF
      || TREE_CODE (TREE_OPERAND (element, 0)) != SSA_NAME)
    return NULL;
  tree vector = TREE_OPERAND (element, 0), type = TREE_TYPE (element);
  tree at = TREE_OPERAND (element, 2);
  if (!VECTOR_TYPE_P (TREE_TYPE (vector)) || !INTEGRAL_TYPE_P (type)
      || !types_compatible_p (type, TREE_TYPE (TREE_TYPE (vector)))
      || !type_has_mode_precision_p (type)
      || !tree_int_cst_equal (TREE_OPERAND (element, 1), TYPE_SIZE (type))
      || !tree_fits_uhwi_p (at)
      || tree_to_uhwi (at) % TYPE_PRECISION (type) != 0)
    return NULL;
  gassign *load = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (vector));
  if (!load || !gimple_assign_load_p (load) || gimple_has_volatile_ops (load)
      || stmt_could_throw_p (cfun, load))
    return NULL;
  tree memory = TREE_TYPE (gimple_assign_rhs1 (load));
  return ADDR_SPACE_GENERIC_P (TYPE_ADDR_SPACE (memory)) ? load : NULL;
}

/* What is at ELEMENT of the vector that is loaded from REF; NULL_TREE if REF
   is of a form that is not known.  */
static tree
place_of (tree ref, tree element)
{
  tree offset = TREE_OPERAND (element, 2);
  HOST_WIDE_INT bytes = tree_to_uhwi (offset) / BITS_PER_UNIT;
  unsigned align = get_object_alignment (ref);
  if (bytes > 0)
    align = MIN (align, least_bit_hwi (bytes) * BITS_PER_UNIT);
  tree type = TREE_TYPE (element);
  if (align < TYPE_ALIGN (type))
    type = build_aligned_type (type, align);
  switch (TREE_CODE (ref))
    {
    case MEM_REF:
      {
        tree at = TREE_OPERAND (ref, 1);
        return build2 (
            MEM_REF, type, unshare_expr (TREE_OPERAND (ref, 0)),
            wide_int_to_tree (TREE_TYPE (at), wi::to_wide (at) + bytes));
      }
    case TARGET_MEM_REF:
      {
        tree at = TMR_OFFSET (ref), place = unshare_expr (ref);
        if (TREE_CODE (at) != INTEGER_CST)
          return NULL_TREE;
        TREE_TYPE (place) = type;
        TMR_OFFSET (place)
            = wide_int_to_tree (TREE_TYPE (at), wi::to_wide (at) + bytes);
        return place;
      }
    default:
      return NULL_TREE;
    }
}

/* Load the element that STMT takes from a vector, if that was loaded.  */
static void
try_element (gassign *stmt)
{
  gassign *load = loaded_vector (stmt);
  if (!load
      || hwpgo_executions (gimple_bb (stmt)->count) * MIN_PART
             < hwpgo_executions (gimple_bb (load)->count))
    return;
  tree element = gimple_assign_rhs1 (stmt), result = gimple_assign_lhs (stmt);
  tree place = place_of (gimple_assign_rhs1 (load), element);
  if (!place)
    return;
  if (dump_enabled_p ())
    dump_printf_loc (MSG_NOTE, dump_user_location_t (stmt),
                     "element of a vector loaded by itself\n");
  bool moved = gimple_bb (stmt) != gimple_bb (load);
  location_t location = gimple_location (moved ? load : stmt);
  gimple_stmt_iterator from = gsi_for_stmt (stmt), to = gsi_for_stmt (load);
  gsi_remove (&from, true);
  if (moved)
    reset_flow_sensitive_info (result);
  gassign *scalar = gimple_build_assign (result, place);
  gimple_set_vuse (scalar, gimple_vuse (load));
  gimple_set_location (scalar, location);
  gsi_insert_after (&to, scalar, GSI_NEW_STMT);
}

bool
hwpgo_lane_loads_gate (function *fn)
{
  return hwpgo_plugin.args.options && optimize >= 2 && !optimize_size
         && hwpgo_measured_p (ENTRY_BLOCK_PTR_FOR_FN (fn)->count);
}

unsigned int
hwpgo_lane_loads_execute (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      auto_vec<gassign *> elements;
      if (!optimize_bb_for_speed_p (bb))
        continue;
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        if (gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi)))
          elements.safe_push (stmt);
      for (gassign *stmt : elements)
        try_element (stmt);
    }
  return 0;
}
