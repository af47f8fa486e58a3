/* The options that go with a profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC restores options from any of these at any time: the global ones, the
   nodes of the default and the current ones, and those of functions.  */

#include "plugin/gcc-headers.h"
#include "plugin/load.h"
#include "plugin/plugin.h"

/* Call CHANGE for all options of the unit but the global ones; for those that
   an attribute has chosen only with CHOSEN_TOO.  */
template <typename change_function>
static void
change_nodes (bool chosen_too, change_function change)
{
  cgraph_node *node;
  tree nodes[] = { optimization_default_node, optimization_current_node };
  for (tree options : nodes)
    if (options)
      change (TREE_OPTIMIZATION (options));
  FOR_EACH_FUNCTION (node)
    if (tree options = DECL_FUNCTION_SPECIFIC_OPTIMIZATION (node->decl))
      if (chosen_too
          || !lookup_attribute ("optimize", DECL_ATTRIBUTES (node->decl)))
        change (TREE_OPTIMIZATION (options));
}

/* GCC believes that counts of whole programs come with its own option, and
   the inliner dies when it meets one without.  */
static void
set_branch_probabilities ()
{
  global_options.x_flag_branch_probabilities = 1;
  change_nodes (true, [] (struct cl_optimization *options) {
    options->x_flag_branch_probabilities = 1;
  });
}

/* Where loops begin when a profile says which are hot.  GCC's default for
   x86-64 skips at most 10 bytes to a multiple of 16, and then it is luck if a
   short hot loop lies across two lines of the decoder's cache; with a range
   coder that was 0.43 or 0.48 s, for profiles that differed by noise.  */
static const char hot_loop_alignment[] = "32";

/* Align loops for all functions that have the usual alignment, unless the
   command line asks for another.  */
static void
align_hot_loops ()
{
  const char *usual = str_align_loops;
  if (global_options_set.x_str_align_loops || !flag_align_loops || !usual)
    return;
  global_options.x_str_align_loops = hot_loop_alignment;
  change_nodes (false, [usual] (struct cl_optimization *options) {
    if (options->x_flag_align_loops && options->x_str_align_loops
        && strcmp (options->x_str_align_loops, usual) == 0)
      options->x_str_align_loops = hot_loop_alignment;
  });
  parse_alignment_opts ();
}

/* Unroll more than what is small, where GCC keeps that with the target's
   options, in nodes of their own.  */
static void
unroll_large_loops ()
{
#if HWPGO_UNROLLS_ONLY_SMALL_LOOPS == 1
  if (global_options_set.x_ix86_unroll_only_small_loops
      || global_options_set.x_flag_unroll_loops)
    return;
  cgraph_node *node;
  tree nodes[] = { target_option_default_node, target_option_current_node };
  for (tree options : nodes)
    if (options)
      TREE_TARGET_OPTION (options)->x_ix86_unroll_only_small_loops = 0;
  FOR_EACH_FUNCTION (node)
    if (tree options = DECL_FUNCTION_SPECIFIC_TARGET (node->decl))
      TREE_TARGET_OPTION (options)->x_ix86_unroll_only_small_loops = 0;
  global_options.x_ix86_unroll_only_small_loops = 0;
#endif
}

/* Switch on switched-on.def.  */
static void
switch_on ()
{
  if (optimize < 2 || optimize_size)
    return;
  unroll_large_loops ();
#define SWITCH_ON(field, value, off)                                          \
  {                                                                           \
    auto usual = global_options.field;                                        \
    if (!global_options.off)                                                  \
      global_options.field = value;                                           \
    change_nodes (false, [usual] (struct cl_optimization *options) {          \
      if (options->x_optimize >= 2 && !options->x_optimize_size               \
          && !options->off && options->field == usual)                        \
        options->field = value;                                               \
    });                                                                       \
  }
#define HWPGO_SWITCHED_ON(field, value)                                       \
  if (!global_options_set.x_##field)                                          \
    SWITCH_ON (x_##field, value, x_optimize_size)
#define HWPGO_SWITCHED_ON_WITH(field, value, flag)                            \
  if (!global_options_set.x_##field && !global_options_set.x_##flag)          \
    SWITCH_ON (x_##field, value, x_##flag)
#include "plugin/switched-on.def"
#undef HWPGO_SWITCHED_ON_WITH
#undef HWPGO_SWITCHED_ON
#undef SWITCH_ON
}

void
hwpgo_load_options ()
{
  set_branch_probabilities ();
  align_hot_loops ();
  if (hwpgo_plugin.args.options)
    switch_on ();
}
