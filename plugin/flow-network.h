/* The network in which a flow of least cost is looked for.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PLUGIN_FLOW_NETWORK_H
#define HWPGO_PLUGIN_FLOW_NETWORK_H

#include "plugin/flow-internal.h"

/* Price of a unit under what keeps an unknown edge from 0.  */
#define HWPGO_FLOW_LEAST_LESS 5000

struct hwpgo_flow_channel
{
  size_t from, to; /* nodes.  */
  int64_t flow, estimate;
  int64_t least;      /* not more than ESTIMATE; 0 at first.  */
  int64_t more, less; /* price of a unit over and under the estimate; under
                         LEAST it is HWPGO_FLOW_LEAST_LESS.  */
};

struct hwpgo_flow_node
{
  int64_t surplus;
  int64_t potential;
  /* For the path that is searched: */
  size_t search; /* which search DISTANCE belongs to.  */
  int64_t distance;
  bool done;
  size_t channel; /* the one that led here.  */
};

struct hwpgo_flow_heap_entry
{
  int64_t distance;
  size_t node;
};

struct hwpgo_flow_network
{
  struct hwpgo_flow_graph *graph;
  struct hwpgo_flow_channel *channels;
  size_t n_channels;
  struct hwpgo_flow_node *nodes;
  size_t n_nodes;
  size_t *first, *at; /* channels that touch a node, as hwpgo_flow_lists.  */
  struct hwpgo_flow_heap_entry *heap; /* malloc'ed.  */
  size_t n_heap, heap_capacity;
  size_t *path; /* nodes done in the current search.  */
  size_t n_path;
  size_t search;
  uint64_t steps;
};

/* Make NET of NET->graph, with the estimates as flow.  The channels of edges
   come first and in their order; those of edges that are not reached stay
   empty and touch nothing.  Returns 0 or -HWPGO_E_NOMEM.  */
int hwpgo_flow_build (struct hwpgo_flow_network *net);

#endif
