/* What the predictors are made of.
   SPDX-License-Identifier: GPL-2.0-or-later

   Only the files of the predictors include this.  */

#ifndef HWPGO_PMU_PREDICTOR_PARTS_H
#define HWPGO_PMU_PREDICTOR_PARTS_H

#include "runtime/pmu/predictor.h"

/* The rows of predictors.def.  */
struct hwpgo_predictor *hwpgo_tage_new (void);
struct hwpgo_predictor *hwpgo_gshare_new (void);

/* --- sites ---------------------------------------------------------------
   A site that goes the same way this often in a row is called steady again:
   the one mispredict that this can cost is less than a per mille.  */
#define HWPGO_STEADY_RUN 1024

/* Handle a site that does not vary (yet): true if the caller is done, with
   the verdict in *MISPREDICTED.  */
bool hwpgo_site_first (struct hwpgo_site *site, bool taken,
                       bool *mispredicted);

/* The loop predictor: true if SITE has repeated one trip count so often that
   it is sure of the next outcome, *PREDICTED.  */
bool hwpgo_site_loop (const struct hwpgo_site *site, bool *predicted);
/* Train it, and make SITE steady after HWPGO_STEADY_RUN equal outcomes.  */
void hwpgo_site_loop_train (struct hwpgo_site *site, bool taken);

/* --- history -------------------------------------------------------------
   The outcomes of the branches that vary, newest first, and for each of
   HWPGO_LANES lengths the folding of that many bits to 11 and to 12 bits.
   All lanes are updated at once, which is why the widths are the same.  */
#define HWPGO_LANES 8
#define HWPGO_INDEX_BITS 11
#define HWPGO_TAG_BITS 12

typedef uint16_t hwpgo_lanes __attribute__ ((vector_size (2 * HWPGO_LANES)));

#define HWPGO_HISTORY_LONGEST 360
#define HWPGO_HISTORY_ROOM 8192

struct hwpgo_history
{
  hwpgo_lanes index, tag; /* folded.  */
  uint16_t path;          /* hash of the last 16 or so addresses.  */
  uint8_t *newest;        /* into BITS; older ones follow.  */
  uint8_t bits[HWPGO_HISTORY_ROOM + HWPGO_HISTORY_LONGEST + 1];
};

void hwpgo_history_start (struct hwpgo_history *history);
/* Shift BIT in.  */
void hwpgo_history_push (struct hwpgo_history *history, uint64_t pc, bool bit);

/* Where the lanes of the branch at PC are in their tables, and what tag they
   have there.  */
void hwpgo_history_place (const struct hwpgo_history *history, uint64_t pc,
                          hwpgo_lanes *index, hwpgo_lanes *tag);

/* --- indirect targets ---------------------------------------------------- */
struct hwpgo_targets;
struct hwpgo_targets *hwpgo_targets_new (void);
void hwpgo_targets_free (struct hwpgo_targets *targets);
/* As hwpgo_predict_indirect; enters the target into HISTORY.  */
bool hwpgo_targets_predict (struct hwpgo_targets *targets,
                            struct hwpgo_history *history,
                            struct hwpgo_site *site, uint64_t pc,
                            uint64_t target);

/* 64 mixed bits of an address.  */
static inline uint64_t
hwpgo_mix (uint64_t x)
{
  x *= 0x9e3779b97f4a7c15;
  return x ^ x >> 29;
}

/* Move a saturating counter between LOW and HIGH.  */
static inline int8_t
hwpgo_saturate (int8_t counter, bool up, int low, int high)
{
  return (int8_t)(up ? counter + (counter < high) : counter - (counter > low));
}

#endif
