/* The order in which copies are numbered.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC puts a copy behind the block that it was made for, and which of two
   blocks gets a copy of what is behind both depends on which of them seemed to
   run more often.  That is what the counts of copies are to tell: the profile
   that a build is made with has other beliefs than the one before, and in the
   order of the blocks the same two copies would change places.

   So blocks come in reverse postorder, and of a block's successors the one with
   the first place in the source comes first.  That only depends on which ways
   there are.  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/copies.h"

/* A block without places has those of what follows, so many blocks on.  */
#define MAX_EMPTY 8

struct successor
{
  basic_block bb;
  expanded_location place; /* of its first statement that has one; line 0
                              without.  */
  unsigned discriminator;  /* the base one.  */
  unsigned index;          /* among the others.  */
};

static bool
find_place (basic_block bb, struct successor *s)
{
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_next_nondebug (&gsi))
    {
      location_t location = gimple_location (gsi_stmt (gsi));
      if (LOCATION_LOCUS (location) < RESERVED_LOCATION_COUNT)
        continue;
      s->place = expand_location (location);
      s->discriminator = hwpgo_location_discriminator (location)
                         & hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
      return true;
    }
  return false;
}

static int
compare_successors (const void *a, const void *b)
{
  const struct successor *p = (const struct successor *) a;
  const struct successor *q = (const struct successor *) b;
  if (p->place.line != q->place.line)
    return p->place.line < q->place.line ? -1 : 1;
  if (p->discriminator != q->discriminator)
    return p->discriminator < q->discriminator ? -1 : 1;
  int files = p->place.file && q->place.file
                  ? strcmp (p->place.file, q->place.file)
                  : 0;
  if (files != 0)
    return files;
  return p->index < q->index ? -1 : p->index > q->index;
}

/* Add BB's successors but those of BEGUN to TODO, the first one last.  */
static void
push_successors (basic_block bb, sbitmap begun, vec<basic_block> *todo)
{
  auto_vec<struct successor> all;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      struct successor s = {};
      basic_block at = s.bb = e->dest;
      s.index = all.length ();
      for (int i = 0; !find_place (at, &s) && i < MAX_EMPTY
                      && single_succ_p (at);
           i++)
        at = single_succ (at);
      all.safe_push (s);
    }
  all.qsort (compare_successors);
  for (unsigned i = 0; i < all.length (); i++)
    if (!bitmap_bit_p (begun, all[i].bb->index))
      todo->safe_push (all[i].bb);
}

void
hwpgo_copy_order (function *fn, vec<basic_block> *order)
{
  basic_block bb;
  auto_vec<basic_block> todo;
  /* What has begun has its successors above it, and is done when it is met
     again.  */
  auto_sbitmap begun (last_basic_block_for_fn (fn));
  auto_sbitmap done (last_basic_block_for_fn (fn));
  bitmap_clear (begun);
  bitmap_clear (done);
  todo.safe_push (ENTRY_BLOCK_PTR_FOR_FN (fn));
  while (!todo.is_empty ())
    {
      bb = todo.last ();
      if (!bitmap_bit_p (begun, bb->index))
        {
          bitmap_set_bit (begun, bb->index);
          push_successors (bb, begun, &todo);
          continue;
        }
      todo.pop ();
      if (bb->index < NUM_FIXED_BLOCKS || bitmap_bit_p (done, bb->index))
        continue;
      bitmap_set_bit (done, bb->index);
      order->safe_push (bb);
    }
  order->reverse ();
  FOR_EACH_BB_FN (bb, fn)
    if (!bitmap_bit_p (begun, bb->index))
      order->safe_push (bb);
}
