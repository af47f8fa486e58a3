/* The one door to the compiler: every GCC header that the plugin uses.
   SPDX-License-Identifier: GPL-2.0-or-later

   Oldest GCC supported: 11.  What differs between versions is in compat.h,
   which this file includes last; no other file looks at a version.  */

#ifndef HWPGO_PLUGIN_GCC_HEADERS_H
#define HWPGO_PLUGIN_GCC_HEADERS_H

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "context.h"
#include "backend.h"
#include "target.h"
#include "rtl.h"
#include "tree.h"
#include "memmodel.h"
#include "tm_p.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-predict.h"
#include "gimple-pretty-print.h"
#include "gimple-ssa.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "tree-pass.h"
#include "pass_manager.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"
#include "tree-dfa.h"
#include "tree-phinodes.h"
#include "tree-ssa.h"
#include "tree-ssanames.h"
#include "ssa-iterators.h"
#include "stringpool.h"
#include "stor-layout.h"
#include "fold-const.h"
#include "gimple-fold.h"
#include "cfghooks.h"
#include "cfganal.h"
#include "cfgloop.h"
#include "cfgcleanup.h"
#include "cfgrtl.h"
#include "alias.h"
#include "tree-ssa-address.h"
#include "tree-ssa-alias.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-manip.h"
#include "tree-inline.h"
#include "tree-vectorizer.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-niter.h"
#include "tree-data-ref.h"
#include "cgraph.h"
#include "alloc-pool.h"
#include "symbol-summary.h"
#include "predict.h"
#include "profile.h"
#include "sreal.h"
#include "value-prof.h"
#include "value-query.h"
#include "value-range.h"
#include "ipa-utils.h"
#include "emit-rtl.h"
#include "insn-config.h"
#include "regs.h"
#include "recog.h"
#include "attribs.h"
#include "asan.h"
#include "builtins.h"
#include "calls.h"
#include "explow.h"
#include "expr.h"
#include "output.h"
#include "langhooks.h"
#include "diagnostic-core.h"
#include "diagnostic.h"
#include "intl.h"
#include "options.h"
#include "opts.h"
#include "dumpfile.h"
#include "optinfo.h"
#include "dominance.h"
#include "df.h"
#include "function-abi.h"
#include "rtl-iter.h"
#include "fibonacci_heap.h"
#include "print-tree.h"
#include "toplev.h"
#include "debug.h"
#include "internal-fn.h"
#include "ifcvt.h"
#include "target.h"
#include "gcc-symtab.h"

/* Of optabs-query.h and optabs.h, which include a header that is not
   installed.  */
bool can_conditionally_move_p (machine_mode mode);
enum can_compare_purpose
{
  ccp_jump,
  ccp_cmov,
  ccp_store_flag
};
rtx_code get_rtx_code (tree_code code, bool is_unsigned);

#include "plugin/compat.h"

hwpgo_compare_answer can_compare_p (rtx_code code, machine_mode mode,
                                    can_compare_purpose purpose);

#endif
