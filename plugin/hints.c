/* Is this branch predictable?
   SPDX-License-Identifier: GPL-2.0-or-later

   The numbers of samples, not the counts, say how sure a ratio is: a sample
   stands for PERIOD events.  Given their sum, the samples of two Poisson
   processes are binomial: of all samples at this branch, a share p =
   m / (m + e) are mispredicts.  Wilson's score interval for p, which behaves
   for few samples and for m = 0, gives the interval of the ratio
   p / (1 - p) times the ratio of the periods.  */

#include "plugin/hints-internal.h"
#include "runtime/profile/discriminator.h"

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

enum hwpgo_predictability
hwpgo_hint_verdict (const struct hwpgo_hint *hint, double threshold)
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
  hint.verdict = hwpgo_hint_verdict (&hint, threshold);
  return hint;
}

void
hwpgo_hint_of_piece (struct hwpgo_hint *hint, double times, double threshold)
{
  if (!(times > 1) || hint->age != 0 || hint->verdict == HWPGO_UNKNOWN)
    return;
  hint->ratio *= times;
  hint->ratio_low *= times;
  hint->ratio_high *= times;
  hint->executions = (uint64_t) ((double) hint->executions / times);
  hint->verdict = hwpgo_hint_verdict (hint, threshold);
}

bool
hwpgo_hint_at_depth (const struct hwpgo_hint_source *source,
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
  hint->verdict = hwpgo_hint_verdict (hint, source->threshold);
  return true;
}

struct hwpgo_lookup_depth
hwpgo_hint_deepest (const struct hwpgo_hint_source *source,
                    const struct hwpgo_place *place, bool final)
{
  struct hwpgo_lookup_depth depth = hwpgo_lookup_deepest (place);
  depth.exact = final && !hwpgo_lookup_bodies_p (source->executions);
  depth.inlined = !final;
  return depth;
}

/* Are most of the executions that the code of PLACE had in this very context?  If
   not, the copies that the profile tells apart there are not those of this
   code.  */
static bool
whole_p (const struct hwpgo_hint_source *source,
         const struct hwpgo_place *place)
{
  uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  uint64_t here = 0, all = 0;
  hwpgo_lookup_at_depth (source->executions, place,
                         hwpgo_lookup_deepest (place), base, &here);
  hwpgo_lookup_at_depth (source->executions, place,
                         hwpgo_hint_deepest (source, place, true), base, &all);
  return here >= all - here;
}

struct hwpgo_hint
hwpgo_hint_look_up (const struct hwpgo_hint_source *source,
                    const struct hwpgo_place *place, uint32_t mask,
                    uint32_t always, bool final, struct hwpgo_hint_answer *at)
{
  struct hwpgo_hint best = { .verdict = HWPGO_UNKNOWN };
  struct hwpgo_lookup_depth depth = hwpgo_lookup_deepest (place);
  *at = (struct hwpgo_hint_answer){ depth, true };
  if (!source->executions || !source->mispredicts)
    return best;
  uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  if (mask > base)
    {
      struct hwpgo_hint hint;
      if (final
          && hwpgo_hint_at_depth (source, place, depth, mask | always, &hint)
          && hint.verdict != HWPGO_UNKNOWN && whole_p (source, place))
        return hint;
      mask = base;
    }
  depth = hwpgo_hint_deepest (source, place, final);
  do
    {
      struct hwpgo_hint hint;
      *at = (struct hwpgo_hint_answer){ depth, false };
      if (hwpgo_hint_at_depth (source, place, depth, mask | always, &hint))
        best = hint;
    }
  while (best.verdict == HWPGO_UNKNOWN && hwpgo_lookup_widen (&depth));
  return best;
}

struct hwpgo_hint
hwpgo_hint_lookup (const struct hwpgo_hint_source *source,
                   const struct hwpgo_place *place, uint32_t mask, bool final)
{
  struct hwpgo_hint_answer at;
  return hwpgo_hint_look_up (source, place, mask, 0, final, &at);
}

uint64_t
hwpgo_hint_executions (const struct hwpgo_hint_source *source,
                       const struct hwpgo_place *place, uint32_t mask)
{
  uint64_t count = 0;
  if (source->executions)
    hwpgo_lookup_at_depth (source->executions, place, hwpgo_lookup_widest (),
                           mask, &count);
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
