/* What the predictors are made of.
   SPDX-License-Identifier: GPL-2.0-or-later

   Only the files of the predictors include this.  */

#ifndef HWPGO_PMU_PREDICTOR_PARTS_H
#define HWPGO_PMU_PREDICTOR_PARTS_H

#include "runtime/pmu/predictor.h"

/* The rows of predictors.def.  */
struct hwpgo_predictor *hwpgo_tage_new (void);
struct hwpgo_predictor *hwpgo_gshare_new (void);

/* 64 mixed bits of an address.  */
static inline uint64_t
hwpgo_mix (uint64_t x)
{
  x *= 0x9e3779b97f4a7c15;
  return x ^ x >> 29;
}

/* --- sites ---------------------------------------------------------------
   A site that goes the same way this often in a row is called steady again:
   the one mispredict that this can cost is less than a per mille.  */
#define HWPGO_STEADY_RUN 1024

/* Handle a site that does not vary (yet): true if the caller is done, with
   the verdict in *MISPREDICTED.  */
bool hwpgo_site_first (struct hwpgo_site *site, bool taken,
                       bool *mispredicted);

/* A chance repetition of a short run is likelier than of a long one: ask for
   this many outcomes in all.  */
#define HWPGO_LOOP_SURE 64

/* The loop predictor: true if SITE has repeated one trip count so often that
   it is sure of the next outcome, *PREDICTED.  */
static inline bool
hwpgo_site_loop (const struct hwpgo_site *site, bool *predicted)
{
  if (site->repeats < 3 || site->repeats * site->trip < HWPGO_LOOP_SURE
      || site->run == HWPGO_RUN_UNKNOWN)
    return false;
  *predicted = site->run < site->trip ? site->body : !site->body;
  return true;
}

/* Train it with an outcome that leaves the loop.  */
void hwpgo_site_loop_exit (struct hwpgo_site *site);

/* Train it, and make SITE steady after HWPGO_STEADY_RUN equal outcomes.  */
static inline void
hwpgo_site_loop_train (struct hwpgo_site *site, bool taken)
{
  if (taken != site->body)
    hwpgo_site_loop_exit (site);
  else if (site->run != HWPGO_RUN_UNKNOWN)
    {
      if (++site->run >= HWPGO_STEADY_RUN)
        site->state = HWPGO_SITE_STEADY_NOT + taken;
      else if (site->run > site->trip)
        site->repeats = 0;
    }
}

/* To be called before SITE is used.  */
static inline void
hwpgo_site_resume (struct hwpgo_site *site,
                   const struct hwpgo_predictor *predictor)
{
  if (site->gap == predictor->gap)
    return;
  site->gap = predictor->gap;
  site->run = HWPGO_RUN_UNKNOWN;
}

/* --- history -------------------------------------------------------------
   The outcomes of the branches that vary, newest first, and for each of
   HWPGO_LANES lengths the folding of that many bits to those of an index and to
   those of a tag.  These two differ, or the tag would say what the index has
   said.  Both are primes: of a loop with one branch inside, every other outcome
   is the same, and folded to 12 bits the rest would meet in 6 of them.  All lanes
   are updated at once, which is why the widths are the same.  */
#define HWPGO_LANES 8
#define HWPGO_INDEX_BITS 11
#define HWPGO_FOLD_BITS 13
#define HWPGO_TAG_BITS 11

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

/* The lengths, about a factor 1.9 apart.  */
#define HWPGO_LENGTHS(row)                                                    \
  row (4), row (8), row (15), row (28), row (54), row (102), row (192),       \
      row (HWPGO_HISTORY_LONGEST)

void hwpgo_history_start (struct hwpgo_history *history);
void hwpgo_history_make_room (struct hwpgo_history *history);

/* Shift BIT in, the outcome of the branch at PC.  Folding XORs the newest N
   bits, cut into pieces of the table's width, to one such piece.  Shifting a
   bit in changes the folding by three bits only: the new one, the one that
   leaves the history, and the one that leaves the piece and comes round.  */
static inline void
hwpgo_history_push (struct hwpgo_history *history, uint64_t pc, bool bit)
{
#define LEAVING(n) old[n]
#define PLACE_INDEX(n) 1 << (n) % HWPGO_FOLD_BITS
#define PLACE_TAG(n) 1 << (n) % HWPGO_TAG_BITS
  static const hwpgo_lanes place_index = { HWPGO_LENGTHS (PLACE_INDEX) };
  static const hwpgo_lanes place_tag = { HWPGO_LENGTHS (PLACE_TAG) };
  if (__builtin_expect (history->newest == history->bits, 0))
    hwpgo_history_make_room (history);
  const uint8_t *old = --history->newest;
  *history->newest = bit;
  hwpgo_lanes leaving = { HWPGO_LENGTHS (LEAVING) };
  hwpgo_lanes f = history->index;
  f = (f << 1 | (uint16_t)bit) ^ leaving * place_index;
  history->index = (f ^ f >> HWPGO_FOLD_BITS) & ((1 << HWPGO_FOLD_BITS) - 1);
  f = history->tag;
  f = (f << 1 | (uint16_t)bit) ^ leaving * place_tag;
  history->tag = (f ^ f >> HWPGO_TAG_BITS) & ((1 << HWPGO_TAG_BITS) - 1);
  history->path = (uint16_t)(history->path << 1 ^ (hwpgo_mix (pc) >> 40 & 3));
#undef LEAVING
#undef PLACE_INDEX
#undef PLACE_TAG
}

/* Where the lanes of the branch at PC are in their tables, and what tag they
   have there.  */
static inline void
hwpgo_history_place (const struct hwpgo_history *history, uint64_t pc,
                     hwpgo_lanes *index, hwpgo_lanes *tag)
{
  /* No more of the path than the history is long.  */
#define PATH_PART(n) (n) < 16 ? (1 << (n)) - 1 : 0xffff
  static const hwpgo_lanes path_part = { HWPGO_LENGTHS (PATH_PART) };
#undef PATH_PART
  /* Any odd numbers without a pattern: one address goes to another place in
     each table, so that two branches never meet in all of them.  */
  static const hwpgo_lanes scatter
      = { 0x9e37, 0x79b9, 0x7f4b, 0x1c35, 0xb529, 0x7a4d, 0x68e3, 0xd3a1 };
  uint64_t mixed = hwpgo_mix (pc);
  hwpgo_lanes where = (history->path & path_part) ^ (uint16_t)(mixed >> 48);
  where = where * scatter >> (16 - HWPGO_INDEX_BITS);
  *index = (history->index ^ history->index >> HWPGO_INDEX_BITS ^ where)
           & ((1 << HWPGO_INDEX_BITS) - 1);
  *tag
      = (history->tag ^ (uint16_t)(mixed >> 20)) & ((1 << HWPGO_TAG_BITS) - 1);
}

/* --- indirect targets ---------------------------------------------------- */
struct hwpgo_targets;
struct hwpgo_targets *hwpgo_targets_new (void);
void hwpgo_targets_free (struct hwpgo_targets *targets);
/* As hwpgo_predict_indirect; enters the target into HISTORY.  */
bool hwpgo_targets_predict (struct hwpgo_targets *targets,
                            struct hwpgo_history *history,
                            struct hwpgo_site *site, uint64_t pc,
                            uint64_t target);

/* Move a saturating counter between LOW and HIGH.  */
static inline int8_t
hwpgo_saturate (int8_t counter, bool up, int low, int high)
{
  return (int8_t)(up ? counter + (counter < high) : counter - (counter > low));
}

#endif
