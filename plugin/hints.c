/* Is this branch predictable?
   SPDX-License-Identifier: GPL-2.0-or-later

   The numbers of samples, not the counts, say how sure a ratio is: a sample
   stands for PERIOD events.  Given their sum, the samples of two Poisson
   processes are binomial: of all samples at this branch, a share p =
   m / (m + e) are mispredicts.  Wilson's score interval for p, which behaves
   for few samples and for m = 0, gives the interval of the ratio
   p / (1 - p) times the ratio of the periods.  */

#include "plugin/hints.h"
#include "runtime/profile/discriminator.h"
#include "runtime/profile/hint-section.h"

#include <math.h>

/* The normal quantile of a two-sided 95 % interval.  */
#define Z95 1.959963984540054

const char *
hwpgo_predictability_name (enum hwpgo_predictability verdict)
{
  static const char *const names[]
      = { [HWPGO_UNKNOWN] = "unknown",
          [HWPGO_PREDICTABLE] = "predictable",
          [HWPGO_UNPREDICTABLE] = "unpredictable" };
  return names[verdict];
}

/* Odds of Wilson's lower (SIGN -1) or upper (SIGN 1) end for M of N.  */
static double
wilson_odds (double m, double n, int sign)
{
  if (sign < 0 && m == 0)
    return 0; /* exactly; the sum below rounds.  */
  double p = m / n, zz = Z95 * Z95;
  double centre = p + zz / (2 * n);
  double half = Z95 * sqrt (p * (1 - p) / n + zz / (4 * n * n));
  double end = (centre + sign * half) / (1 + zz / n);
  return end / (1 - end);
}

static enum hwpgo_predictability
verdict_of (const struct hwpgo_hint *hint, double threshold)
{
  if (hint->ratio_low >= threshold)
    return HWPGO_UNPREDICTABLE;
  return hint->ratio_high < threshold ? HWPGO_PREDICTABLE : HWPGO_UNKNOWN;
}

struct hwpgo_hint
hwpgo_hint_compute (uint64_t executions, double execution_period,
                    uint64_t mispredicts, double mispredict_period,
                    double threshold)
{
  struct hwpgo_hint hint = { .verdict = HWPGO_UNKNOWN,
                             .executions = executions,
                             .mispredicts = mispredicts };
  if (executions == 0 || !(execution_period > 0) || !(mispredict_period > 0))
    return hint;
  double e = executions / execution_period;
  double m = mispredicts / mispredict_period;
  double scale = mispredict_period / execution_period;
  hint.ratio = m / e * scale;
  hint.ratio_low = wilson_odds (m, m + e, -1) * scale;
  hint.ratio_high = wilson_odds (m, m + e, 1) * scale;
  hint.verdict = verdict_of (&hint, threshold);
  return hint;
}

/* The hint from DEPTH alone; false when there are no executions.  */
static bool
hint_at_depth (const struct hwpgo_hint_source *source,
               const struct hwpgo_place *place,
               struct hwpgo_lookup_depth depth, uint32_t mask,
               struct hwpgo_hint *hint)
{
  uint64_t executions = 0, mispredicts = 0;
  if (!hwpgo_lookup_at_depth (source->executions, place, depth, mask,
                              &executions))
    return false;
  hwpgo_lookup_at_depth (source->mispredicts, place, depth, mask,
                         &mispredicts);
  *hint
      = hwpgo_hint_compute (executions, source->execution_period, mispredicts,
                            source->mispredict_period, source->threshold);
  if (executions == 0)
    return true;
  /* The factor corrects what a sample stands for, not how many there
     were.  */
  hint->ratio *= source->factor;
  hint->ratio_low *= source->factor;
  hint->ratio_high *= source->factor;
  hint->verdict = verdict_of (hint, source->threshold);
  return true;
}

/* As hwpgo_hint_lookup, where the bits ALWAYS count under any mask.  */
static struct hwpgo_hint
look_up (const struct hwpgo_hint_source *source,
         const struct hwpgo_place *place, uint32_t mask, uint32_t always,
         bool final)
{
  struct hwpgo_hint best = { .verdict = HWPGO_UNKNOWN };
  if (!source->executions || !source->mispredicts)
    return best;
  struct hwpgo_lookup_depth depth = hwpgo_lookup_deepest (place);
  uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  if (mask > base)
    {
      struct hwpgo_hint hint;
      if (final && hint_at_depth (source, place, depth, mask | always, &hint)
          && hint.verdict != HWPGO_UNKNOWN)
        return hint;
      mask = base;
    }
  if (!final)
    hwpgo_lookup_widen (&depth);
  do
    {
      struct hwpgo_hint hint;
      if (hint_at_depth (source, place, depth, mask | always, &hint))
        best = hint;
    }
  while (best.verdict == HWPGO_UNKNOWN && hwpgo_lookup_widen (&depth));
  return best;
}

struct hwpgo_hint
hwpgo_hint_lookup (const struct hwpgo_hint_source *source,
                   const struct hwpgo_place *place, uint32_t mask, bool final)
{
  return look_up (source, place, mask, 0, final);
}

struct hwpgo_hint
hwpgo_hint_remembered (const struct hwpgo_hint_source *remembered,
                       const struct hwpgo_place *place, uint32_t mask,
                       bool final)
{
  struct hwpgo_hint none = { .verdict = HWPGO_UNKNOWN };
  struct hwpgo_place aged = *place;
  uint32_t *discriminator = &aged.frames[0].at.discriminator;
  uint32_t always = hwpgo_discriminator_mask (HWPGO_ROUND_FINAL)
                    & ~hwpgo_discriminator_mask (HWPGO_ROUND_2);
  for (unsigned i = 0; i < 2 * HWPGO_HINT_BUILDS; i++)
    {
      bool doubted = i % 2 == 0;
      unsigned age = i / 2 + 1;
      hwpgo_discriminator_set (discriminator, HWPGO_ROUND_FINAL,
                               age + (doubted ? HWPGO_HINT_DOUBTED : 0));
      struct hwpgo_hint hint
          = look_up (remembered, &aged, mask, always, final);
      none.doubted |= doubted && hint.executions > 0;
      hint.age = age;
      hint.doubted = none.doubted;
      if (hint.verdict == HWPGO_UNPREDICTABLE)
        return hint;
    }
  return none;
}

/* A probe that often sees the same data is learned where the branch itself,
   which sees more of them, was not.  So what is predictable has to be much more
   so: mispredicted in less than this part of the threshold.  */
#define LEARNED 0.2

struct hwpgo_hint
hwpgo_hint_probe (const struct hwpgo_hint_source *source,
                  const struct hwpgo_place *place, bool final)
{
  struct hwpgo_hint none = { .verdict = HWPGO_UNKNOWN };
  struct hwpgo_place probe = *place;
  uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  uint32_t *discriminator = &probe.frames[0].at.discriminator;
  *discriminator &= base;
  if (!hwpgo_discriminator_probe (discriminator))
    return none;
  struct hwpgo_hint hint = look_up (source, &probe, base, 0, final);
  if (hint.verdict == HWPGO_PREDICTABLE
      && hint.ratio_high >= source->threshold * LEARNED)
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

unsigned
hwpgo_hint_age (const struct hwpgo_hint *hint)
{
  return hint->probed ? 0 : hint->age;
}

uint64_t
hwpgo_hint_executions (const struct hwpgo_hint_source *source,
                       const struct hwpgo_place *place, uint32_t mask)
{
  struct hwpgo_lookup_depth any = { .frames = 1, .exact = false };
  uint64_t count = 0;
  if (source->executions)
    hwpgo_lookup_at_depth (source->executions, place, any, mask, &count);
  return count;
}

struct hwpgo_hint
hwpgo_hint_on_line (const struct hwpgo_hint_source *source,
                    const struct hwpgo_place *place, bool final)
{
  struct hwpgo_hint best = { .verdict = HWPGO_UNKNOWN };
  struct hwpgo_place numbered = *place;
  uint32_t mask = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  /* Numbers are dense, so all that the line has is seen soon.  */
  uint64_t left = hwpgo_hint_executions (source, place, 0);
  for (uint32_t i = 0; i <= mask && left > 0; i++)
    {
      numbered.frames[0].at.discriminator = i;
      uint64_t here = hwpgo_hint_executions (source, &numbered, mask);
      left -= here < left ? here : left;
      if (here == 0)
        continue;
      struct hwpgo_hint hint
          = hwpgo_hint_lookup (source, &numbered, mask, final);
      if (hint.verdict == HWPGO_UNPREDICTABLE
          && (best.verdict != HWPGO_UNPREDICTABLE
              || hint.executions > best.executions))
        best = hint;
    }
  return best;
}
