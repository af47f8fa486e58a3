/* Is this branch predictable?
   SPDX-License-Identifier: GPL-2.0-or-later

   The first half is plain C.  The second needs gcc-headers.h before it.  */

#ifndef HWPGO_PLUGIN_HINTS_H
#define HWPGO_PLUGIN_HINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "plugin/lookup.h"

#ifdef __cplusplus
extern "C" {
#endif

enum hwpgo_predictability
{
  HWPGO_UNKNOWN,       /* no profile, or too few samples to say.  */
  HWPGO_PREDICTABLE,   /* surely under the threshold.  */
  HWPGO_UNPREDICTABLE, /* surely at or over it.  */
};

/* What the profiles say of one branch.  */
struct hwpgo_hint
{
  enum hwpgo_predictability verdict;
  double ratio; /* mispredicts over executions; may exceed 1 by noise.  */
  double ratio_low; /* ends of its 95 % confidence interval.  */
  double ratio_high;
  uint64_t executions, mispredicts; /* as in the profiles.  */
  /* Not 0: earlier builds have converted the branch, for which RATIO was
     measured so many builds ago.  */
  unsigned age;
  /* The last of them had a probe beside the select, which says the same, or,
     with AGE 0, is what was measured.  */
  bool probed;
  bool doubted; /* a probe has said otherwise than the recording after it.  */
  bool back;    /* a probe has made a branch of it again, which is what the
                   recording is of.  */
};

/* "unknown", "predictable", "unpredictable".  */
const char *hwpgo_predictability_name (enum hwpgo_predictability verdict);

/* The verdict on a branch with these counts, where a sample stands for
   PERIOD events.  The interval is that of two Poisson counts (Wilson score).
   Without executions nothing is known, and ratio and interval are 0.  */
struct hwpgo_hint hwpgo_hint_compute (uint64_t executions,
                                      double execution_period,
                                      uint64_t mispredicts,
                                      double mispredict_period,
                                      double threshold);

/* HINT's executions are TIMES (1 or more) as many as those of the branch: make it
   what it is by the branch's.  What was remembered is left alone.  */
void hwpgo_hint_of_piece (struct hwpgo_hint *hint, double times,
                          double threshold);

/* The two profiles of one program.  */
struct hwpgo_hint_source
{
  struct hwpgo_lookup *executions, *mispredicts; /* may be NULL.  */
  double execution_period, mispredict_period;
  double factor; /* mispredict counts are multiplied by it.  */
  double threshold;
};

/* The verdict on the branch at PLACE.  Both profiles are asked at the same
   depth: the most specific one whose samples are enough for a verdict.
   Under the MASK of a later round the copy's own counts in the exact context
   come first, if most that the code ran is there: what copies there are elsewhere is
   another matter.
   FINAL tells that inlining is over; until then a body stands for all
   contexts around it, so the exact one alone does not count.  A place that
   the mispredict profile does not have was never mispredicted in a sample,
   one that the execution profile does not have is unknown.  */
struct hwpgo_hint hwpgo_hint_lookup (const struct hwpgo_hint_source *source,
                                     const struct hwpgo_place *place,
                                     uint32_t mask, bool final);

/* The verdict on the branch at PLACE that earlier builds have converted, of
   what was measured last: REMEMBERED has the ratios as hint-section.h says.
   Unknown if there was none; it may be doubted all the same.  ELSEWHERE->frames
   is 0 if what was converted is this place or became it by inlining or copying;
   if not, it was in other contexts or copies, those that *ELSEWHERE has.  */
struct hwpgo_hint
hwpgo_hint_remembered (const struct hwpgo_hint_source *source,
                       const struct hwpgo_hint_source *remembered,
                       const struct hwpgo_place *place, uint32_t mask,
                       bool final, struct hwpgo_lookup_depth *elsewhere);

/* The share that PLACE has of the executions of its statement in all contexts
   and copies: from 0 to 1, and 1 if it is not known.  As the place of a body
   that is still to be inlined (not FINAL) it stands for all contexts.  */
double hwpgo_hint_share (const struct hwpgo_hint_source *source,
                         const struct hwpgo_place *place, uint32_t mask,
                         bool final);

/* The verdict on the branch at PLACE by all that is known: what SOURCE has, what
   REMEMBERED has of it, and its probe.  Of a branch that was a select in some
   of its executions the ratio is the mean of these and the others.  */
struct hwpgo_hint
hwpgo_hint_of_all (const struct hwpgo_hint_source *source,
                   const struct hwpgo_hint_source *remembered,
                   const struct hwpgo_place *place, uint32_t mask, bool final);

/* Was the branch at PLACE a select in the profiled program, in most of its
   executions, and was it measured before that how often its condition holds?  If
   so, *ODDS is that, more than 0 and less than 1.  HELD has it in the place of REMEMBERED's
   mispredicts, with a threshold of 0.  */
bool hwpgo_hint_held (const struct hwpgo_hint_source *source,
                      const struct hwpgo_hint_source *remembered,
                      const struct hwpgo_hint_source *held,
                      const struct hwpgo_place *place, uint32_t mask,
                      bool final, double *odds);

/* Is the branch at PLACE, which is not FINAL, and unpredictable, surely
   predictable in a context around it, by all that is known?  Contexts that
   hardly ran do not count.  */
bool hwpgo_hint_contexts_differ (const struct hwpgo_hint_source *source,
                                 const struct hwpgo_hint_source *remembered,
                                 const struct hwpgo_place *place,
                                 uint32_t mask);

/* What was measured of the probe of the branch at PLACE that the profiled program
   had (branchless-probe.cc, branchless-limit.cc); unknown if it had none.  */
struct hwpgo_hint hwpgo_hint_at_probe (
    const struct hwpgo_hint_source *source, const struct hwpgo_place *place,
    bool final);

/* The verdict by that on the branch that selects stand for; unknown, too, if the
   probe is not far below the threshold.  */
struct hwpgo_hint hwpgo_hint_probe (const struct hwpgo_hint_source *source,
                                    const struct hwpgo_place *place,
                                    bool final);

/* EARLIER, what is remembered of a branch, as PROBE, its probe's verdict in
   the last recording, changes it: one that is predictable now has nothing to
   be remembered of it.  */
struct hwpgo_hint hwpgo_hint_weigh_probe (struct hwpgo_hint earlier,
                                          const struct hwpgo_hint *probe);

/* Was what HINT measured a branch, as far as is known?  A conditional move has
   no mispredicts.  */
bool hwpgo_hint_of_branch_p (const struct hwpgo_hint *hint);

/* Does a build that converts a branch for HINT put a probe beside the selects?
   Each second one that remembers it does: the next has an answer, and a profile
   of probes knows less of the code without them.  */
bool hwpgo_hint_wants_probe (const struct hwpgo_hint *hint);

/* One of how many executions of the branch that HINT is of a probe has to have, so
   that the next recording, if it is like the last one, has NEEDED of them; no more
   than MOST, and 0 if it were less than LEAST.  */
double hwpgo_hint_probe_part (const struct hwpgo_hint *hint, double needed,
                              double least, double most);

/* So many times fewer than they seem may EXECUTIONS be by a standard deviation, of
   which one is seen in PERIOD; no more than twice.  */
double hwpgo_hint_unsure (double executions, double period);

/* So many times more than they seem may EXECUTIONS be that no sample has, where one is
   seen in PERIOD: halfway, as ratios go, between them and PERIOD; no more than 4 times,
   and 1 if a sample has to have some.  */
double hwpgo_hint_unseen (double executions, double period);

/* The age to remember of a branch that HINT has converted, or brought back.  */
unsigned hwpgo_hint_age (const struct hwpgo_hint *hint);

/* The same as hwpgo_hint_lookup where the number of the place on its line is not
   known: the verdict on the one of the line's branches, all places but for their
   base discriminators, that is unpredictable; of several the one that ran most;
   unknown if there is none.  */
struct hwpgo_hint hwpgo_hint_on_line (const struct hwpgo_hint_source *source,
                                      const struct hwpgo_place *place,
                                      bool final);

/* Executions of PLACE, by MASK, in all contexts of its function; 0 where they
   are not known.  */
uint64_t hwpgo_hint_executions (const struct hwpgo_hint_source *source,
                                const struct hwpgo_place *place,
                                uint32_t mask);

#ifdef __cplusplus
}
#endif

#ifdef GCC_PLUGIN_H
/* Inlining is over, and has made CONTEXTS of the unit: hints for a function's own
   body are of the contexts that are not inlined, from now on.  */
void hwpgo_hints_note_bodies (const struct hwpgo_contexts *contexts);

/* The hint for the branch STMT, or for the one that the select STMT was, in
   function FNDECL, by the round's MASK (hwpgo_discriminator_mask).  With the
   argument force-branchless all are unpredictable.  */
struct hwpgo_hint hwpgo_hint_for (tree fndecl, const gimple *stmt,
                                  unsigned mask);

/* Was the branch STMT, of which the profiled program had a select, measured
   before, and how often did its condition hold then?  By the round's MASK.  */
bool hwpgo_hint_odds (tree fndecl, const gimple *stmt, unsigned mask,
                      double *odds);

/* Is FNDECL still to be inlined, or what it is in, and STMT, a branch that is
   unpredictable, surely predictable in one of the contexts?  So what it becomes
   is decided there.  */
bool hwpgo_hint_waits_p (tree fndecl, const gimple *stmt, unsigned mask);

/* One of how many executions of the branch that HINT is of its probe has to have;
   0 if the profiled program ran it too little for any.  */
double hwpgo_probe_part (const struct hwpgo_hint *hint);

/* What was measured of the branch in the place of STMT, limits in FNDECL that the
   profiled program had behind a branch; unknown if it had not.  */
struct hwpgo_hint hwpgo_probe_hint (tree fndecl, const gimple *stmt);

/* The hint for all copies of the branch at LOCATION in FNDECL; unknown in a link with
   LTO, where locations are others.  */
struct hwpgo_hint hwpgo_hint_at (tree fndecl, location_t location);

/* Executions of LOCATION in FNDECL, which may be inlined there, in all contexts
   of the function that it is of; 0 where they are not known.  */
uint64_t hwpgo_executions_at (tree fndecl, location_t location);

/* How many copies, by the field of round 1, the profiled program had of the place of
   LOCATION in FNDECL; 0 where that is not known.  */
unsigned hwpgo_copies_at (tree fndecl, location_t location);

/* hwpgo_hint_share in the recorded profiles, of PLACE in FNDECL.  */
double hwpgo_share_of (tree fndecl, const struct hwpgo_place *place,
                       unsigned mask);

/* Does the source call the branch STMT, or the one that the select STMT was,
   unpredictable?  */
bool hwpgo_unpredictable_p (const gimple *stmt);

/* Does it call any so?  */
bool hwpgo_unpredictable_any (void);

/* What a link with LTO has to know of these branches, to OUT; in a link, what
   the units have told.  And take what was written so, SIZE bytes at DATA.  */
struct hwpgo_bytes;
void hwpgo_unpredictable_write (struct hwpgo_bytes *out);
void hwpgo_unpredictable_read (const uint8_t *data, size_t size);

/* At a link with LTO there may be no discriminators.  So that it knows which
   of a line's branches are unpredictable, they are marked before bytecode is
   written: those of FN, and no others.  */
void hwpgo_hint_mark (function *fn);

/* Pass the mark of the branch FROM on to TO, which it becomes.  */
void hwpgo_hint_pass_mark (gimple *to, const gimple *from);
#endif

#endif
