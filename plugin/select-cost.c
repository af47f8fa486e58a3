/* Does a select pay?
   SPDX-License-Identifier: GPL-2.0-or-later

   With a branch the core runs one arm, waits for nothing but the data that
   this arm needs, and pays for each mispredict.  With a select it runs both
   arms and the result waits for both and for the condition.  Outside of
   loops, and where the result does not come back, that wait overlaps with
   other work and is taken as free.  Where the result of one turn of a loop is
   needed by the next, it is paid each turn.  In the turns where the branch would
   have been mispredicted the core has waited for the condition as well, but
   the penalty, as it was measured, is with that wait; not so where the loop waits
   for another path anyway, which begins again behind the mispredict.  */

#include "plugin/select-cost.h"

#include <math.h>
#include <string.h>

#include "runtime/base/text.h"

/* No number of the model is larger.  */
#define MOST 1e9

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

/* Set the pair of LENGTH bytes at TEXT; false if it is none.  */
static bool
set_pair (struct hwpgo_select_params *params, const char *text, size_t length)
{
  char pair[64];
  double value;
  if (length >= sizeof pair)
    return false;
  memcpy (pair, text, length);
  pair[length] = 0;
  char *colon = strchr (pair, ':');
  if (!colon || !hwpgo_parse_fraction (colon + 1, 0, MOST, &value))
    return false;
  *colon = 0;
  return hwpgo_select_params_set (params, pair, value);
}

int
hwpgo_select_params_parse (struct hwpgo_select_params *params,
                           const char *text, struct hwpgo_error *err)
{
  while (text)
    {
      size_t length = strcspn (text, ",");
      if (!set_pair (params, text, length))
        return hwpgo_error_set (err, HWPGO_E_USAGE, NULL,
                                "'%.*s' is no number of the cost model with a"
                                " value in its range",
                                (int) (length < 64 ? length : 64), text);
      text = text[length] ? text + length + 1 : NULL;
    }
  return 0;
}

static double
clamp (double x, double max)
{
  return !(x > 0) ? 0 : x > max ? max : x;
}

/* Instructions of all selects.  */
static unsigned
select_insns (const struct hwpgo_select_case *c)
{
  return (c->n_selects - c->n_float_selects)
             * hwpgo_select_op_insns (HWPGO_OP_SELECT)
         + c->n_float_selects * hwpgo_select_op_insns (HWPGO_OP_FLOAT_SELECT);
}

double
hwpgo_select_search_extra (const struct hwpgo_select_params *params,
                           double turns)
{
  /* The last places share a cache line.  */
  double far = turns - params->line_turns;
  if (!(turns > 0) || turns > params->search_turns || far <= params->l1_turns)
    return 0;
  double l2 = clamp (far - params->l1_turns,
                     params->l2_turns - params->l1_turns);
  double l3 = clamp (far - params->l2_turns,
                     params->l3_turns - params->l2_turns);
  double memory = clamp (far - params->l3_turns, 64);
  return (l2 * params->l2_extra + l3 * params->l3_extra
          + memory * params->memory_extra)
         / turns;
}

/* Does the loop of C wait for its path from turn to turn while there is a branch?  It
   goes on with that until a mispredict is known, and then loses what it takes to
   fetch only.  */
static bool
bound_p (const struct hwpgo_select_params *params,
         const struct hwpgo_select_case *c)
{
  return c->before_latency > clamp (c->turn_insns, 1e6) / params->issue_width;
}

/* Split V's work, which is that of all instructions, in a loop that waits for
   the selects of C.  A turn takes as long as its longest path, but no less than
   its instructions.  */
static void
carried_cost (const struct hwpgo_select_params *params,
              const struct hwpgo_select_case *c,
              struct hwpgo_select_verdict *v)
{
  double extra = hwpgo_select_search_extra (params, c->turns);
  if (c->scattered && extra < params->l2_extra)
    extra = params->l2_extra;
  double insns = clamp (c->turn_insns, 1e6) / params->issue_width;
  double before = c->before_latency + c->before_loads * extra;
  /* Of several entries that do not wait for each other each takes its part.  */
  double after = c->after_latency / (c->at_once > 1 ? c->at_once : 1)
                 + c->after_loads * extra + params->store_wait * c->n_stores;
  /* What is around a loop that seldom turns goes on meanwhile, and has to fit
     in as well.  A load on the path may miss: that is no measured length, unless
     the loop is a search, which has its misses in EXTRA, and not through
     pointers, unless it is known to be small: what they lead to may be
     anywhere.  */
  bool search = c->turns > 0 && c->turns <= params->search_turns
                && (c->before_loads == 0 || extra < 1);
  bool room = (c->after_loads == 0 || search)
              && (c->turns <= 0 || c->turns >= params->long_turns);
  double beside = room ? v->work : 0;
  before = before > insns ? before : insns;
  /* The core does not find all of that room: a mispredict ends it.  */
  double full = after > insns
                    ? insns + (after - insns) * (1 - params->room_share)
                    : insns;
  after = after > full + beside ? after : full + beside;
  /* Ways that branches choose from are the mean of them, so it may seem to be
     shorter.  */
  double added = after > before ? after - before : 0;
  if (room)
    {
      v->work = added < v->work ? added : v->work;
      added -= v->work;
    }
  double missed = clamp (c->missed > 0 ? c->missed : c->ratio, 1);
  v->latency = added * (bound_p (params, c) ? 1 - missed : 1);
}

double
hwpgo_select_needed (const struct hwpgo_select_params *params, double work,
                     double latency, bool kept)
{
  double most = kept ? 1 : MOST;
  return work * fmin (params->margin, most)
         + latency * fmin (params->latency_margin, most);
}

bool
hwpgo_select_pays (const struct hwpgo_select_params *params, double saved,
                   double work, double latency, bool kept)
{
  return saved >= hwpgo_select_needed (params, work, latency, kept);
}

struct hwpgo_select_verdict
hwpgo_select_weigh (const struct hwpgo_select_params *params,
                    const struct hwpgo_select_case *c)
{
  struct hwpgo_select_verdict v = { 0 };
  double branches = clamp (c->branches, 64);

  bool bound = bound_p (params, c);
  double penalty = params->mispredict_penalty;
  if (!bound)
    penalty = clamp (penalty
                         + (c->wait - params->usual_wait) * params->wait_share,
                     MOST);
  v.saved
      = clamp (c->ratio, branches) * penalty + branches / params->issue_width;
  /* Of two loads that become one, none runs for nothing.  */
  v.work = (clamp (c->wasted - c->n_loads, c->insns) + select_insns (c))
           / params->issue_width;
  v.all_work = v.work;
  v.carried = c->carried;
  if (c->carried)
    carried_cost (params, c, &v);
  v.latency += params->store_guess * clamp (c->again, 1);
  if (!bound)
    v.latency += clamp (c->waiting, MOST) * params->late_share;
  v.too_long
      = c->insns > params->max_insns || c->n_selects > params->max_selects;
  v.convert = !v.too_long
              && hwpgo_select_pays (params, v.saved, v.work, v.latency,
                                    c->kept);
  return v;
}
