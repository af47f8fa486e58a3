/* Moves on the edges behind a branch.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (found                          test found      line 1
         && *at == c)            ->     je 1f           line 1
       length = 4;                      cmp *at, c      line 2
     use (length);                      je 2f           line 2
                                     1: length = 3      line 2, or 1
                                     2: use (length)

   Where SSA form ends, what a PHI merges is moved on the edges to it, each move
   with the place of the branch that the edge comes from, if it has none
   (tree-outof-ssa.cc).  Equal moves then become one, behind several branches:
   it runs as often as all of their edges together, at the place of one of them.
   So that place seems to run each time, and what is in front of it never to go
   the other way.  So such a move becomes another place of the line.  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/copies.h"
#include "plugin/plugin.h"
#include "runtime/profile/discriminator.h"

static void
set_places (gphi *phi)
{
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      edge e = gimple_phi_arg_edge (phi, i);
      if (single_succ_p (e->src) || e->goto_locus
          || gimple_phi_arg_has_location (phi, i))
        continue;
      gimple *last = last_nondebug_stmt (e->src);
      if (last && gimple_has_location (last))
        gimple_phi_arg_set_location (
            phi, i,
            hwpgo_location_with_discriminator (gimple_location (last),
                                               HWPGO_BASE_ELSEWHERE));
    }
}

bool
hwpgo_edge_moves_gate (function *fn)
{
  return hwpgo_copies_wanted_with_g (fn);
}

unsigned int
hwpgo_edge_moves_execute (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    for (gphi_iterator psi = gsi_start_phis (bb); !gsi_end_p (psi);
         gsi_next (&psi))
      if (!virtual_operand_p (gimple_phi_result (psi.phi ())))
        set_places (psi.phi ());
  return 0;
}
