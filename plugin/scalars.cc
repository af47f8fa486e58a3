/* Members become values before branches are converted.
   SPDX-License-Identifier: GPL-2.0-or-later

     decoder.state = f (decoder.state);            state_2 = f (state_1);
     if (decoder.state < low)                ->    if (state_2 < low)
       decoder.state = more (decoder.state);         state_3 = more (state_2);

   What a function got by a pointer is a variable's once it is inlined, but
   stays in memory until GCC's scalar replacement of aggregates, which comes
   after the passes that must not see a branch any more.  There a conversion
   would store the result of a select, and nothing would show that the next
   turn of the loop waits for it.  So scalar replacement runs once more,
   before.  It leaves a copy for each load and store, behind which a sum would
   not be seen to be one.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"

bool
hwpgo_scalars_gate (function *fn)
{
  return flag_tree_sra && hwpgo_branchless_gate (fn);
}

unsigned int
hwpgo_scalars_execute (function *fn)
{
  static gimple_opt_pass *replace = make_pass_sra (g);
  static gimple_opt_pass *propagate = make_pass_copy_prop (g);
  unsigned todo = replace->execute (fn);
  if (!todo)
    return 0;
  update_ssa (TODO_update_ssa);
  return todo | propagate->execute (fn);
}
