/* Inference of counts where flow ends elsewhere than at the exit.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "testsuite/unit/flow-graph.h"

static void
calls_that_do_not_return_end_flow (void)
{
  struct graph g = graph_new (5); /* 4 calls abort.  */
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 1);
  edge (&g, 2, 4, 0);
  edge (&g, 3, 1, 1);
  known (&g, 2, 100);
  known (&g, 3, 90);
  known (&g, 4, 10);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 4, 10, 10);
  count_is (&g, 2, 100, 100);
}

/* 2 goes to 3 or 4, and both end there.  */
static void
a_program_that_ends_in_calls_is_a_flow (void)
{
  struct graph g = graph_new (7);
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 0.5);
  edge (&g, 2, 4, 0.5);
  edge (&g, 3, 5, 1);
  edge (&g, 4, 6, 1);
  known (&g, 2, 100);
  known (&g, 3, 70);
  known (&g, 5, 0); /* no sample hit the call.  */
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 5, 70, 70);
  count_is (&g, 6, 30, 30);
  /* Only the beginning was seen to run, and all else not.  */
  g.blocks[3].count = 0;
  known (&g, 2, 0);
  known (&g, 4, 5);
  known (&g, 6, 0);
  infer (&g);
  CHECK (is_flow (&g.flow));
  CHECK (g.blocks[4].count > 0 && g.blocks[6].count == g.blocks[4].count);
}

/* An island leads to the exit, though a call that aborts is nearer.  */
static void
islands_lead_to_the_exit_if_they_can (void)
{
  struct graph g = graph_new (7);
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 1);
  edge (&g, 3, 3, 0.9);
  edge (&g, 3, 4, 0.01); /* aborts.  */
  edge (&g, 3, 5, 0.09);
  edge (&g, 5, 6, 1);
  edge (&g, 6, 1, 1);
  known (&g, 2, 0);
  known (&g, 3, 1000000);
  known (&g, 4, 0);
  known (&g, 5, 0);
  known (&g, 6, 0);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 4, 0, 0);
  CHECK (g.blocks[6].count > 0);
}

/* A loop beside the way is not entered more often than the function, if that is known.  */
static void
islands_are_entered_as_often_as_can_be (void)
{
  struct graph g = graph_new (5);
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 0.5);
  edge (&g, 2, 4, 0.5);
  edge (&g, 3, 3, 0.9);
  edge (&g, 3, 4, 0.1);
  edge (&g, 4, 1, 1);
  known (&g, 2, 0);
  known (&g, 3, 1000000);
  known (&g, 4, 0);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 4, 900, 1000);
  known (&g, 0, 1);
  known (&g, 2, 0);
  known (&g, 3, 1000000);
  known (&g, 4, 0);
  g.flow.entry_sure = true;
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 4, 1, 2);
  count_is (&g, 3, 1000000, 1000002);
}

/* A loop without a way out, of which the program ends in a call.  */
static void
endless_loops_turn (void)
{
  struct graph g = graph_new (6);
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 1);
  edge (&g, 3, 4, 0.5);
  edge (&g, 3, 5, 0.5);
  edge (&g, 4, 2, 1);
  edge (&g, 5, 2, 1);
  known (&g, 0, 10);
  known (&g, 2, 20);
  known (&g, 4, 20);
  known (&g, 5, 0);
  g.flow.entry_sure = true;
  infer (&g);
  count_is (&g, 0, 10, 10);
  count_is (&g, 2, 640, 640);
  count_is (&g, 3, 640, 640);
  count_is (&g, 4, 640, 640);
  count_is (&g, 5, 0, 0);
  /* One that turns often enough stays as it is.  */
  g.blocks[2].count = g.blocks[4].count = 6400;
  known (&g, 0, 10);
  g.blocks[3].known = false;
  known (&g, 5, 0);
  infer (&g);
  count_is (&g, 4, 6390, 6400);
}

int
main (void)
{
  RUN (calls_that_do_not_return_end_flow);
  RUN (a_program_that_ends_in_calls_is_a_flow);
  RUN (islands_lead_to_the_exit_if_they_can);
  RUN (islands_are_entered_as_often_as_can_be);
  RUN (endless_loops_turn);
  return UNIT_RESULT;
}
