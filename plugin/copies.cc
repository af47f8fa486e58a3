/* Numbers for the copies that GCC makes of blocks.
   SPDX-License-Identifier: GPL-2.0-or-later

   Whatever unrolls, peels, versions, threads or duplicates tails, calls the
   CFG hook 'duplicate_block' in the end, for GIMPLE and for insns.  (Inlining
   and cloning of functions do not; there the context tells the copies apart.)
   So that hook is taken, and what it has made gets a number.

   The blocks that one call of copy_bbs copies are one copy: they hand on the
   same COPY_BB_DATA, and as long as they do, all have BB_DUPLICATED.  A place
   that is cut in pieces, which stand in several of these blocks, so has one
   number in all of them.  */

#include "plugin/gcc-headers.h"
#include "plugin/bytecode.h"
#include "plugin/bytecode-numbers.h"
#include "plugin/carrier.h"
#include "plugin/copies.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"
#include "plugin/vector-factors.h"

/* The function being compiled, and what was done in it.  */
static struct
{
  unsigned uid; /* of its declaration.  */
  bool inlined; /* after IPA, when other functions' code is in it.  */
  enum hwpgo_round round; /* to be assigned next.  */
  unsigned number;        /* of the last copy.  */
  bool counted;           /* NUMBER is right.  */
  const void *copying;    /* the COPY_BB_DATA of the last copy.  */
  int first;              /* block in it, by index.  */
  hash_set<int_hash<int, -1, -2> > *copied; /* blocks in it, by index.  */
} current;

bool
hwpgo_copies_wanted_with_g (function *fn)
{
  return hwpgo_plugin.args.copies && hwpgo_plugin.args.discriminators
         && opt_for_fn (fn->decl, optimize) && !flag_sanitize
         && hwpgo_bytecode_keeps_copies ();
}

bool
hwpgo_copies_wanted (function *fn)
{
  return hwpgo_discriminate_gate (fn) && hwpgo_copies_wanted_with_g (fn);
}

/* Begin with FN unless that is done.  */
static void
turn_to (function *fn)
{
  unsigned uid = DECL_UID (fn->decl);
  if (current.uid == uid && current.inlined == fn->after_inlining)
    return;
  current.uid = uid;
  current.inlined = fn->after_inlining;
  current.round = HWPGO_ROUND_1;
  current.number = 0;
  current.counted = false;
  current.copying = NULL;
}

enum hwpgo_round
hwpgo_copies_round (function *fn)
{
  turn_to (fn);
  return current.round;
}

uint32_t
hwpgo_copies_mask (function *fn)
{
  bool told
      = hwpgo_copies_wanted (fn) && hwpgo_copies_round (fn) > HWPGO_ROUND_1;
  return hwpgo_discriminator_mask (told ? HWPGO_ROUND_1 : HWPGO_ROUND_BASE);
}

void
hwpgo_copies_assigned (function *fn, enum hwpgo_round round)
{
  turn_to (fn);
  current.round = (enum hwpgo_round) (round + 1);
  current.number = 0;
  current.counted = true;
  current.copying = NULL;
}

unsigned
hwpgo_copies_number (unsigned discriminator, enum hwpgo_round round)
{
  return discriminator >> hwpgo_discriminator_shift (round);
}

/* The largest number that there can be, of what is aside.  */
static unsigned
last_number ()
{
  return hwpgo_copies_number (HWPGO_CARRIED_MAX, current.round);
}

bool
hwpgo_copies_aside_p (unsigned discriminator, enum hwpgo_round round)
{
  return hwpgo_copies_number (discriminator, round)
         == hwpgo_copies_number (HWPGO_CARRIED_MAX, round);
}

/* LOCATION with NUMBER in the place of any that it has; what is aside stays
   there.  */
static location_t
with_number (location_t location, unsigned number)
{
  if (LOCATION_LOCUS (location) < RESERVED_LOCATION_COUNT
      || hwpgo_copies_aside_p (hwpgo_location_discriminator (location),
                               current.round))
    return location;
  unsigned shift = hwpgo_discriminator_shift (current.round);
  unsigned low = hwpgo_location_discriminator (location) & ((1u << shift) - 1);
  location_t copy
      = hwpgo_location_with_discriminator (location, low | number << shift);
  hwpgo_vector_factor_copy (location, copy);
  return copy;
}

static void
count (location_t location)
{
  unsigned number = hwpgo_copies_number (
      hwpgo_location_discriminator (location), current.round);
  if (number != last_number ())
    current.number = MAX (current.number, number);
}

/* Code that was inlined has brought its own numbers.  Insns come after round
   1, which has taken all away.  */
static void
count_all (function *fn)
{
  basic_block bb;
  current.counted = true;
  if (current_ir_type () != IR_GIMPLE)
    return;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      count (gimple_location (gsi_stmt (gsi)));
}

/* True if copy_bbs is still at work on block INDEX of FN.  Its COPY_BB_DATA is
   on the stack, where the next one may be, too.  */
static bool
being_copied_p (function *fn, int index)
{
  /* Blocks are numbered anew now and then.  */
  basic_block bb = index < last_basic_block_for_fn (fn)
                       ? BASIC_BLOCK_FOR_FN (fn, index)
                       : NULL;
  return bb && bb->flags & BB_DUPLICATED;
}

/* The number for a copy of BB made with ID.  When there are too many copies
   all that remain have the last one.  */
static unsigned
number_of_copy (function *fn, basic_block bb, const copy_bb_data *id)
{
  if (!current.counted)
    count_all (fn);
  if (!current.copied)
    current.copied = new hash_set<int_hash<int, -1, -2> >;
  if (!id || id != current.copying || current.copied->contains (bb->index)
      || !being_copied_p (fn, current.first))
    {
      current.number = MIN (current.number + 1, last_number ());
      current.copying = id;
      current.first = bb->index;
      current.copied->empty ();
    }
  current.copied->add (bb->index);
  return current.number;
}

/* --- copies of functions -------------------------------------------------*/

struct body
{
  unsigned number; /* among those of its name.  */
  const char *name;
  double entries;
};

struct bodies_of_name
{
  unsigned n;
  double entries;
};

static hash_map<int_hash<int, -1, -2>, struct body> *bodies; /* by DECL_UID. */
static hash_map<nofree_string_hash, struct bodies_of_name> *names;

static int
compare_order (const void *a, const void *b)
{
  const cgraph_node *p = *(cgraph_node *const *) a;
  const cgraph_node *q = *(cgraph_node *const *) b;
  return (p->order > q->order) - (p->order < q->order);
}

/* The name that the bodies of DECL's function have in common.  At a link
   static functions of several units may have one name; those of one header are
   taken for clones.  */
static const char *
name_of_bodies (tree decl)
{
  const char *name = hwpgo_source_name (decl);
  if (!in_lto_p)
    return name;
  expanded_location at = expand_location (DECL_SOURCE_LOCATION (decl));
  return xasprintf ("%s\n%s:%d", name, at.file ? at.file : "", at.line);
}

/* Number all bodies of the unit that will be compiled, before the first is. */
static void
number_bodies ()
{
  cgraph_node *node;
  auto_vec<cgraph_node *> nodes;
  bodies = new hash_map<int_hash<int, -1, -2>, struct body>;
  names = new hash_map<nofree_string_hash, struct bodies_of_name>;
  /* A part that was split off has other code than the rest.  */
  FOR_EACH_FUNCTION (node)
    if (node->definition && !node->alias && !node->thunk && !node->inlined_to
        && !node->split_part)
      nodes.safe_push (node);
  nodes.qsort (compare_order);
  for (cgraph_node *n : nodes)
    {
      const char *name = name_of_bodies (n->decl);
      struct bodies_of_name &all = names->get_or_insert (name);
      profile_count count = n->count.ipa ();
      double entries = count.initialized_p () ? count.to_gcov_type () : 0;
      bodies->put (DECL_UID (n->decl), { all.n++, name, entries });
      all.entries += entries;
    }
}

/* The body of FNDECL; NULL if it is none that is numbered.  */
static const struct body *
find_body (tree fndecl)
{
  if (!bodies)
    number_bodies ();
  return bodies->get (DECL_UID (fndecl));
}

/* Of a partition not all bodies are there, and the bytecode says which FNDECL
   has; NULL if it says nothing.  */
static const struct hwpgo_bytecode_body *
told_body (tree fndecl)
{
  cgraph_node *node = cgraph_node::get (fndecl);
  return node ? hwpgo_bytecode_body_of (node) : NULL;
}

void
hwpgo_copies_bodies (tree fndecl, unsigned *i, unsigned *n)
{
  *i = 0;
  *n = 1;
  if (flag_ltrans)
    {
      if (const struct hwpgo_bytecode_body *told = told_body (fndecl))
        {
          *i = told->number;
          *n = told->n;
        }
    }
  else if (const struct body *body = find_body (fndecl))
    {
      *i = body->number;
      *n = names->get (body->name)->n;
    }
}

double
hwpgo_copies_part (tree fndecl)
{
  if (flag_ltrans)
    {
      const struct hwpgo_bytecode_body *told = told_body (fndecl);
      return told ? told->part / (double) HWPGO_BYTECODE_WHOLE : 1;
    }
  const struct body *body = find_body (fndecl);
  double all = body ? names->get (body->name)->entries : 0;
  return all > 0 ? body->entries / all : 1;
}

/* --- the hooks -----------------------------------------------------------*/

/* True if what is copied in FN gets a number.  */
static bool
numbered_p (function *fn)
{
  if (!hwpgo_copies_wanted (fn))
    return false;
  turn_to (fn);
  return current.round < HWPGO_ROUNDS;
}

void
hwpgo_copies_put_aside (basic_block bb)
{
  if (!numbered_p (cfun))
    return;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      location_t location = with_number (gimple_location (stmt), last_number ());
      unsigned discriminator = hwpgo_location_discriminator (location);
      /* What begins here is nothing beside what begins in copies that are not told
         apart either, those that have lost their code.  */
      if (discriminator & HWPGO_DISCRIMINATOR_BEGIN)
        location = hwpgo_location_with_discriminator (
            location, discriminator & ~HWPGO_DISCRIMINATOR_BEGIN);
      gimple_set_location (stmt, location);
    }
}

typedef basic_block duplicate_function (basic_block bb, copy_bb_data *id);
static duplicate_function *duplicate_gimple, *duplicate_rtl, *duplicate_layout;

static basic_block
watch_gimple (basic_block bb, copy_bb_data *id)
{
  basic_block copy = duplicate_gimple (bb, id);
  if (!numbered_p (cfun))
    return copy;
  unsigned number = number_of_copy (cfun, bb, id);
  for (gimple_stmt_iterator gsi = gsi_start_bb (copy); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      gimple_set_location (stmt, with_number (gimple_location (stmt), number));
    }
  return copy;
}

/* Give the insns of COPY, which was made of BB with ID, their number.  */
static basic_block
number_insns (basic_block copy, basic_block bb, const copy_bb_data *id)
{
  rtx_insn *insn;
  if (!numbered_p (cfun))
    return copy;
  unsigned number = number_of_copy (cfun, bb, id);
  FOR_BB_INSNS (copy, insn)
  if (INSN_P (insn))
    INSN_LOCATION (insn) = with_number (INSN_LOCATION (insn), number);
  else if (NOTE_MARKER_P (insn))
    NOTE_MARKER_LOCATION (insn)
        = with_number (NOTE_MARKER_LOCATION (insn), number);
  return copy;
}

static basic_block
watch_rtl (basic_block bb, copy_bb_data *id)
{
  return number_insns (duplicate_rtl (bb, id), bb, id);
}

static basic_block
watch_layout (basic_block bb, copy_bb_data *id)
{
  return number_insns (duplicate_layout (bb, id), bb, id);
}

void
hwpgo_copies_watch ()
{
  duplicate_gimple = gimple_cfg_hooks.duplicate_block;
  gimple_cfg_hooks.duplicate_block = watch_gimple;
  duplicate_rtl = rtl_cfg_hooks.duplicate_block;
  rtl_cfg_hooks.duplicate_block = watch_rtl;
  duplicate_layout = cfg_layout_rtl_cfg_hooks.duplicate_block;
  cfg_layout_rtl_cfg_hooks.duplicate_block = watch_layout;
}
