/* What is loaded once more, so that one load is enough.
   SPDX-License-Identifier: GPL-2.0-or-later

     while (left[node] >= 0)
       node = next_bit () ? right[node] : left[node];

   The loop's test has loaded left[node], so the branch loads right[node] alone,
   and that may be no part of the array where the source does not look.  Its place
   would be selected, and what was loaded there once more.  If the other arm loads
   as well, one load from the array that is selected does: which array that is,
   is known before NODE.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"

/* The load that VALUE comes from, if it is one of an element.  */
static gassign *
element_load (tree value)
{
  gassign *def = TREE_CODE (value) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                     : NULL;
  return def && gimple_assign_load_p (def)
                 && TREE_CODE (gimple_assign_rhs1 (def)) == ARRAY_REF
             ? def
             : NULL;
}

static bool
in_arm_p (const struct hwpgo_arm *arm, gimple *stmt)
{
  for (unsigned i = 0; i < arm->n_blocks; i++)
    if (arm->blocks[i] == gimple_bb (stmt))
      return true;
  return false;
}

/* Loads and stores in ARM.  */
static unsigned
accesses (const struct hwpgo_arm *arm)
{
  unsigned n = 0;
  for (unsigned i = 0; i < arm->n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (arm->blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      n += gimple_vuse (gsi_stmt (gsi)) != NULL_TREE;
  return n;
}

/* The load that PHI has from arm ARM of H, if it is that arm's only access, and the
   other arm has what OTHER has loaded.  */
static gassign *
load_of_arm (const struct hwpgo_hammock *h, unsigned arm, gphi *phi,
             gassign **other)
{
  gassign *load
      = element_load (PHI_ARG_DEF_FROM_EDGE (phi, h->arms[arm].last));
  *other = element_load (PHI_ARG_DEF_FROM_EDGE (phi, h->arms[!arm].last));
  return load && *other && in_arm_p (&h->arms[arm], load)
                 && !in_arm_p (&h->arms[!arm], *other)
                 && gimple_vuse (load) == gimple_vuse (*other)
                 && hwpgo_same_index (gimple_assign_rhs1 (load),
                                      gimple_assign_rhs1 (*other))
                 && accesses (&h->arms[arm]) == 1
                 && accesses (&h->arms[!arm]) == 0
                 && hwpgo_load_check (h, arm, load) != HWPGO_REFUSE_NONE
             ? load
             : NULL;
}

bool
hwpgo_reload_insert (basic_block head, struct hwpgo_reload *r)
{
  struct hwpgo_hammock h;
  if (hwpgo_hammock_match (head, &h) != HWPGO_REFUSE_NONE)
    return false;
  for (gphi_iterator psi = gsi_start_phis (h.join); !gsi_end_p (psi);
       gsi_next (&psi))
    for (unsigned arm = 0; arm < 2; arm++)
      {
        gphi *phi = psi.phi ();
        gassign *other;
        if (virtual_operand_p (gimple_phi_result (phi))
            || !load_of_arm (&h, arm, phi, &other))
          continue;
        edge way = h.arms[!arm].last;
        if (h.arms[!arm].n_blocks == 0)
          way = single_succ_edge (split_edge (way));
        tree name = make_ssa_name (TREE_TYPE (gimple_assign_lhs (other)));
        gassign *load = gimple_build_assign (
            name, unshare_expr (gimple_assign_rhs1 (other)));
        gimple_set_vuse (load, gimple_vuse (other));
        gimple_set_location (load, gimple_location (other));
        gimple_stmt_iterator gsi = gsi_last_bb (way->src);
        gsi_insert_after (&gsi, load, GSI_NEW_STMT);
        *r = { phi, way, load, gimple_assign_lhs (other) };
        SET_PHI_ARG_DEF (phi, way->dest_idx, name);
        return true;
      }
  return false;
}

void
hwpgo_reload_remove (const struct hwpgo_reload *r)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (r->load);
  SET_PHI_ARG_DEF (r->phi, r->way->dest_idx, r->value);
  gsi_remove (&gsi, true);
  release_defs (r->load);
}
