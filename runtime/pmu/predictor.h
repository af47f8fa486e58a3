/* Predicting branches as a core would.
   SPDX-License-Identifier: GPL-2.0-or-later

   One predictor belongs to one virtual CPU and sees all its branches in the
   order in which they retire.  What it knows of a single static branch lives
   in a struct hwpgo_site that the caller keeps (one for each branch and
   virtual CPU, zeroed to start); this saves a look-up, and lets the usual
   branch, which has only ever gone one way, be answered by one comparison.

   Such steady branches are not entered into the global history either.  They
   say nothing about the path that the other branches do not say already, and
   without them the same number of history bits reaches much further back.  */

#ifndef HWPGO_PMU_PREDICTOR_H
#define HWPGO_PMU_PREDICTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hwpgo_site_state
{
  HWPGO_SITE_NEW,
  HWPGO_SITE_STEADY_NOT,   /* has not been taken for long, or ever.  */
  HWPGO_SITE_STEADY_TAKEN, /* must follow STEADY_NOT.  */
  HWPGO_SITE_VARYING       /* both outcomes, or several targets.  */
};

/* One static branch, as one virtual CPU knows it.  16 bytes, because there
   are many and they are touched often.  */
struct hwpgo_site
{
  union
  {
    uint64_t target; /* indirect: the last one.  */
    struct
    {
      uint16_t run;    /* outcomes equal to BODY since the last other.  */
      uint16_t trip;   /* the run before that.  */
      uint8_t repeats; /* how often a run was as long as TRIP.  */
      bool body : 1;   /* the direction that stays in the loop.  */
      bool skips : 1;  /* jumps over a few bytes only.  */
      int8_t trust[2]; /* > 0: the tables beat BASE here, by whether they
                          were unsure [0] or sure [1].  */
    };
  };
  uint8_t state; /* enum hwpgo_site_state.  */
  int8_t base;   /* saturating counter, >= 0: taken.  */
  uint8_t gap;   /* predictor->gap when this was last used.  */
  int8_t rest_trust[2]; /* TRUST in the tables without what skips.  */
  int8_t rest_better;   /* > 0: these beat those with all.  */
  uint16_t ratio; /* of mispredicts by the latter, of the last 256 executions or
                     so, in 65536ths.  */
};

#define HWPGO_RUN_UNKNOWN UINT16_MAX

/* A branch over so many bytes may have become a conditional move instead: two
   moves of registers, or one of a constant.  */
#define HWPGO_SKIPS 8

#define HWPGO_RETURN_STACK 64 /* power of two.  */
#define HWPGO_RETURN_UNKNOWN 0

struct hwpgo_predictor
{
  /* The part that differs: each returns true for a mispredict and trains.
     CONDITIONAL and INDIRECT are called for sites that are not steady, or
     no longer.  */
  bool (*conditional) (struct hwpgo_predictor *predictor,
                       struct hwpgo_site *site, uint64_t pc, bool taken);
  bool (*indirect) (struct hwpgo_predictor *predictor, struct hwpgo_site *site,
                    uint64_t pc, uint64_t target);
  void (*free) (struct hwpgo_predictor *predictor);

  uint64_t returns[HWPGO_RETURN_STACK]; /* circular; overwrites the oldest.  */
  unsigned top;
  uint8_t gap; /* counts hwpgo_predictor_resume.  */
};

/* A predictor by its name in predictors.def, NULL for the default.  Returns
   NULL when there is no such name or no memory.  */
struct hwpgo_predictor *hwpgo_predictor_new (const char *name);
void hwpgo_predictor_free (struct hwpgo_predictor *predictor);

/* Branches were left out.  What was learnt stays, but the returns to come and
   the loops that were under way are not known.  */
void hwpgo_predictor_resume (struct hwpgo_predictor *predictor);

/* True if predictors.def has NAME.  */
bool hwpgo_predictor_known (const char *name);

/* The conditional branch at PC, whose target is SKIPPED bytes behind the next
   instruction (in front of it, if that is negative as an integer with a sign), went
   this way: true if that was not predicted.  A branch never met is predicted as
   not taken.  */
static inline bool
hwpgo_predict_conditional (struct hwpgo_predictor *predictor,
                           struct hwpgo_site *site, uint64_t pc,
                           uint64_t skipped, bool taken)
{
  if (site->state == HWPGO_SITE_STEADY_NOT + taken)
    return false;
  if (skipped - 1 < HWPGO_SKIPS)
    site->skips = true;
  return predictor->conditional (predictor, site, pc, taken);
}

/* The same for an indirect jump or call.  One never met is mispredicted.  */
static inline bool
hwpgo_predict_indirect (struct hwpgo_predictor *predictor,
                        struct hwpgo_site *site, uint64_t pc, uint64_t target)
{
  if (site->state == HWPGO_SITE_STEADY_TAKEN && site->target == target)
    return false;
  return predictor->indirect (predictor, site, pc, target);
}

/* A call that will return to RETURN_ADDRESS.  */
static inline void
hwpgo_predict_call (struct hwpgo_predictor *predictor, uint64_t return_address)
{
  predictor->top = (predictor->top + 1) % HWPGO_RETURN_STACK;
  predictor->returns[predictor->top] = return_address;
}

/* A return to TARGET: true if it was not predicted.  One whose call was not
   seen, at the start or before a gap, gets the benefit of the doubt.  */
static inline bool
hwpgo_predict_return (struct hwpgo_predictor *predictor, uint64_t target)
{
  uint64_t predicted = predictor->returns[predictor->top];
  if (predicted == HWPGO_RETURN_UNKNOWN)
    return false;
  predictor->top = (predictor->top - 1) % HWPGO_RETURN_STACK;
  return predicted != target;
}

#endif
