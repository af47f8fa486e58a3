/* Does a select pay?
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.  All costs are cycles for one execution of the
   branch.  */

#ifndef HWPGO_PLUGIN_SELECT_COST_H
#define HWPGO_PLUGIN_SELECT_COST_H

#include <stdbool.h>

#include "runtime/base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of statements, the rows of select-cost.def.  */
enum hwpgo_select_op
{
#define HWPGO_SELECT_OP(id, insns, latency) HWPGO_OP_##id,
#include "plugin/select-cost.def"
  HWPGO_SELECT_OPS
};

struct hwpgo_select_params
{
#define HWPGO_SELECT_PARAM(name, value, min, max) double name;
#include "plugin/select-cost.def"
};

/* One branch, or several that are converted together, what lies between them
   and where all ways meet, and the selects that would replace them.  All
   counts are for one execution of the first.  */
struct hwpgo_select_case
{
  double ratio;    /* mispredicts of all branches.  */
  double missed;   /* turns with any of these, where the branches are those of
                      one turn; 0: RATIO.  */
  double branches; /* branches that ran.  */
  unsigned wait;   /* cycles until the slowest condition is known.  */
  unsigned depth;  /* most branches on one way: selects that wait for each
                      other.  */
  unsigned insns;  /* instructions on all ways; all run afterwards.  */
  double wasted;   /* those of them that did not run.  */
  unsigned n_selects;
  unsigned n_float_selects; /* so many of them in floating point.  */
  unsigned n_stores; /* stores to places that are selected.  */
  double again;      /* such a store decides in the next entry of a loop: its
                        entries for one turn; else 0.  */
  unsigned n_loads;  /* loads from such places; both arms have each.  */
  unsigned n_late_loads; /* those that one arm alone has.  */
  double waiting; /* mispredicts of another branch, which is known later, by
                     cycles.  */
  bool kept; /* the profiled build has the selects: they paid for the margin, and
                without it they do not come and go with the noise.  */

  /* The longest path from a value at the head of a loop to what it is in the next
     turn, in cycles; 0 outside of loops.  */
  double before_latency; /* with the branch.  */
  double turn_insns;     /* instructions of a turn.  */
  /* Where selects lengthen that; all 0 when CARRIED is false.  */
  bool carried;
  double before_loads;  /* loads on that path;  */
  double after_latency; /* the longest path with the selects, */
  double after_loads;   /* loads on that one.  */
  double turns;         /* of the loop for one entry; 0: unknown.  */
  double at_once;       /* so many entries are on their ways at a time; 0: 1.  */
  bool scattered; /* each entry begins at a place that a table has: TURNS do not
                     tell how many places there are.  */
};

struct hwpgo_select_verdict
{
  double saved;   /* mispredicts and the branch itself.  */
  double work;    /* instructions that would not have run, and selects, as far
                     as they do not fit in beside the loop-carried path.  */
  double all_work; /* as if they did not.  */
  double latency;  /* added to that path.  */
  bool carried;    /* the selects are on one.  */
  bool convert;
  bool too_long; /* refused for max_insns or max_selects.  */
};

/* Instructions and latency of a statement of kind OP.  */
unsigned hwpgo_select_op_insns (enum hwpgo_select_op op);
unsigned hwpgo_select_op_latency (enum hwpgo_select_op op);

/* The values of the rows.  */
void hwpgo_select_params_init (struct hwpgo_select_params *params);

/* Set what TEXT has: "NAME:VALUE,NAME:VALUE...".  NULL: nothing.  Returns 0, or
   an error that names the first pair that is none, has no such name, or a
   value out of range.  */
int hwpgo_select_params_parse (struct hwpgo_select_params *params,
                               const char *text, struct hwpgo_error *err);

/* Set the parameter NAME; false if there is none or VALUE is out of its
   range.  */
bool hwpgo_select_params_set (struct hwpgo_select_params *params,
                              const char *name, double value);

/* Cycles that a load takes longer than from the first cache where each of
   TURNS turns chooses one of two places to go on with, as in a search: they
   reach two to the power of TURNS places, and the farther ones are in the
   larger caches.  */
double hwpgo_select_search_extra (const struct hwpgo_select_params *params,
                                  double turns);

/* What has to be saved for WORK and LATENCY, with the margins of PARAMS; KEPT as
   below.  */
double hwpgo_select_needed (const struct hwpgo_select_params *params,
                            double work, double latency, bool kept);

/* Is what is SAVED worth WORK and LATENCY, with the margins of PARAMS?  With none
   of those if it is KEPT, as in struct hwpgo_select_case.  */
bool hwpgo_select_pays (const struct hwpgo_select_params *params, double saved,
                        double work, double latency, bool kept);

/* Weigh C.  A ratio over BRANCHES, which noise can give, counts as that.  */
struct hwpgo_select_verdict
hwpgo_select_weigh (const struct hwpgo_select_params *params,
                    const struct hwpgo_select_case *c);

#ifdef __cplusplus
}
#endif

#endif
