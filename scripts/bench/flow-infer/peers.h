/* What others do, in short, to compare with.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_BENCH_PEERS_H
#define HWPGO_BENCH_PEERS_H

#include "plugin/flow.h"

/* The flow of least cost with the costs that LLVM's profi has: a block's
   count more 10, less 20, more than 0 11, of the entry 40 and 10; edges and
   unknown blocks nothing.  Solved by successive shortest paths; without
   profi's sharing of unknown parts into halves.  As hwpgo_flow_infer.  */
int peer_profi (struct hwpgo_flow *flow);

/* Classic propagation: what follows from blocks' counts by conservation, one
   unknown edge at a time, as GCC's afdo_propagate and LLVM's older loader;
   what is unknown after that is shared by the compiler's probabilities.  */
int peer_classic (struct hwpgo_flow *flow);

#endif
