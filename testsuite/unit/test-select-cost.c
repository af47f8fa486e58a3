/* The cost model of selects.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <math.h>

#include "plugin/select-cost.h"
#include "testsuite/unit/unit.h"

/* A hammock of one simple statement, half of the time mispredicted.  */
static struct hwpgo_select_case
small_hammock (void)
{
  struct hwpgo_select_case c = { 0 };
  c.ratio = 0.5;
  c.branches = 1;
  c.insns = 1;
  c.wasted = 0.5;
  c.n_selects = 1;
  return c;
}

static struct hwpgo_select_verdict
weigh (const struct hwpgo_select_case *c)
{
  struct hwpgo_select_params params;
  hwpgo_select_params_init (&params);
  return hwpgo_select_weigh (&params, c);
}

static void
a_coin_converts_short_hammocks (void)
{
  struct hwpgo_select_case c = small_hammock ();
  for (c.insns = 0; c.insns <= 3; c.insns++)
    for (c.n_selects = 1; c.n_selects <= 3; c.n_selects++)
      {
        c.wasted = c.insns * 0.5;
        CHECK (weigh (&c).convert);
      }
}

static void
a_predictable_branch_stays (void)
{
  struct hwpgo_select_case c = small_hammock ();
  c.ratio = 0;
  c.insns = 3;
  c.wasted = 1.5;
  CHECK (!weigh (&c).convert);
  CHECK (!weigh (&c).too_long);
}

static void
long_arms_are_refused (void)
{
  struct hwpgo_select_case c = small_hammock ();
  c.ratio = 1;
  c.insns = 60;
  c.wasted = 20;
  CHECK (!weigh (&c).convert);
  CHECK (weigh (&c).too_long);
  c = small_hammock ();
  c.n_selects = 20;
  CHECK (weigh (&c).too_long);
}

static void
the_sum_is_that_of_the_rows (void)
{
  struct hwpgo_select_case c = small_hammock ();
  struct hwpgo_select_params p = { 0 };
  p.mispredict_penalty = 20;
  p.issue_width = 2;
  p.margin = 1;
  p.max_insns = 100;
  p.max_selects = 10;
  c.insns = 12;
  c.wasted = 7;
  struct hwpgo_select_verdict v = hwpgo_select_weigh (&p, &c);
  CHECK (fabs (v.saved - 10.5) < 1e-9);
  /* 7 and 1 select.  */
  CHECK (fabs (v.work - 4) < 1e-9);
  CHECK (v.latency == 0);
  CHECK (v.convert);
  p.margin = 3;
  CHECK (!hwpgo_select_weigh (&p, &c).convert);
  /* What an earlier build has converted stays, but not at a loss.  */
  c.kept = true;
  CHECK (hwpgo_select_weigh (&p, &c).convert);
  c.wasted = 22;
  c.insns = 30;
  CHECK (!hwpgo_select_weigh (&p, &c).convert);
}

static void
a_carried_select_pays_its_latency (void)
{
  struct hwpgo_select_params p = { 0 };
  p.mispredict_penalty = 20;
  p.issue_width = 2;
  p.max_insns = 100;
  p.max_selects = 10;
  p.long_turns = 4;
  struct hwpgo_select_case c = small_hammock ();
  c.ratio = 0;
  c.carried = true;
  c.turns = 2;
  c.before_latency = 4;
  c.after_latency = 5;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).latency - 1) < 1e-9);
  c.after_latency = 10;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).latency - 6) < 1e-9);
  /* A turn takes as long as its instructions, too.  */
  c.turn_insns = 14;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).latency - 3) < 1e-9);
  c.turn_insns = 30;
  CHECK (hwpgo_select_weigh (&p, &c).latency == 0);
  c.turn_insns = 0;
  /* A mispredicted branch has waited for its condition, too, where the loop waits
     for its path anyway.  */
  c.ratio = 0.5;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).latency - 3) < 1e-9);
  c.turn_insns = 8;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).latency - 6) < 1e-9);
}

static void
work_fits_in_beside_a_long_path (void)
{
  struct hwpgo_select_params p = { 0 };
  p.issue_width = 2;
  p.long_turns = 4;
  p.room_share = 1;
  struct hwpgo_select_case c = small_hammock ();
  c.ratio = 0;
  c.carried = true;
  c.before_latency = 4;
  c.after_latency = 10;
  /* Of the six cycles three quarters of one are for the instructions.  */
  c.turns = 100;
  struct hwpgo_select_verdict v = hwpgo_select_weigh (&p, &c);
  CHECK (fabs (v.work - 0.75) < 1e-9 && fabs (v.latency - 5.25) < 1e-9);
  c.before_latency = 10;
  v = hwpgo_select_weigh (&p, &c);
  CHECK (v.work == 0 && v.latency == 0);
  /* Half a cycle is left, and half of that can be had.  */
  c.turn_insns = 19;
  p.room_share = 0.5;
  v = hwpgo_select_weigh (&p, &c);
  CHECK (fabs (v.work - 0.5) < 1e-9 && v.latency == 0);
  p.room_share = 1;
  /* There is no room beside more instructions, */
  c.turn_insns = 30;
  v = hwpgo_select_weigh (&p, &c);
  CHECK (fabs (v.work - 0.75) < 1e-9 && v.latency == 0);
  c.turn_insns = 0;
  /* around a loop of few turns, or where a load on the path may miss.  */
  c.turns = 2;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).work - 0.75) < 1e-9);
  c.turns = 100;
  c.before_loads = c.after_loads = 1;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).work - 0.75) < 1e-9);
  /* But a small search's do not.  */
  c.turns = 8;
  p.search_turns = 40;
  p.l1_turns = 9;
  p.line_turns = 3;
  CHECK (hwpgo_select_weigh (&p, &c).work == 0);
  /* Nor do a large one's, unless it goes through pointers: those may miss more
     often than its turns tell.  */
  c.turns = 20;
  p.l2_turns = 14;
  p.l2_extra = 40;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).work - 0.75) < 1e-9);
  c.before_loads = 0;
  c.after_latency = 11;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).work - 0.75) < 1e-9);
  CHECK (fabs (hwpgo_select_weigh (&p, &c).latency - 10.25) < 1e-9);
  c.before_loads = 1;
  c.after_latency = 10;
}

static void
latency_has_a_margin_of_its_own (void)
{
  struct hwpgo_select_params p = { 0 };
  p.margin = 2;
  p.latency_margin = 1.5;
  CHECK (hwpgo_select_pays (&p, 10, 5, 0, false));
  CHECK (!hwpgo_select_pays (&p, 9.9, 5, 0, false));
  CHECK (hwpgo_select_pays (&p, 10, 2, 4, false));
  CHECK (!hwpgo_select_pays (&p, 9.9, 2, 4, false));
  CHECK (hwpgo_select_pays (&p, 6, 2, 4, true));
  CHECK (!hwpgo_select_pays (&p, 5.9, 2, 4, true));
}

static void
a_late_condition_costs_more (void)
{
  struct hwpgo_select_params p = { 0 };
  p.mispredict_penalty = 20;
  p.issue_width = 2;
  p.usual_wait = 6;
  p.wait_share = 0.5;
  struct hwpgo_select_case c = small_hammock ();
  c.wait = 6;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).saved - 10.5) < 1e-9);
  c.wait = 16;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).saved - 13) < 1e-9);
  c.wait = 0;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).saved - 9) < 1e-9);
  /* A mispredict gains nothing, however early it is known.  */
  p.usual_wait = 50;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).saved - 0.5) < 1e-9);
  p.usual_wait = 6;
  c.wait = 16;
  /* Not where the loop waits anyway.  */
  c.turn_insns = 20;
  c.before_latency = 9;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).saved - 13) < 1e-9);
  c.before_latency = 11;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).saved - 10.5) < 1e-9);
}

static void
a_store_to_a_selected_place_waits (void)
{
  struct hwpgo_select_params p = { 0 };
  p.mispredict_penalty = 20;
  p.issue_width = 2;
  p.store_wait = 2;
  struct hwpgo_select_case c = small_hammock ();
  c.n_stores = 1;
  CHECK (hwpgo_select_weigh (&p, &c).latency == 0);
  p.long_turns = 4;
  c.carried = true;
  c.turns = 2;
  c.before_latency = 4;
  c.after_latency = 5;
  CHECK (fabs (hwpgo_select_weigh (&p, &c).latency - 1.5) < 1e-9);
  /* Walking a tree and linking what is passed: the walk is all there is to
     wait for, and the branch is right three times of four.  */
  c.ratio = 0.233;
  c.turns = 0;
  c.wasted = 1;
  c.n_selects = 4;
  c.before_latency = 5;
  c.before_loads = 1;
  c.after_latency = 7;
  c.after_loads = 1;
  CHECK (!weigh (&c).convert);
  c.n_stores = 0;
  CHECK (weigh (&c).convert);
}

static void
of_two_loads_none_is_for_nothing (void)
{
  struct hwpgo_select_params p = { 0 };
  p.mispredict_penalty = 20;
  p.issue_width = 2;
  struct hwpgo_select_case c = small_hammock ();
  c.ratio = 0;
  c.wasted = 1;
  c.carried = true;
  c.before_latency = 5;
  c.before_loads = 1;
  c.after_latency = 7;
  c.after_loads = 1;
  struct hwpgo_select_verdict both = hwpgo_select_weigh (&p, &c);
  c.n_loads = 1;
  struct hwpgo_select_verdict one = hwpgo_select_weigh (&p, &c);
  CHECK (one.latency == both.latency);
  CHECK (fabs (both.work - one.work - 0.5) < 1e-9);
  /* The load of one arm alone is.  */
  c.n_loads = 0;
  c.n_late_loads = 1;
  struct hwpgo_select_verdict alone = hwpgo_select_weigh (&p, &c);
  CHECK (alone.latency == one.latency && alone.work == both.work);
}

static void
several_branches_may_miss_in_one_turn (void)
{
  struct hwpgo_select_params p = { 0 };
  p.mispredict_penalty = 20;
  p.issue_width = 2;
  struct hwpgo_select_case c = small_hammock ();
  c.branches = 2;
  c.ratio = 0.6;
  c.carried = true;
  c.turn_insns = 4;
  c.before_latency = 10;
  c.after_latency = 20;
  struct hwpgo_select_verdict one = hwpgo_select_weigh (&p, &c);
  /* Two of 0.3 each: half of all turns have any.  */
  c.missed = 0.51;
  struct hwpgo_select_verdict two = hwpgo_select_weigh (&p, &c);
  CHECK (two.saved == one.saved);
  CHECK (fabs (one.latency * 0.49 - two.latency * 0.4) < 1e-9);
  CHECK (two.latency > one.latency);
}

static void
a_far_search_waits_for_memory (void)
{
  struct hwpgo_select_params p;
  hwpgo_select_params_init (&p);
  CHECK (hwpgo_select_search_extra (&p, 0) == 0);
  CHECK (hwpgo_select_search_extra (&p, 10) == 0);
  CHECK (hwpgo_select_search_extra (&p, 24)
         > hwpgo_select_search_extra (&p, 16));
  CHECK (hwpgo_select_search_extra (&p, 24) > 10);
  /* A loop over a list, not a search.  */
  CHECK (hwpgo_select_search_extra (&p, 1000) == 0);
  struct hwpgo_select_case c = small_hammock ();
  c.carried = true;
  c.after_latency = 7;
  c.after_loads = 1;
  c.before_latency = 1;
  c.turns = 12;
  CHECK (weigh (&c).convert);
  c.turns = 24;
  CHECK (!weigh (&c).convert);
  /* The next place is loaded as well: a walk in a tree.  */
  c.before_latency = 5;
  c.before_loads = 1;
  CHECK (weigh (&c).convert);
  /* Of few turns, but from a place that a table has.  */
  c.before_loads = 0;
  c.before_latency = 1;
  c.turns = 6;
  double latency = weigh (&c).latency;
  c.scattered = true;
  CHECK (weigh (&c).latency > latency);
}

static void
a_floating_point_select_costs_more (void)
{
  struct hwpgo_select_case c = small_hammock ();
  struct hwpgo_select_verdict integer = weigh (&c);
  c.n_float_selects = 1;
  CHECK (weigh (&c).work > integer.work);
}

static void
nonsense_is_clamped (void)
{
  struct hwpgo_select_case c = small_hammock ();
  c.ratio = 1;
  double full = weigh (&c).saved;
  c.ratio = 3;
  CHECK (weigh (&c).saved == full);
  c.ratio = NAN;
  CHECK (weigh (&c).saved < full);
  c.ratio = 0.5;
  c.wasted = -1;
  CHECK (weigh (&c).work >= 0);
}

/* No work is less than none, and saves nothing.  */
static void
a_shorter_path_costs_nothing (void)
{
  struct hwpgo_select_case c = small_hammock ();
  c.carried = true;
  c.turns = 1000;
  c.turn_insns = 4;
  c.before_latency = 40;
  c.after_latency = 10;
  CHECK (weigh (&c).work == 0);
  CHECK (weigh (&c).latency == 0);
}

/* What another branch is known later costs its mispredicts, but not in a loop that
   waits for its path meanwhile.  */
static void
a_branch_that_waits_counts (void)
{
  struct hwpgo_select_case c = small_hammock ();
  double before = weigh (&c).latency;
  c.waiting = 5;
  CHECK (weigh (&c).latency > before);
  CHECK (weigh (&c).convert);
  c.waiting = 50;
  CHECK (!weigh (&c).convert);
  c.before_latency = 20;
  CHECK (weigh (&c).latency == before);
  c.before_latency = 0;
  c.waiting = NAN;
  CHECK (weigh (&c).latency == before);
}

static void
parameters_are_set_by_name (void)
{
  struct hwpgo_select_params p;
  hwpgo_select_params_init (&p);
  CHECK (hwpgo_select_params_set (&p, "mispredict_penalty", 30));
  CHECK (p.mispredict_penalty == 30);
  CHECK (!hwpgo_select_params_set (&p, "mispredict_penalty", -1));
  CHECK (!hwpgo_select_params_set (&p, "mispredict_penalty", NAN));
  CHECK (!hwpgo_select_params_set (&p, "no_such_row", 1));
  CHECK (p.mispredict_penalty == 30);
}

static void
parameters_are_read_from_text (void)
{
  static const char *const wrong[]
      = { "", "margin", "margin:", "margin:x", "margin:-1", "margin:1,",
          "margin:100000", "margins:1", ":1", "margin:1e9", "margin:1:2" };
  struct hwpgo_select_params p;
  struct hwpgo_error err;
  hwpgo_select_params_init (&p);
  CHECK (hwpgo_select_params_parse (&p, NULL, &err) == 0);
  CHECK (hwpgo_select_params_parse (&p, "margin:1.5,l1_turns:7", &err) == 0);
  CHECK (p.margin == 1.5 && p.l1_turns == 7);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    CHECK (hwpgo_select_params_parse (&p, wrong[i], &err)
           == -HWPGO_E_USAGE);
}

static void
every_row_is_in_its_range (void)
{
  struct hwpgo_select_params p;
  hwpgo_select_params_init (&p);
#define HWPGO_SELECT_PARAM(name, value, min, max)                             \
  CHECK (hwpgo_select_params_set (&p, #name, value));
#include "plugin/select-cost.def"
  CHECK (hwpgo_select_op_insns (HWPGO_OP_COPY) == 0);
  CHECK (hwpgo_select_op_latency (HWPGO_OP_LOAD)
         > hwpgo_select_op_latency (HWPGO_OP_SIMPLE));
}

int
main (void)
{
  RUN (a_coin_converts_short_hammocks);
  RUN (a_predictable_branch_stays);
  RUN (long_arms_are_refused);
  RUN (the_sum_is_that_of_the_rows);
  RUN (a_carried_select_pays_its_latency);
  RUN (work_fits_in_beside_a_long_path);
  RUN (latency_has_a_margin_of_its_own);
  RUN (a_late_condition_costs_more);
  RUN (a_store_to_a_selected_place_waits);
  RUN (of_two_loads_none_is_for_nothing);
  RUN (several_branches_may_miss_in_one_turn);
  RUN (a_far_search_waits_for_memory);
  RUN (a_floating_point_select_costs_more);
  RUN (nonsense_is_clamped);
  RUN (a_shorter_path_costs_nothing);
  RUN (a_branch_that_waits_counts);
  RUN (parameters_are_set_by_name);
  RUN (parameters_are_read_from_text);
  RUN (every_row_is_in_its_range);
  return UNIT_RESULT;
}
