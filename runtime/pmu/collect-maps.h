/* The maps of one process, in an order that is the same in every run.
   SPDX-License-Identifier: GPL-2.0-or-later

   For collect.c alone.  */

#ifndef HWPGO_PMU_COLLECT_MAPS_H
#define HWPGO_PMU_COLLECT_MAPS_H

#include "runtime/pmu/spool-read.h"

struct hwpgo_spool_maps
{
  struct hwpgo_spool_item *items; /* malloc'ed.  */
  size_t n, room;
  bool overlap; /* one took the place of another: in order of arrival.  */
};

/* Read those of SPOOL into MAPS, which is zeroed; the caller frees ITEMS,
   after an error too.  */
int hwpgo_spool_maps_read (struct hwpgo_spool_maps *maps,
                           const struct hwpgo_spool *spool,
                           struct hwpgo_error *err);

#endif
