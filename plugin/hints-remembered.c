/* Is a branch predictable that earlier builds have converted?
   SPDX-License-Identifier: GPL-2.0-or-later

   By what is remembered of it, by its probe, and by what was measured where it
   still was a branch.  */

#include "plugin/hints-internal.h"

#include <math.h>

#include "runtime/profile/discriminator.h"
#include "runtime/profile/hint-section.h"

/* The bits of a discriminator that have the age.  */
static uint32_t
age_mask (void)
{
  return hwpgo_discriminator_mask (HWPGO_ROUND_FINAL)
         & ~hwpgo_discriminator_mask (HWPGO_ROUND_2);
}

double
hwpgo_hint_share (const struct hwpgo_hint_source *source,
                  const struct hwpgo_place *place, uint32_t mask, bool final)
{
  uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  uint64_t here, all = hwpgo_hint_executions (source, place, base);
  if (all == 0)
    return 1;
  struct hwpgo_lookup_depth exactly = hwpgo_lookup_deepest (place);
  struct hwpgo_lookup_depth depth = hwpgo_hint_deepest (source, place, final);
  bool found
      = hwpgo_lookup_at_depth (source->executions, place,
                               mask > base && final ? exactly : depth, mask,
                               &here);
  for (; !found && !depth.inlined; hwpgo_lookup_widen (&depth))
    found = hwpgo_lookup_at_depth (source->executions, place, depth, base,
                                   &here);
  /* What the profile does not tell apart may be any part of all.  */
  return found && here < all ? (double) here / all : 1;
}

/* The part of the executions of PLACE's statement that HINT, which is
   remembered, tells of.  Merged bundles may have more than all of them.  */
static double
share_of (const struct hwpgo_hint *hint)
{
  return hint->executions / ((double) HWPGO_HINT_CERTAIN * HWPGO_HINT_CERTAIN);
}

/* Is PLACE, which has an age, itself one that REMEMBERED has, or was it
   inlined or copied from one?  If so, *HINT is what it has.  A function that
   was converted where it was not inlined has the same place as one that was
   before it was inlined, but ran less.  Of PLACE's number the bits of KNOWN are
   those that profiles have; what is above them numbers copies that no round has
   told apart yet.  */
static bool
find_covering (const struct hwpgo_hint_source *source,
               const struct hwpgo_hint_source *remembered,
               const struct hwpgo_place *place, uint32_t known, bool final,
               struct hwpgo_hint *hint)
{
  uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  uint32_t mask = hwpgo_discriminator_mask (HWPGO_ROUND_1) | age_mask ();
  struct hwpgo_place of = *place;
  for (of.n_frames = place->n_frames; of.n_frames > 0; of.n_frames--)
    {
      struct hwpgo_lookup_depth exactly = hwpgo_lookup_deepest (&of);
      uint32_t *discriminator = &of.frames[0].at.discriminator;
      *discriminator
          = place->frames[0].at.discriminator & (known | age_mask ());
      bool found = hwpgo_hint_at_depth (remembered, &of, exactly, mask, hint);
      /* All copies, as there were none yet.  */
      *discriminator &= base | age_mask ();
      if ((found || hwpgo_hint_at_depth (remembered, &of, exactly, mask, hint))
          && ((final && of.n_frames == place->n_frames)
              || share_of (hint)
                     >= hwpgo_hint_share (source, &of, base, false) / 2))
        return true;
    }
  return false;
}

struct hwpgo_hint
hwpgo_hint_remembered (const struct hwpgo_hint_source *source,
                       const struct hwpgo_hint_source *remembered,
                       const struct hwpgo_place *place, uint32_t mask,
                       bool final, struct hwpgo_lookup_depth *elsewhere)
{
  struct hwpgo_hint none = { .verdict = HWPGO_UNKNOWN };
  struct hwpgo_place aged = *place;
  uint32_t *discriminator = &aged.frames[0].at.discriminator;
  *elsewhere = (struct hwpgo_lookup_depth){ .frames = 0 };
  if (!remembered->executions || !remembered->mispredicts)
    return none;
  /* What is remembered of this place, whatever its age, before what is of
     others of its statement: those may have been measured anew since.  */
  for (unsigned i = 0; i < 4 * HWPGO_HINT_BUILDS; i++)
    {
      bool covered = i < 2 * HWPGO_HINT_BUILDS;
      bool doubted = i % 2 == 0;
      unsigned age = i / 2 % HWPGO_HINT_BUILDS + 1;
      struct hwpgo_hint hint = none;
      struct hwpgo_hint_answer at = { .copy = false };
      hwpgo_discriminator_set (discriminator, HWPGO_ROUND_FINAL,
                               age + (doubted ? HWPGO_HINT_DOUBTED : 0));
      if (!covered)
        hint = hwpgo_hint_look_up (remembered, &aged, mask, age_mask (), final,
                                   &at);
      else if (find_covering (source, remembered, &aged, mask, final, &hint))
        none.back |= doubted && hint.verdict == HWPGO_PREDICTABLE;
      else
        continue;
      *elsewhere = at.depth;
      none.doubted |= doubted && hint.executions > 0;
      hint.age = age;
      hint.doubted = none.doubted;
      if (hint.verdict == HWPGO_UNPREDICTABLE)
        return hint;
    }
  return none;
}

/* MEASURED, a part of whose executions were selects: those that EARLIER, of
   AT, tells of.  */
static struct hwpgo_hint
add_selects (const struct hwpgo_hint_source *source,
             const struct hwpgo_place *place, struct hwpgo_lookup_depth at,
             struct hwpgo_hint measured, const struct hwpgo_hint *earlier)
{
  uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  double all = hwpgo_hint_executions (source, place, base);
  uint64_t around = 0;
  if (all == 0
      || !hwpgo_lookup_at_depth (source->executions, place, at, base, &around)
      || around == 0)
    return *earlier;
  double share = fmin (share_of (earlier) * all / around, 1);
  double selects = share * earlier->ratio;
  /* The sum is the mean of branches and selects, so no more than either.
     That also keeps it from growing from build to build.  */
  double ratio
      = fmin (measured.ratio + selects, fmax (measured.ratio, earlier->ratio));
  double added = ratio - measured.ratio;
  if (selects > measured.ratio)
    measured.age = earlier->age;
  measured.ratio = ratio;
  measured.ratio_low += added;
  measured.ratio_high += added;
  measured.verdict = hwpgo_hint_verdict (&measured, source->threshold);
  return measured;
}

/* Executions of PLACE, of which EARLIER is remembered.  HINT, what is
   measured, has none of its own, and may have those of the statement
   elsewhere.  */
static uint64_t
executions_of (const struct hwpgo_hint_source *source,
               const struct hwpgo_place *place, const struct hwpgo_hint *hint,
               const struct hwpgo_hint *earlier)
{
  uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  double all = (double) hwpgo_hint_executions (source, place, base);
  return (uint64_t) fmin ((double) hint->executions, share_of (earlier) * all);
}

/* Is A a more specific depth than B?  */
static bool
more_specific_p (struct hwpgo_lookup_depth a, struct hwpgo_lookup_depth b)
{
  if (a.frames != b.frames)
    return a.frames > b.frames;
  return a.exact != b.exact ? a.exact : !a.inlined && b.inlined;
}

struct hwpgo_hint
hwpgo_hint_of_all (const struct hwpgo_hint_source *source,
                   const struct hwpgo_hint_source *remembered,
                   const struct hwpgo_place *place, uint32_t mask, bool final)
{
  struct hwpgo_hint_answer at;
  struct hwpgo_lookup_depth elsewhere;
  struct hwpgo_hint hint
      = hwpgo_hint_look_up (source, place, mask, 0, final, &at);
  struct hwpgo_hint earlier = hwpgo_hint_remembered (source, remembered, place,
                                                     mask, final, &elsewhere);
  hint.doubted = earlier.doubted;
  hint.back = earlier.back;
  if (earlier.verdict != HWPGO_UNPREDICTABLE)
    return hint;
  uint64_t executions = executions_of (source, place, &hint, &earlier);
  if (elsewhere.frames > 0)
    {
      /* It was a branch, whatever became of the others.  */
      if (hint.verdict != HWPGO_UNKNOWN
          && (more_specific_p (at.depth, elsewhere)
              || (at.copy && !more_specific_p (elsewhere, at.depth))))
        return hint;
      earlier = add_selects (source, place, elsewhere, hint, &earlier);
      if (earlier.age == 0)
        return earlier;
      executions = hint.executions;
    }
  /* Executions as a select are counted, too, and never mispredicted.  So what
     was measured is too low a ratio.  */
  else if (hint.verdict == HWPGO_UNPREDICTABLE && hint.ratio > earlier.ratio)
    return hint;
  struct hwpgo_hint probe = hwpgo_hint_probe (source, place, final);
  earlier = hwpgo_hint_weigh_probe (earlier, &probe);
  earlier.executions = executions;
  return earlier;
}

/* The least share of the executions that stands for all.  */
#define MOST_OF_ALL 0.5

/* What was not predicted went either way, however seldom.  */
#define LEAST_ODDS (0.5 / HWPGO_HINT_CERTAIN)

bool
hwpgo_hint_held (const struct hwpgo_hint_source *source,
                 const struct hwpgo_hint_source *remembered,
                 const struct hwpgo_hint_source *held,
                 const struct hwpgo_place *place, uint32_t mask, bool final,
                 double *odds)
{
  struct hwpgo_lookup_depth elsewhere;
  if (!held->mispredicts)
    return false;
  struct hwpgo_hint was
      = hwpgo_hint_remembered (source, held, place, mask, final, &elsewhere);
  struct hwpgo_hint hint
      = hwpgo_hint_of_all (source, remembered, place, mask, final);
  bool select = hint.verdict == HWPGO_UNPREDICTABLE && hint.age > 0;
  /* Of what is remembered of this place itself a measured branch is a rest, if
     not what its probe said.  */
  if (!select && (elsewhere.frames > 0 || hint.probed || hint.back))
    return false;
  *odds = fmax (fmin (was.ratio, 1 - LEAST_ODDS), LEAST_ODDS);
  /* This place itself, or else enough of what its code was, or of all places.  */
  double all = elsewhere.inlined
                   ? 1
                   : hwpgo_hint_share (source, place, mask, final);
  return was.ratio > 0
         && (elsewhere.frames == 0 || share_of (&was) >= all * MOST_OF_ALL);
}

/* --- probes ---------------------------------------------------------------
 */

struct hwpgo_hint
hwpgo_hint_at_probe (const struct hwpgo_hint_source *source,
                     const struct hwpgo_place *place, bool final)
{
  struct hwpgo_hint none = { .verdict = HWPGO_UNKNOWN };
  struct hwpgo_place probe = *place;
  uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  uint32_t *discriminator = &probe.frames[0].at.discriminator;
  *discriminator &= base;
  if (!hwpgo_discriminator_probe (discriminator))
    return none;
  struct hwpgo_hint_answer at;
  return hwpgo_hint_look_up (source, &probe, base, 0, final, &at);
}

/* A probe that often sees the same data is learned where the branch itself,
   which sees more of them, was not.  So what is predictable has to be much
   more so: mispredicted in less than this part of the threshold, and surely in
   less than that part.  */
#define LEARNED 0.2
#define SURELY_LEARNED 0.5

struct hwpgo_hint
hwpgo_hint_probe (const struct hwpgo_hint_source *source,
                  const struct hwpgo_place *place, bool final)
{
  struct hwpgo_hint hint = hwpgo_hint_at_probe (source, place, final);
  if (hint.verdict == HWPGO_PREDICTABLE
      && (hint.ratio >= source->threshold * LEARNED
          || hint.ratio_high >= source->threshold * SURELY_LEARNED))
    hint.verdict = HWPGO_UNKNOWN;
  return hint;
}

struct hwpgo_hint
hwpgo_hint_weigh_probe (struct hwpgo_hint earlier,
                        const struct hwpgo_hint *probe)
{
  /* The ratio stays, so that what it was enough for once is converted again.
   */
  if (probe->verdict == HWPGO_PREDICTABLE)
    {
      earlier = *probe;
      earlier.doubted = true;
    }
  earlier.probed = probe->verdict != HWPGO_UNKNOWN;
  return earlier;
}

bool
hwpgo_hint_of_branch_p (const struct hwpgo_hint *hint)
{
  return hint->mispredicts > 0 || hint->probed;
}

bool
hwpgo_hint_wants_probe (const struct hwpgo_hint *hint)
{
  return hint->verdict == HWPGO_UNPREDICTABLE && hint->age % 2 != 0
         && !hint->probed && !hint->doubted;
}

double
hwpgo_hint_probe_part (const struct hwpgo_hint *hint, double needed,
                       double least, double most)
{
  double part = (double) hint->executions / needed;
  return part >= least ? fmin (part, most) : 0;
}

double
hwpgo_hint_unsure (double executions, double period)
{
  double seen = executions / fmax (period, 1);
  return 1 + 1 / sqrt (fmax (seen, 1));
}

/* Executions that were seen may be so many times more, where no sample has them.  */
#define MOST_UNSEEN 4

double
hwpgo_hint_unseen (double executions, double period)
{
  return fmin (sqrt (fmax (period / fmax (executions, 1), 1)), MOST_UNSEEN);
}

unsigned
hwpgo_hint_age (const struct hwpgo_hint *hint)
{
  return hint->probed ? 0 : hint->age;
}
