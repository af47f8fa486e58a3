/* Does a select pay?
   SPDX-License-Identifier: GPL-2.0-or-later

   With a branch the core runs one arm, waits for nothing but the data that
   this arm needs, and pays for each mispredict.  With a select it runs both
   arms and the result waits for both and for the condition.  Outside of
   loops, and where the result does not come back, that wait overlaps with
   other work and is taken as free.  Where the result of one turn of a loop is
   needed by the next, it is paid each turn; but not in the turns where the
   branch would have been mispredicted, for then the core has waited for the
   condition as well, on top of the penalty.  */

#include "plugin/select-cost.h"

#include <string.h>

static const struct
{
  unsigned insns, latency;
} ops[] = {
#define HWPGO_SELECT_OP(id, insns, latency) { insns, latency },
#include "plugin/select-cost.def"
};

unsigned
hwpgo_select_op_insns (enum hwpgo_select_op op)
{
  return ops[op].insns;
}

unsigned
hwpgo_select_op_latency (enum hwpgo_select_op op)
{
  return ops[op].latency;
}

void
hwpgo_select_params_init (struct hwpgo_select_params *params)
{
#define HWPGO_SELECT_PARAM(name, value, min, max) params->name = value;
#include "plugin/select-cost.def"
}

bool
hwpgo_select_params_set (struct hwpgo_select_params *params, const char *name,
                         double value)
{
#define HWPGO_SELECT_PARAM(field, dflt, min, max)                             \
  if (strcmp (name, #field) == 0)                                             \
    {                                                                         \
      /* Written so that a NaN fails.  */                                     \
      if (!(value >= (min) && value <= (max)))                                \
        return false;                                                         \
      params->field = value;                                                  \
      return true;                                                            \
    }
#include "plugin/select-cost.def"
  return false;
}

static double
clamp_unit (double x)
{
  return !(x > 0) ? 0 : x > 1 ? 1 : x;
}

/* Instructions of all selects.  */
static unsigned
select_insns (const struct hwpgo_select_case *c)
{
  return (c->n_selects - c->n_float_selects)
             * hwpgo_select_op_insns (HWPGO_OP_SELECT)
         + c->n_float_selects * hwpgo_select_op_insns (HWPGO_OP_FLOAT_SELECT);
}

/* Cycles that the select adds to the path from one turn to the next.  */
static double
carried_latency (const struct hwpgo_select_params *params,
                 const struct hwpgo_select_case *c)
{
  if (!c->carried)
    return 0;
  double before = c->data_latency;
  double condition
      = c->condition_latency + c->condition_loads * params->carried_load_extra;
  double after
      = (condition > before ? condition : before)
        + hwpgo_select_op_latency (c->n_float_selects ? HWPGO_OP_FLOAT_SELECT
                                                      : HWPGO_OP_SELECT);
  return (after - before) * (1 - clamp_unit (c->ratio));
}

struct hwpgo_select_verdict
hwpgo_select_weigh (const struct hwpgo_select_params *params,
                    const struct hwpgo_select_case *c)
{
  struct hwpgo_select_verdict v = { 0 };
  double then_share = clamp_unit (c->then_share);
  double wasted = c->then_insns * (1 - then_share) + c->else_insns * then_share
                  + select_insns (c);

  v.saved = clamp_unit (c->ratio) * params->mispredict_penalty
            + 1 / params->issue_width;
  v.work = wasted / params->issue_width;
  v.latency = carried_latency (params, c);
  v.too_long = c->then_insns + c->else_insns > params->max_insns
               || c->n_selects > params->max_selects;
  v.convert = !v.too_long && v.saved >= (v.work + v.latency) * params->margin;
  return v;
}
