/* The registers of interpreters.
   SPDX-License-Identifier: GPL-2.0-or-later

   IRA gives registers out loop by loop (Callahan and Koblenz, "Register allocation
   via hierarchical graph coloring", PLDI 1991), which is what GCC does where it
   optimises for speed (-fira-region=mixed).  An interpreter is one loop, in which
   a few of hundreds of ways run, and some of them have loops of their own.  What
   all ways use, the place of the next instruction above all, is in memory then in
   the loop that all of it is in, as often as not: which, a small change of counts
   decides.  But each turn waits for it, first to add to it and then to load the
   instruction, and so does the jump where that was mispredicted.

   With one region for the whole function what is used most is in a register.  So
   where the jump of an interpreter is about the hottest that a measured function
   has, IRA sees one region.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* So many places to go to make an interpreter.  */
#define FEWEST_TARGETS 16

/* The function jumps so often for each time that it is entered, */
#define FEWEST_JUMPS 8
/* and nothing in it runs more often than this for one jump.  */
#define MOST_TIMES 4

/* The regions outside of the pass, while they were changed.  */
static enum ira_region usual_region;
static bool changed;

/* Does FN spend its time with a jump to many places?  */
static bool
interprets_p (function *fn)
{
  double jumps = 0, most = 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      double times = hwpgo_executions (bb->count);
      most = MAX (most, times);
      if (EDGE_COUNT (bb->succs) >= FEWEST_TARGETS
          && (computed_jump_p (BB_END (bb))
              || tablejump_p (BB_END (bb), NULL, NULL)))
        jumps += times;
    }
  double entries = hwpgo_executions (ENTRY_BLOCK_PTR_FOR_FN (fn)->count);
  return jumps > 0 && jumps >= entries * FEWEST_JUMPS
         && jumps * MOST_TIMES >= most;
}

bool
hwpgo_dispatch_registers_gate (function *fn)
{
  return hwpgo_plugin.args.options && optimize >= 2
         && !global_options_set.x_flag_ira_region
         && optimize_function_for_speed_p (fn)
         && hwpgo_measured_p (ENTRY_BLOCK_PTR_FOR_FN (fn)->count);
}

unsigned int
hwpgo_dispatch_registers_execute (function *fn)
{
  if (!interprets_p (fn))
    return 0;
  usual_region = flag_ira_region;
  changed = true;
  flag_ira_region = IRA_REGION_ONE;
  if (dump_enabled_p ())
    dump_printf_loc (MSG_NOTE,
                     dump_user_location_t::from_function_decl (fn->decl),
                     "registers are given out in one region: it is an"
                     " interpreter\n");
  return 0;
}

bool
hwpgo_dispatch_registers_end_gate (function *)
{
  return changed;
}

unsigned int
hwpgo_dispatch_registers_end_execute (function *)
{
  flag_ira_region = usual_region;
  changed = false;
  return 0;
}
