/* What partial redundancy elimination computes in another place.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (low < limit                  high_1 = low >> 32;      line 2
         || (low >> 32) != 0)         if (low < limit) ...     line 1
       *out = low >> 32;              if (high_1 != 0) ...     line 2

   Where all ways need a value, it is computed above them, and where some have
   it already, at the ends of the others (tree-ssa-pre.cc), both with the line
   of one that was there.  So it runs more or less often than its line.  Above,
   the condition seems to have run as often, so that the first branch always
   goes on to the second one.  So what was inserted becomes another place.

   All that is inserted has a new name.  So a pass in front notes the names,
   and one behind looks for others.  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/copies.h"
#include "plugin/plugin.h"
#include "runtime/profile/discriminator.h"

/* Of the function that is between the two passes.  */
static struct
{
  unsigned uid;  /* its DECL_UID.  */
  sbitmap names; /* versions of the names it had, or NULL.  */
} before;

static void
forget ()
{
  if (before.names)
    sbitmap_free (before.names);
  before.names = NULL;
}

/* --- in front ------------------------------------------------------------*/

bool
hwpgo_computed_gate (function *fn)
{
  return hwpgo_copies_wanted (fn) && (flag_tree_pre || flag_code_hoisting);
}

unsigned int
hwpgo_computed_execute (function *fn)
{
  forget ();
  before.uid = DECL_UID (fn->decl);
  before.names = sbitmap_alloc (num_ssa_names);
  bitmap_clear (before.names);
  for (unsigned i = 0; i < num_ssa_names; i++)
    if (ssa_name (i))
      bitmap_set_bit (before.names, i);
  return 0;
}

/* --- behind --------------------------------------------------------------*/

bool
hwpgo_hoisted_gate (function *fn)
{
  return hwpgo_computed_gate (fn);
}

/* Was STMT computed in another place?  What is inserted where it was, for lack
   of a better place, has no location.  */
static bool
inserted_p (gimple *stmt)
{
  tree lhs = is_gimple_assign (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE;
  if (!lhs || TREE_CODE (lhs) != SSA_NAME
      || LOCATION_LOCUS (gimple_location (stmt)) < RESERVED_LOCATION_COUNT)
    return false;
  unsigned version = SSA_NAME_VERSION (lhs);
  return version >= SBITMAP_SIZE (before.names)
         || !bitmap_bit_p (before.names, version);
}

unsigned int
hwpgo_hoisted_execute (function *fn)
{
  basic_block bb;
  if (before.names && before.uid == DECL_UID (fn->decl))
    FOR_EACH_BB_FN (bb, fn)
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        if (inserted_p (gsi_stmt (gsi)))
          gimple_set_location (
              gsi_stmt (gsi),
              hwpgo_location_with_discriminator (
                  gimple_location (gsi_stmt (gsi)), HWPGO_BASE_ELSEWHERE));
  forget ();
  return 0;
}
