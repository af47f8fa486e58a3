/* Loops that run now and then as they were not written.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_PROBE_H
#define HWPGO_PLUGIN_BRANCHLESS_PROBE_H

/* The words of the argument "probes".  */
enum hwpgo_probes
{
  HWPGO_PROBES_ON,
  HWPGO_PROBES_OFF,
  HWPGO_PROBES_ALL
};

/* LOCATION with the number of the probe for its place; unknown if it has
   none.  */
location_t hwpgo_probe_location (location_t location);

/* A loop that gets a copy in front of it.  Dominators must be free while that
   is made, so BBS, its blocks, come before.  */
struct hwpgo_probed
{
  class loop *loop;
  unsigned turns; /* that the copy takes over in each entry; 0: it is entered
                     in the loop's place, now and then,  */
  double of_turns; /* what TURNS are a part of.  */
  double part;    /* in one of so many  */
  bool counted;   /* entries; of calls if not.  */
  basic_block *bbs;   /* malloc'ed.  */
};

/* Can LOOP be copied, and is it small enough?  */
bool hwpgo_probe_copied_well_p (const class loop *loop);

/* What to copy for one of PART executions of BB: the innermost loop around it that
   turns so often that some turns do not matter, and is small enough to be copied; or
   one in a loop that does; or the outermost one.  The loop is NULL if BB is in none,
   or if none can be copied.  Loops must have preheaders.  ONCE is the count of what ran
   once, 0 if that is not known.  */
struct hwpgo_probed hwpgo_probe_loop (basic_block bb, double part, double once);

/* Make the copies of P's blocks, which are in COPIES then, as many as P has.  CALLS
   chooses the entries if these are by calls.  SSA names have to be updated afterwards.  */
void hwpgo_probe_copy (const struct hwpgo_probed *p, tree calls, basic_block *copies);

/* A number that is different for different arguments of FN, of type unsigned;
   NULL if it has none that tell.  */
tree hwpgo_probe_choice_of_calls (function *fn);

/* Let BB, which ends without a branch, end with one that goes on with TO, with
   which it has no edge, once in PART times by CHOICE.  Returns that edge.  */
edge hwpgo_probe_choose (basic_block bb, basic_block to, tree choice,
                         double part);

#endif
