/* Places that inlining has cut in pieces.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (before (&heap[child + 1], &heap[child]))
       child++;

   The addresses and the test are of one place, which ran once.  Where the call is
   inlined, it stands in two blocks; and when GCC makes copies of each of them at
   other times, as jump threading does, the copies have numbers of their own.  Their
   sum is what both pieces ran then: twice as much as either.

   Other places of the same blocks tell whether that is so.  Then half of the sum is
   what the mispredicts of the branch are divided by.  */

#include "plugin/gcc-headers.h"
#include "plugin/load-measure.h"
#include "runtime/profile/discriminator.h"

/* The sum of both is so much more than one, whatever sampling makes of it.  */
#define CUT_PART 0.75

/* A place that was cut, under the base's mask: mispredicts of the branch that it has
   are those of one piece.  */
struct cut_place
{
  const char *function; /* kept while the compiler runs: the profile is not.  */
  struct hwpgo_location at;
  double times; /* what the profile has of it, over what a piece ran.  */
};

static auto_vec<cut_place> cuts;

static cut_place *
find_cut (const char *function, struct hwpgo_location at)
{
  for (cut_place &c : cuts)
    if (c.at.line == at.line && c.at.discriminator == at.discriminator
        && strcmp (c.function, function) == 0)
      return &c;
  return NULL;
}

double
hwpgo_times_cut (const struct hwpgo_place *place)
{
  struct hwpgo_location at = place->frames[0].at;
  at.discriminator &= hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  const cut_place *c
      = cuts.is_empty () ? NULL : find_cut (place->frames[0].function, at);
  return c ? c->times : 1;
}

/* Note that ONE's place has been cut, and that its pieces ran COUNT times.  */
static void
note_cut (const struct hwpgo_seen *one, uint64_t count)
{
  const char *function = one->function->name;
  if (count > 0 && !find_cut (function, one->at))
    cuts.safe_push ({ xstrdup (function), one->at,
                      (double) one->count / (double) count });
}

/* What M has seen of its blocks.  */
struct pieces
{
  struct hwpgo_measuring *m;
  auto_vec<unsigned> first; /* of M->seen, by block; more are behind it.  */
};

/* One of M->SEEN, and the number of its function.  */
struct piece
{
  struct hwpgo_seen *seen;
  unsigned function;
};

/* For qsort: what is seen of one place together, by blocks.  */
static int
compare (const void *a, const void *b)
{
  const struct piece *p = (const struct piece *) a;
  const struct piece *q = (const struct piece *) b;
  uint64_t keys[][2] = {
    { p->function, q->function },
    { p->seen->at.line, q->seen->at.line },
    { p->seen->at.discriminator, q->seen->at.discriminator },
    { (uint64_t) p->seen->block, (uint64_t) q->seen->block },
  };
  for (const uint64_t *key : keys)
    if (key[0] != key[1])
      return key[0] < key[1] ? -1 : 1;
  return 0;
}

static bool
same_place_p (const struct hwpgo_seen *a, const struct hwpgo_seen *b)
{
  return a->function == b->function && a->at.line == b->at.line
         && a->at.discriminator == b->at.discriminator;
}

/* The most that other places than ONE's say of its block; false if there are none,
   or only some that were found to be cut.  */
static bool
by_others (const struct pieces *p, const struct hwpgo_seen *one,
           uint64_t *most)
{
  const vec<struct hwpgo_seen> &seen = p->m->seen;
  bool found = false;
  *most = 0;
  for (unsigned i = p->first[one->block];
       i < seen.length () && seen[i].block == one->block; i++)
    if (!seen[i].cut && !same_place_p (&seen[i], one))
      {
        found = true;
        *most = MAX (*most, seen[i].count);
      }
  return found;
}

/* Does another place of a block of ONES, N of one place, say that the sum is of
   several, and none that it is not?  A copy alone ran no more often than its
   block.  Fills COUNT, how often that other place ran.  */
static bool
cut_p (const struct pieces *p, const struct piece *ones, unsigned n,
       uint64_t *count)
{
  const struct hwpgo_seen *one = ones[0].seen;
  uint64_t sum = one->count, most;
  uint64_t copy
      = hwpgo_function_largest (one->function, one->at, p->m->load->mask);
  if (one->block == ones[n - 1].seen->block || copy >= sum * CUT_PART)
    return false;
  bool found = false;
  for (unsigned i = 0; i < n; i++)
    {
      if (!by_others (p, ones[i].seen, &most))
        continue;
      /* What was unrolled has copies of everything, but for what it took away.  */
      if (most >= sum * CUT_PART)
        return false;
      if (most >= copy || hwpgo_counts_near_p (most, copy))
        {
          *count = most;
          found = true;
        }
    }
  return found;
}

/* Take from the block of ONE, whose place was cut, what that says of it.  */
static void
forget (const struct pieces *p, struct hwpgo_seen *one)
{
  struct hwpgo_flow_block *b = &p->m->blocks[one->block];
  uint64_t most;
  one->cut = true;
  if (b->count != one->count)
    return;
  b->known = by_others (p, one, &most);
  b->count = most;
  if (p->m->dump)
    fprintf (dump_file,
             ";; block %d measured " HOST_WIDE_INT_PRINT_UNSIGNED
             " by a place that is in several\n",
             one->block, one->count);
}

void
hwpgo_measure_pieces (struct hwpgo_measuring *m)
{
  struct pieces p;
  p.m = m;
  auto_vec<struct piece> all;
  hash_map<const void *, unsigned> functions;
  p.first.safe_grow_cleared (last_basic_block_for_fn (m->fn));
  for (unsigned i = m->seen.length (); i-- > 0;)
    {
      struct hwpgo_seen *seen = &m->seen[i];
      bool known;
      unsigned &number = functions.get_or_insert (seen->function, &known);
      if (!known)
        number = functions.elements ();
      p.first[seen->block] = i;
      all.safe_push ({ seen, number });
    }
  /* Not by addresses: what is found to be cut tells nothing of others.  */
  all.qsort (compare);
  for (unsigned begin = 0, end; begin < all.length (); begin = end)
    {
      for (end = begin + 1;
           end < all.length ()
           && same_place_p (all[begin].seen, all[end].seen);
           end++)
        continue;
      uint64_t count = 0;
      if (!cut_p (&p, &all[begin], end - begin, &count))
        continue;
      note_cut (all[begin].seen, count);
      for (unsigned i = begin; i < end; i++)
        forget (&p, all[i].seen);
    }
  unsigned kept = 0;
  for (unsigned i = 0; i < m->seen.length (); i++)
    if (!m->seen[i].cut)
      m->seen[kept++] = m->seen[i];
  m->seen.truncate (kept);
}
