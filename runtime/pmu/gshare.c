/* The gshare predictor: two-bit counters found by address and history.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/pmu/predictor-parts.h"

#define BITS 14

struct gshare
{
  struct hwpgo_predictor base;
  uint32_t history;
  int8_t counters[1 << BITS]; /* -2..1; >= 0: taken.  */
};

static bool
conditional (struct hwpgo_predictor *predictor, struct hwpgo_site *site,
             uint64_t pc, bool taken)
{
  struct gshare *g = (struct gshare *) predictor;
  bool wrong;
  if (hwpgo_site_first (site, taken, &wrong))
    return wrong;
  hwpgo_site_resume (site, predictor);
  int8_t *counter
      = &g->counters[(g->history ^ hwpgo_mix (pc) >> 40) % (1 << BITS)];
  wrong = (*counter >= 0) != taken;
  *counter = hwpgo_saturate (*counter, taken, -2, 1);
  g->history = g->history << 1 | taken;
  hwpgo_site_loop_train (site, taken);
  return wrong;
}

static bool
indirect (struct hwpgo_predictor *predictor, struct hwpgo_site *site,
          uint64_t pc, uint64_t target)
{
  (void) predictor;
  (void) pc;
  bool wrong = site->target != target;
  site->target = target;
  site->state = HWPGO_SITE_STEADY_TAKEN;
  return wrong;
}

static void
gshare_free (struct hwpgo_predictor *predictor)
{
  free (predictor);
}

struct hwpgo_predictor *
hwpgo_gshare_new (void)
{
  struct gshare *g = calloc (1, sizeof *g);
  if (!g)
    return NULL;
  g->base.conditional = conditional;
  g->base.indirect = indirect;
  g->base.free = gshare_free;
  return &g->base;
}
