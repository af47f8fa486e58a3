/* Prices of channels that are put together.
   SPDX-License-Identifier: GPL-2.0-or-later

   A channel may be taken REVERSED: its flow counts from its end to its
   beginning, and is the negative.  */

#ifndef HWPGO_PLUGIN_FLOW_PRICE_H
#define HWPGO_PLUGIN_FLOW_PRICE_H

#include "plugin/flow-network.h"

struct hwpgo_flow_part
{
  const struct hwpgo_flow_channel *channel;
  bool reversed;
};

/* Give C the prices of what goes through A and then B.  Returns false when
   there is no memory.  */
bool hwpgo_flow_in_series (struct hwpgo_flow_pieces *pieces,
                           struct hwpgo_flow_part a, struct hwpgo_flow_part b,
                           struct hwpgo_flow_channel *c);

/* Give C the prices of what goes through A or B, whichever is cheaper, up to
   LIMIT either way.  Returns false when there is no memory.  */
bool hwpgo_flow_in_parallel (struct hwpgo_flow_pieces *pieces,
                             struct hwpgo_flow_part a,
                             struct hwpgo_flow_part b, int64_t limit,
                             struct hwpgo_flow_channel *c);

/* How much of FLOW goes through A when it is shared with B as cheaply as it
   goes.  Units of one price are shared by how many each has.  Both flows are
   of the parts, reversed or not.  */
int64_t hwpgo_flow_share (const struct hwpgo_flow_pieces *pieces,
                          struct hwpgo_flow_part a, struct hwpgo_flow_part b,
                          int64_t flow);

/* The flow at which C is cheapest.  */
int64_t hwpgo_flow_cheapest (const struct hwpgo_flow_pieces *pieces,
                             const struct hwpgo_flow_channel *c);

#endif
