/* Indirect calls of functions in other units, for a link with LTO.
   SPDX-License-Identifier: GPL-2.0-or-later

   What a call went to may be in another unit, of which only the link knows
   whether it is there.  GCC has a way for that, made for -fprofile-use: the
   pass profile_estimate writes to the bytecode the targets of indirect calls,
   which it takes from histograms of the statements, as numbers; and the link
   makes speculative edges where a function has such a number.  Here a number
   is a hash of the name, in the unit of the call and in that of the
   function.  */

#include "plugin/gcc-headers.h"
#include "plugin/promote.h"
#include "runtime/base/names.h"
#include "runtime/profile/md5-name.h"

/* The number of a function that PROFILE calls NAME; 0 is none for GCC.  */
static unsigned
number_of (const struct hwpgo_profile *profile, const char *name)
{
  unsigned number = hwpgo_profile_md5 (profile, name) & 0x7fffffff;
  return number ? number : 1;
}

void
hwpgo_promote_number (const struct hwpgo_load *load)
{
  cgraph_node *node;
  if (!flag_generate_lto)
    return;
  FOR_EACH_DEFINED_FUNCTION (node)
    if (const char *symbol = hwpgo_promote_symbol (node))
      if (!node->profile_id)
        node->profile_id = number_of (load->profile, symbol);
}

bool
hwpgo_promote_at_link_p (const cgraph_edge *e, uint64_t count, uint64_t all)
{
  return flag_generate_lto && opt_for_fn (e->caller->decl, flag_ipa_profile)
         && count >= all / 2 && count > 0;
}

void
hwpgo_promote_at_link (cgraph_edge *e, const char *name, uint64_t count,
                       uint64_t all, const struct hwpgo_load *load)
{
  function *fn = DECL_STRUCT_FUNCTION (e->caller->decl);
  histogram_value h
      = gimple_alloc_histogram_value (fn, HIST_TYPE_INDIR_CALL, e->call_stmt);
  /* All calls, the number of targets, and each target and its calls.  */
  h->n_counters = 4;
  h->hvalue.counters = XNEWVEC (gcov_type, h->n_counters);
  h->hvalue.counters[0] = (gcov_type) (all >> 1);
  h->hvalue.counters[1] = 1;
  h->hvalue.counters[2] = number_of (load->profile, name);
  h->hvalue.counters[3] = (gcov_type) (count >> 1);
  gimple_add_histogram_value (fn, e->call_stmt, h);
}
