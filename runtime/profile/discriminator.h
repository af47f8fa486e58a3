/* The layout of hwpgo's discriminators, and nothing else knows it.
   SPDX-License-Identifier: GPL-2.0-or-later

     23      20 19      15 14       9    8    7        0
    +----------+----------+----------+-------+----------+
    |  final   | round 2  | round 1  | begin |   base   |
    +----------+----------+----------+-------+----------+

   A discriminator has 24 bits because libdw keeps 24 and drops the line table
   of the whole unit when one value is larger.  Base discriminators number the
   places of one source line in the function as written; each later field
   tells apart the copies that passes before that round have made of one
   place.  0 in a field: the only copy.  The last value: copies that are not
   told apart, and what does not stand where the place does.  Of the others
   each is one of a number of copies, so that a build that makes another number
   of them does not read counts of the wrong one (FS-AFDO RFC, 2.3).

   "Begin" is in rows of the line table that are the beginning of a statement
   (is_stmt), and there in one of each copy of a place: the place ran as often
   as all these rows together.  What else a place has in the table may have
   been moved, shared, or cut in pieces that all run for one execution, and
   tells less.  It is no part of the number.

   In the records of a profile the bit says that none of the copy's code is a
   beginning, though others of the place have one: it is not a copy of all of
   it but what follows in another block, behind a call that was inlined, for
   instance.

   A reader for one round masks all later fields and sums what becomes
   equal; of that, what is beside others counts only where it is alone.  */

#ifndef HWPGO_PROFILE_DISCRIMINATOR_H
#define HWPGO_PROFILE_DISCRIMINATOR_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of this layout, in manifests and in binaries.  */
#define HWPGO_DISCRIMINATOR_LAYOUT 3

enum hwpgo_round
{
  HWPGO_ROUND_BASE,
  HWPGO_ROUND_1,
  HWPGO_ROUND_2,
  HWPGO_ROUND_FINAL,
  HWPGO_ROUNDS
};

#define HWPGO_BASE_BITS 8
#define HWPGO_BASE_SHIFT 0
/* The last base, of code that has been moved away from its place.  */
#define HWPGO_BASE_ELSEWHERE ((1u << HWPGO_BASE_BITS) - 1)
/* The bases below it are those of probes: branches that stand beside the
   selects that the branch of one of the first bases has become.  */
#define HWPGO_BASE_PROBES 64
/* And those below are for places.  */
#define HWPGO_BASE_PLACES (HWPGO_BASE_ELSEWHERE - HWPGO_BASE_PROBES)
#define HWPGO_ROUND_1_BITS 6
#define HWPGO_DISCRIMINATOR_BEGIN (1u << (HWPGO_BASE_SHIFT + HWPGO_BASE_BITS))
/* The same bit, in a profile.  */
#define HWPGO_DISCRIMINATOR_BESIDE HWPGO_DISCRIMINATOR_BEGIN
#define HWPGO_ROUND_1_SHIFT (HWPGO_BASE_SHIFT + HWPGO_BASE_BITS + 1)
#define HWPGO_ROUND_2_BITS 5
#define HWPGO_ROUND_2_SHIFT (HWPGO_ROUND_1_SHIFT + HWPGO_ROUND_1_BITS)
#define HWPGO_FINAL_BITS 4
#define HWPGO_FINAL_SHIFT (HWPGO_ROUND_2_SHIFT + HWPGO_ROUND_2_BITS)
#define HWPGO_DISCRIMINATOR_BITS (HWPGO_FINAL_SHIFT + HWPGO_FINAL_BITS)
#define HWPGO_DISCRIMINATOR_MAX ((1u << HWPGO_DISCRIMINATOR_BITS) - 1)

static_assert (HWPGO_DISCRIMINATOR_BITS == 24, "libdw keeps 24 bits");

/* The number of an inlined call in COLUMN, in the place of a discriminator: 0,
   which stands for any, where there are none that far to the right.  */
#define HWPGO_MAX_CALL_COLUMN 0xffff

static inline uint32_t
hwpgo_call_number (uint32_t column)
{
  return column <= HWPGO_MAX_CALL_COLUMN ? column : 0;
}

/* The largest value of ROUND's field.  */
static inline uint32_t
hwpgo_discriminator_field_max (enum hwpgo_round round)
{
  static const unsigned char bits[HWPGO_ROUNDS]
      = { HWPGO_BASE_BITS, HWPGO_ROUND_1_BITS, HWPGO_ROUND_2_BITS,
          HWPGO_FINAL_BITS };
  return (1u << bits[round]) - 1;
}

static inline unsigned
hwpgo_discriminator_shift (enum hwpgo_round round)
{
  static const unsigned char shifts[HWPGO_ROUNDS]
      = { HWPGO_BASE_SHIFT, HWPGO_ROUND_1_SHIFT, HWPGO_ROUND_2_SHIFT,
          HWPGO_FINAL_SHIFT };
  return shifts[round];
}

/* ROUND's field of DISCRIMINATOR.  */
static inline uint32_t
hwpgo_discriminator_get (uint32_t discriminator, enum hwpgo_round round)
{
  return discriminator >> hwpgo_discriminator_shift (round)
         & hwpgo_discriminator_field_max (round);
}

/* Put VALUE into ROUND's field of *DISCRIMINATOR.  False, and nothing done,
   when it does not fit: the caller counts the overflow.  */
static inline bool
hwpgo_discriminator_set (uint32_t *discriminator, enum hwpgo_round round,
                         uint32_t value)
{
  uint32_t max = hwpgo_discriminator_field_max (round);
  unsigned shift = hwpgo_discriminator_shift (round);
  if (value > max)
    return false;
  *discriminator = (*discriminator & ~(max << shift)) | value << shift;
  return true;
}

/* The last value of ROUND's field.  The counts of such a place are good for
   the sum over all copies alone.  */
static inline uint32_t
hwpgo_discriminator_untold (enum hwpgo_round round)
{
  return hwpgo_discriminator_field_max (round);
}

/* The value of ROUND's field for copy K of N, K from 0 on; untold when there
   are more copies than values.  Different K of one N have different values,
   and so has one K for different N.  Of two numbers of copies that are small
   enough, up to 10 in round 1, no value is the same.  */
uint32_t hwpgo_discriminator_copy (enum hwpgo_round round, uint32_t k,
                                   uint32_t n);

/* True if VALUES, in which bit V stands for value V, are those of all copies of
   a place: it has one, or they are all there.  Untold does not count.  */
bool hwpgo_discriminator_complete (enum hwpgo_round round, uint64_t values);

/* True if VALUES are of copies of a place that has N; 0 and untold do not count.
   What shares values with another number of copies is told from it by those
   that it does not share; and all copies of fewer are not taken for some of N.  */
bool hwpgo_discriminator_of (enum hwpgo_round round, uint64_t values,
                             uint32_t n);

/* True if VALUE is that of another copy of the place that VALUES, not all of
   its copies', are of: the least number of copies that has these has it, too.
   For those that share no values that is the number; of more, VALUE may be
   missed.  0 and untold are no copy's.  */
bool hwpgo_discriminator_together (enum hwpgo_round round, uint64_t values,
                                   uint32_t value);

/* *DISCRIMINATOR with the base of the probe for that one's place.  False, and
   nothing done, if that has none.  */
static inline bool
hwpgo_discriminator_probe (uint32_t *discriminator)
{
  uint32_t base = hwpgo_discriminator_get (*discriminator, HWPGO_ROUND_BASE);
  return base < HWPGO_BASE_PROBES
         && hwpgo_discriminator_set (discriminator, HWPGO_ROUND_BASE,
                                     HWPGO_BASE_PLACES + base);
}

/* DISCRIMINATOR without ROUND's field and later ones; with UNTOLD, that field
   says so.  ROUND is not the base.  */
static inline uint32_t
hwpgo_discriminator_until (uint32_t discriminator, enum hwpgo_round round,
                           bool untold)
{
  unsigned shift = hwpgo_discriminator_shift (round);
  discriminator &= (1u << shift) - 1;
  if (untold)
    discriminator |= hwpgo_discriminator_untold (round) << shift;
  return discriminator;
}

/* The bits that a reader for ROUND looks at: that round's and all earlier
   ones.  */
static inline uint32_t
hwpgo_discriminator_mask (enum hwpgo_round round)
{
  uint32_t all = (1u << hwpgo_discriminator_shift (round)) - 1;
  return ((hwpgo_discriminator_field_max (round)
           << hwpgo_discriminator_shift (round))
          | all)
         & ~HWPGO_DISCRIMINATOR_BEGIN;
}

#ifdef __cplusplus
}
#endif

#endif
