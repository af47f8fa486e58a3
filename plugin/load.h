/* The base round: counts from the profile to the CFG.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_LOAD_H
#define HWPGO_PLUGIN_LOAD_H

#include "plugin/settle.h"
#include "runtime/profile/discriminator.h"

/* The largest count gets so many bits.  GCC adds up products of counts and
   times in 63, and small counts need room for fractions.  */
#define HWPGO_LOAD_COUNT_BITS 30

/* What became of a function.  */
enum hwpgo_load_status
{
#define HWPGO_LOAD_STATUS(id, name, text) HWPGO_LOAD_##id,
#include "plugin/load-status.def"
  HWPGO_LOAD_STATUSES
};

struct hwpgo_load_result
{
  enum hwpgo_load_status status;
  /* Counts are those of the settled profile, scaled.  */
  uint64_t samples; /* that the profile has for the function.  */
  uint64_t matched; /* those whose places are in the code.  */
  uint64_t entry;   /* after inference; 0 unless loaded.  */
  unsigned blocks, measured;
  bool rare; /* loaded, but its own samples are too few for entries.  */
};

/* The profile as the functions of a unit share it.  Those of one name have
   one record: a function and its part that was split off, a constructor's
   clones.  */
struct hwpgo_load
{
  const struct hwpgo_profile *profile; /* as it was read.  */
  struct hwpgo_settled settled;
  int shift;                  /* of the settled counts, from the profile's.  */
  uint32_t mask;              /* the bits of discriminators to look at.  */
  struct hwpgo_map found;     /* places that the code has: (function, line and
                                 discriminator) to 1.  */
  struct hwpgo_map matched;   /* (outermost function, 0) to the sum of the
                                 counts at them.  */
  struct hwpgo_map entrances; /* (outermost function, 0) to the number of
                                 bodies that are entered at the top.  */
  hash_set<nofree_string_hash> *listed; /* functions that the profiled binary
                                           had, as hwpgo_source_name; owned.  */
};

void hwpgo_load_free (struct hwpgo_load *load);

/* First, for all functions: see which places of the profile the function of
   NODE, which is cfun, has.  False when out of memory.  */
bool hwpgo_load_match (cgraph_node *node, struct hwpgo_load *load);

/* The counts at places of LOAD's profile that the code of NODE has, but only as
   the beginnings of statements of which nothing is left; each place once.  A
   line table has them with -g, and so they must decide nothing but what is
   said.  */
uint64_t hwpgo_load_marked (cgraph_node *node, struct hwpgo_load *load);

/* See which functions the profiled binary had, if it can be believed that
   those without counts did not run.  */
void hwpgo_load_list (struct hwpgo_load *load);

/* Then: take over its counts.  Unless the result is 'loaded' nothing is
   changed, but for 'cold'.  */
struct hwpgo_load_result hwpgo_load_function (cgraph_node *node,
                                              const struct hwpgo_load *load);

/* For NODE, which is cfun and has no counts: if it did not run, give it GCC's
   counts of such a function and return true.  */
bool hwpgo_load_cold (cgraph_node *node, const struct hwpgo_load *load);

/* Add to CONTEXTS the functions NODES and what is inlined in them, in their
   code or in the callgraph.  Returns 0 or -HWPGO_E_NOMEM.  */
int hwpgo_load_add_contexts (struct hwpgo_contexts *contexts,
                             const vec<cgraph_node *> &nodes);

/* Let the unit have the options that go with a profile.  */
void hwpgo_load_options ();

/* Note how often the loops of FN, which is cfun and has its counts, iterate;
   SHIFT is that of the load.  With FEWER, only of those that iterate less often
   than was believed: what is unrolled for the first time has copies that the
   profile does not know, and GCC's guess at their counts is far too high.  */
void hwpgo_load_loops (function *fn, int shift, bool fewer);

/* Is LOOP, which has a preheader, entered in more than a few turns of the one
   around it?  What is not stands beside its way, and RTL finds that way as a loop
   of its own.  */
bool hwpgo_loop_on_way_p (class loop *loop);

/* At a link: begin with the context round, since the units have had the base
   one.  */
void hwpgo_load_link ();

/* LOAD's profile is that of the context round.  */
void hwpgo_load_keep (const struct hwpgo_load *load);

/* The profile as the context round has settled it, and in *PART what of its
   record the body of NODE has; NULL: there is none.  */
const struct hwpgo_load *hwpgo_load_kept (cgraph_node *node, double *part);

/* Take over the counts that the copies in FN, which is cfun, have under the
   fields of ROUND and those before it.  Nothing is changed where the profile
   knows nothing of them.  */
void hwpgo_load_round (function *fn, enum hwpgo_round round);

/* The callgraph's counts of NODE and its calls are those of the code.  */
void hwpgo_load_callgraph (cgraph_node *node);

/* How often NODE was called, by callers that have sampled counts.  */
gcov_type hwpgo_load_calls (cgraph_node *node);

/* Then, once all are loaded: let NODE be entered as often as it is called.
   SHIFT is that of the load.  */
void hwpgo_load_agree (cgraph_node *node, int shift);

/* And let NODES, those that are rare in the order in which they were loaded,
   run as often as what they call says.  SHIFT is that of the load.  */
void hwpgo_load_raise (const vec<cgraph_node *> &nodes, int shift);

/* What the profile has of PLACE, over how often it ran, where inlining has cut it in
   pieces (load-pieces.cc): 1 if it is no such place.  */
double hwpgo_times_cut (const struct hwpgo_place *place);

#endif
