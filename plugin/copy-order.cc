/* The order in which copies are numbered.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC puts a copy behind the block that it was made for, and which of two
   blocks gets a copy of what is behind both depends on which of them seemed to
   run more often.  That is what the counts of copies are to tell: the profile
   that a build is made with has other beliefs than the one before, and in the
   order of the blocks the same two copies would change places.

   So blocks come in reverse postorder, and of a block's successors the one with
   the first place in the source comes first, or, where copies begin at one place,
   that where "equal", "less" or "greater" holds and not the reverse of these.
   That only depends on which ways there are.  */

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
  unsigned discriminator;  /* of the rounds that are assigned.  */
  bool reverse;            /* the way where the reverse holds.  */
  unsigned index;          /* among the others.  */
};

/* The location of the first statement or insn of BB that has one.  */
static location_t
first_location (basic_block bb)
{
  rtx_insn *insn;
  if (current_ir_type () == IR_GIMPLE)
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb);
         !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
      {
        location_t location = gimple_location (gsi_stmt (gsi));
        if (LOCATION_LOCUS (location) >= RESERVED_LOCATION_COUNT)
          return location;
      }
  else
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn)
          && LOCATION_LOCUS (INSN_LOCATION (insn)) >= RESERVED_LOCATION_COUNT)
        return INSN_LOCATION (insn);
  return UNKNOWN_LOCATION;
}

static bool
find_place (function *fn, basic_block bb, struct successor *s)
{
  location_t location = first_location (bb);
  if (location == UNKNOWN_LOCATION)
    return false;
  s->place = expand_location (location);
  s->discriminator
      = hwpgo_location_discriminator (location)
        & hwpgo_discriminator_mask (
            (enum hwpgo_round) (hwpgo_copies_round (fn) - 1));
  return true;
}

/* Is CODE the reverse of a comparison that comes first?  */
static bool
reverse_p (enum rtx_code code)
{
  switch (code)
    {
    case NE:
    case GE:
    case LE:
    case GEU:
    case LEU:
    case UNGE:
    case UNLE:
    case LTGT:
    case UNORDERED:
      return true;
    default:
      return false;
    }
}

static bool
reverse_p (enum tree_code code)
{
  switch (code)
    {
    case NE_EXPR:
    case GE_EXPR:
    case LE_EXPR:
    case UNGE_EXPR:
    case UNLE_EXPR:
    case LTGT_EXPR:
    case UNORDERED_EXPR:
      return true;
    default:
      return false;
    }
}

/* Is E the way where the reverse of what its branch compares holds?  */
static bool
reverse_way_p (edge e)
{
  if (EDGE_COUNT (e->src->succs) != 2)
    return false;
  if (current_ir_type () == IR_GIMPLE)
    {
      gimple *last = last_nondebug_stmt (e->src);
      return last && gimple_code (last) == GIMPLE_COND
             && reverse_p (gimple_cond_code (last))
                    == !!(e->flags & EDGE_TRUE_VALUE);
    }
  rtx_insn *jump = BB_END (e->src);
  if (!any_condjump_p (jump))
    return false;
  rtx choice = SET_SRC (pc_set (jump));
  bool holds = (XEXP (choice, 1) == pc_rtx) == !!(e->flags & EDGE_FALLTHRU);
  return reverse_p (GET_CODE (XEXP (choice, 0))) == holds;
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
  if (p->reverse != q->reverse)
    return p->reverse ? 1 : -1;
  return p->index < q->index ? -1 : p->index > q->index;
}

/* Add the successors of FN's BB but those of BEGUN to TODO, the first one
   last.  */
static void
push_successors (function *fn, basic_block bb, sbitmap begun,
                 vec<basic_block> *todo)
{
  auto_vec<struct successor> all;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      struct successor s = {};
      basic_block at = s.bb = e->dest;
      s.index = all.length ();
      s.reverse = reverse_way_p (e);
      for (int i = 0; !find_place (fn, at, &s) && i < MAX_EMPTY
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
          push_successors (fn, bb, begun, &todo);
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

void
hwpgo_copy_depths (function *fn, vec<unsigned> *depths)
{
  basic_block bb;
  bool found = !loops_for_fn (fn);
  if (found)
    loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  depths->safe_grow_cleared (last_basic_block_for_fn (fn), true);
  FOR_EACH_BB_FN (bb, fn)
    (*depths)[bb->index] = bb_loop_depth (bb);
  if (!found)
    return;
  loop_optimizer_finalize ();
  free_dominance_info (CDI_DOMINATORS);
}
