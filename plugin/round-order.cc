/* Copies that come in another order than in the profiled build.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (i = 0; i < n; i++)
       for (j = i + 1; j < n; j++)
         ...;

   The inner loop's test is copied in front of that loop.  In one build the
   copy stands at the beginning of the outer loop and has the first number; in
   another it was put together with the outer loop's test, which is at the end
   of that, and has the second.  Then each has the other's count.

   What GCC has kept up since the base round knows which of them is in a loop.
   So if the counts are those that were believed, but not of the same copies,
   the order is another, and what was believed is right.  Later rounds look at
   the copies under the numbers that the profile has.  */

#include "plugin/gcc-headers.h"
#include "plugin/round-measure.h"
#include "runtime/base/memory.h"

/* Counts that differ by a larger factor are not the same, and by a smaller one
   than the other not different.  */
#define SAME 1.4
#define OTHER 4.0

/* The numbers that the profile has, of the function with this DECL_UID.  */
static struct
{
  unsigned uid;
  struct hwpgo_map of; /* (function, line and discriminator until a round's
                          field) to 1 + that in the profile.  */
} numbers;

static uint64_t
key_of (uint32_t line, uint32_t discriminator)
{
  return (uint64_t) line << 32 | discriminator;
}

/* A copy: one of the places in the code that have a count of their own.  */
struct copy
{
  struct hwpgo_found *found; /* where it runs most often.  */
  uint32_t others;           /* what all copies of its place have in common of
                                the discriminator.  */
  uint64_t believed;
};

typedef int compare_function (const void *, const void *);

static int
compare_copies (const void *a, const void *b)
{
  const struct copy *p = (const struct copy *) a;
  const struct copy *q = (const struct copy *) b;
  uint64_t keys[][2] = {
    { (uintptr_t) p->found->result.function,
      (uintptr_t) q->found->result.function },
    { p->found->result.at.line, q->found->result.at.line },
    { p->others, q->others },
    { p->believed, q->believed },
    { p->found->result.at.discriminator, q->found->result.at.discriminator },
  };
  for (const uint64_t *key : keys)
    if (key[0] != key[1])
      return key[0] < key[1] ? -1 : 1;
  return 0;
}

static bool
same_place_p (const struct copy &a, const struct copy &b)
{
  return a.found->result.function == b.found->result.function
         && a.found->result.at.line == b.found->result.at.line
         && a.others == b.others;
}

static int
compare_counts (const void *a, const void *b)
{
  const struct hwpgo_measurement *p = (const struct hwpgo_measurement *) a;
  const struct hwpgo_measurement *q = (const struct hwpgo_measurement *) b;
  if (p->count != q->count)
    return p->count < q->count ? -1 : 1;
  return p->at.discriminator < q->at.discriminator
             ? -1
             : p->at.discriminator > q->at.discriminator;
}

static bool
within_p (uint64_t a, uint64_t b, double factor)
{
  return (double) MAX (a, b) <= (double) MIN (a, b) * factor;
}

/* Do the N COPIES of a place, by what was believed, have the counts of each
   other?  If so, leave what they are in the profile, in that order, in OTHERS.
 */
static bool
permuted_p (const struct hwpgo_round_loading *r, const struct copy *copies,
            unsigned n, vec<struct hwpgo_measurement> *others)
{
  bool other = false;
  others->truncate (0);
  for (unsigned i = 0; i < n; i++)
    {
      const struct hwpgo_measurement &result = copies[i].found->result;
      others->safe_push (result);
      other |= !within_p (hwpgo_round_scale (r, result.count),
                          copies[i].believed, OTHER);
    }
  others->qsort (compare_counts);
  for (unsigned i = 0; i < n && other; i++)
    other = within_p (hwpgo_round_scale (r, (*others)[i].count),
                      copies[i].believed, SAME);
  return other;
}

/* COPY is what the profile has as OTHER.  */
static void
renumber (const struct copy &copy, const struct hwpgo_measurement &other)
{
  struct hwpgo_measurement &result = copy.found->result;
  uint64_t *slot
      = hwpgo_map_slot (&numbers.of, (uintptr_t) result.function,
                        key_of (result.at.line, result.at.discriminator));
  if (slot)
    *slot = other.at.discriminator + UINT64_C (1);
  result.count = other.count;
}

void
hwpgo_round_renumber (const struct hwpgo_round_loading *r,
                      struct hwpgo_measurement *result)
{
  if (numbers.uid != DECL_UID (r->m.fn->decl))
    return;
  for (unsigned i = HWPGO_ROUND_1; i < r->round; i++)
    {
      uint32_t mask = hwpgo_discriminator_mask ((enum hwpgo_round) i);
      const uint64_t *number = hwpgo_map_find (
          &numbers.of, (uintptr_t) result->function,
          key_of (result->at.line, result->at.discriminator & mask));
      if (!number)
        continue;
      result->at.discriminator
          = (result->at.discriminator & ~mask) | (uint32_t) (*number - 1);
      result->known = hwpgo_function_count (result->function, result->at,
                                            r->m.load->mask, &result->count);
    }
}

void
hwpgo_round_reorder (struct hwpgo_round_loading *r)
{
  auto_vec<struct copy> copies;
  auto_vec<struct hwpgo_measurement> ordered;
  uint32_t others
      = hwpgo_discriminator_mask ((enum hwpgo_round) (r->round - 1));
  for (struct hwpgo_found &found : r->found)
    if (!found.on && hwpgo_round_owner (r, found) == &found)
      copies.safe_push ({ &found, found.result.at.discriminator & others,
                          hwpgo_executions (r->m.fn, found.block) });
  if (r->round == HWPGO_ROUND_1)
    {
      hwpgo_map_free (&numbers.of);
      numbers.uid = DECL_UID (r->m.fn->decl);
    }
  copies.qsort (compare_copies);
  for (unsigned begin = 0, end; begin < copies.length (); begin = end)
    {
      for (end = begin + 1;
           end < copies.length () && same_place_p (copies[begin], copies[end]);
           end++)
        continue;
      if (end - begin > 1
          && permuted_p (r, &copies[begin], end - begin, &ordered))
        for (unsigned i = begin; i < end; i++)
          renumber (copies[i], ordered[i - begin]);
    }
}
