/* What the copies of a place have together.
   SPDX-License-Identifier: GPL-2.0-or-later

   Where the profiled build had another number of copies of a place, it does
   not tell how often each copy runs, but how often all of them do.  GCC has
   kept up what each copy does, and lost or made executions on the way: where
   it makes a table of a switch, all cases are equal; what it gives to blocks
   that it puts on several edges is that of one.  So what is believed of the
   copies of a place is scaled to what they have together.  A block has several
   places, of which a line table may have lost some copies, in either build:
   the median is taken.  */

#include "plugin/gcc-headers.h"
#include "plugin/round-measure.h"

/* A copy of a place.  */
struct copy
{
  const struct hwpgo_otherwise *of;
  double believed; /* executions of its place, as its block is believed to
                      run.  */
};

/* By how much more than was believed BLOCK runs, after one place.  */
struct factor
{
  int block;
  double times;
};

/* For qsort: the copies of each place together, and the blocks of each copy,
   the one that runs most first.  */
static int
compare_copies (const void *a, const void *b)
{
  const struct copy *p = (const struct copy *) a;
  const struct copy *q = (const struct copy *) b;
  const struct hwpgo_measurement *x = &p->of->result, *y = &q->of->result;
  uint32_t mask = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  uint64_t keys[][2] = {
    { (uintptr_t) x->function, (uintptr_t) y->function },
    { x->at.line, y->at.line },
    { x->at.discriminator & mask, y->at.discriminator & mask },
    { x->at.discriminator, y->at.discriminator },
  };
  for (const uint64_t *key : keys)
    if (key[0] != key[1])
      return key[0] < key[1] ? -1 : 1;
  if (p->believed != q->believed)
    return p->believed > q->believed ? -1 : 1;
  return p->of->block - q->of->block;
}

static int
compare_factors (const void *a, const void *b)
{
  const struct factor *p = (const struct factor *) a;
  const struct factor *q = (const struct factor *) b;
  if (p->block != q->block)
    return p->block - q->block;
  return (p->times > q->times) - (p->times < q->times);
}

/* Do A and B stand at the same place, as far as MASK tells?  */
static bool
same_p (const struct copy &a, const struct copy &b, uint32_t mask)
{
  const struct hwpgo_measurement *x = &a.of->result, *y = &b.of->result;
  return x->function == y->function && x->at.line == y->at.line
         && ((x->at.discriminator ^ y->at.discriminator) & mask) == 0;
}

void
hwpgo_round_sums (struct hwpgo_round_loading *r)
{
  uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  auto_vec<struct copy> copies;
  auto_vec<struct factor> factors;
  r->times.safe_grow_cleared (last_basic_block_for_fn (r->m.fn));
  for (const struct hwpgo_otherwise &o : r->otherwise)
    copies.safe_push (
        { &o, (double) hwpgo_executions (r->m.fn, o.block) * o.iterations });
  copies.qsort (compare_copies);
  for (unsigned begin = 0, end; begin < copies.length (); begin = end)
    {
      double believed = 0;
      unsigned first = factors.length ();
      for (end = begin;
           end < copies.length () && same_p (copies[begin], copies[end], base);
           end++)
        {
          /* Of a copy in several blocks, one has its count.  */
          if (end > begin && same_p (copies[end - 1], copies[end], UINT32_MAX))
            continue;
          believed += copies[end].believed;
          factors.safe_push ({ copies[end].of->block, 0 });
        }
      double all = copies[begin].of->all * r->sums_part;
      if (believed == 0)
        factors.truncate (first);
      for (unsigned i = first; i < factors.length (); i++)
        factors[i].times = all / believed;
    }
  factors.qsort (compare_factors);
  for (unsigned begin = 0, end; begin < factors.length (); begin = end)
    {
      for (end = begin; end < factors.length ()
                        && factors[end].block == factors[begin].block;)
        end++;
      r->times[factors[begin].block] = factors[(begin + end) / 2].times;
    }
}
