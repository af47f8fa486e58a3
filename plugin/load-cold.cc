/* Functions that the profiled binary had, and that did not run.
   SPDX-License-Identifier: GPL-2.0-or-later

   A profile that lists the functions of its binaries tells what was never seen
   in a sample from what it knows nothing of.  What is listed and has no
   counts, and is not called by what has, gets GCC's counts of a function that
   did not run: those of its blocks are a guess that says nothing beyond the
   function, where it counts as 0.  So it is inlined only where that saves
   space, is itself optimised for size, and stands apart, in .text.unlikely. */

#include "plugin/gcc-headers.h"
#include "plugin/load.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"

/* Of a thousandth of all executions, the part that is not hot, so many
   samples have missed all with a probability of 5 %.  */
#define MIN_SAMPLES 3000

void
hwpgo_load_list (struct hwpgo_load *load)
{
  const struct hwpgo_profile *profile = load->profile;
  load->listed = new hash_set<nofree_string_hash>;
  /* Not written, as in a profile of LLVM's, it is not known; whoever asked for
     the list then will have thought of it.  */
  uint64_t samples = hwpgo_plugin.bundle.sources[HWPGO_FREQUENCY].samples;
  if (flag_profile_partial_training || profile->partial
      || (samples && samples < MIN_SAMPLES))
    return;
  for (size_t i = 0; i < profile->n_symbols; i++)
    load->listed->add (hwpgo_source_meaning (profile->symbols[i]));
}

/* True if what has counts calls NODE.  */
static bool
called_p (cgraph_node *node)
{
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    if (e->count.initialized_p () && e->count.quality () == AFDO
        && e->count.to_gcov_type () > 0)
      return true;
  return false;
}

/* True if NODE runs only when it is called.  */
static bool
only_called_p (cgraph_node *node)
{
  return !MAIN_NAME_P (DECL_NAME (node->decl))
         && !DECL_STATIC_CONSTRUCTOR (node->decl)
         && !DECL_STATIC_DESTRUCTOR (node->decl);
}

bool
hwpgo_load_cold (cgraph_node *node, const struct hwpgo_load *load)
{
  function *fn = DECL_STRUCT_FUNCTION (node->decl);
  basic_block bb;
  if (!ENTRY_BLOCK_PTR_FOR_FN (fn)->count.initialized_p ()
      || profile_status_for_fn (fn) == PROFILE_READ
      || !load->listed->contains (hwpgo_source_name (node->decl))
      || !only_called_p (node) || called_p (node))
    return false;
  FOR_ALL_BB_FN (bb, fn)
    if (bb->count.initialized_p ())
      bb->count = bb->count.global0 ();
  update_max_bb_count ();
  compute_function_frequency ();
  hwpgo_load_callgraph (node);
  return true;
}

/* --- after inlining ------------------------------------------------------*/

bool
hwpgo_cold_gate (function *)
{
  return !flag_ltrans && profile_info
         && hwpgo_plugin.bundle.profiles[HWPGO_FREQUENCY];
}

static bool
no_count_p (profile_count count)
{
  return count.ipa_p () && count.initialized_p ()
         && !count.ipa ().nonzero_p ();
}

/* True if NODE was inlined where it runs, and only cold code still calls it.
   What is left of its counts then is what these did not add up to.  */
static bool
left_over_p (cgraph_node *node)
{
  bool ran = false;
  if (!node->count.initialized_p () || node->count.quality () != AFDO
      || !node->only_called_directly_p ())
    return false;
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    if (!no_count_p (e->count))
      return false;
  for (cgraph_node *c = node->clones; c; c = c->next_sibling_clone)
    ran |= c->inlined_to && c->count.ipa ().nonzero_p ();
  return ran;
}

/* The calls in NODE and in what is inlined in it are not made.  */
static void
no_calls (cgraph_node *node)
{
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    {
      e->count = profile_count::zero ().afdo ();
      if (!e->inline_failed)
        {
          e->callee->count = e->count;
          no_calls (e->callee);
        }
    }
  for (cgraph_edge *e = node->indirect_calls; e; e = e->next_callee)
    e->count = profile_count::zero ().afdo ();
}

unsigned int
hwpgo_cold_execute (function *)
{
  auto_vec<cgraph_node *> order;
  order.safe_grow (symtab->cgraph_count, true);
  int n = ipa_reverse_postorder (order.address ());
  for (int i = 0; i < n; i++)
    if (order[i]->has_gimple_body_p () && !order[i]->inlined_to
        && left_over_p (order[i]))
      {
        /* GCC brings the blocks to it when it comes to the function.  */
        order[i]->count = profile_count::zero ().afdo ();
        no_calls (order[i]);
      }
  return 0;
}
