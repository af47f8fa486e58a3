/* What the verifier would take for losses where a profile is loaded.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/verify-gcc.h"

/* True if there are blocks in FN from which no path leads to the exit: loops
   without end, calls that do not come back.  */
static bool
dead_ends_p (function *fn)
{
  auto_vec<basic_block> todo;
  auto_sbitmap seen (last_basic_block_for_fn (fn));
  int left = n_basic_blocks_for_fn (fn);
  bitmap_clear (seen);
  todo.safe_push (EXIT_BLOCK_PTR_FOR_FN (fn));
  bitmap_set_bit (seen, EXIT_BLOCK);
  while (!todo.is_empty ())
    {
      edge e;
      edge_iterator ei;
      left--;
      FOR_EACH_EDGE (e, ei, todo.pop ()->preds)
        if (!bitmap_bit_p (seen, e->src->index))
          {
            bitmap_set_bit (seen, e->src->index);
            todo.safe_push (e->src);
          }
    }
  return left > 0;
}

void
hwpgo_verify_loaded (function *fn)
{
  static const char loaded[] = "counts were loaded";
  hwpgo_verify_unknown (fn->decl, HWPGO_VERIFY_SWAPPED, loaded);
  hwpgo_verify_unknown (fn->decl, HWPGO_VERIFY_UNLIKELY_HOT, loaded);
  hwpgo_verify_unknown (fn->decl, HWPGO_VERIFY_GROWN, loaded);
  /* There counts need not flow; flow.h has it.  */
  if (hwpgo_plugin.args.verify && dead_ends_p (fn))
    hwpgo_verify_unknown (fn->decl, HWPGO_VERIFY_FLOW,
                          "no path leads from there to the exit");
}
