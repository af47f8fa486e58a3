/* Base discriminators: number the places of each source line.
   SPDX-License-Identifier: GPL-2.0-or-later

   A sample has a line; this gives it a place in the line.

     for (i = 0; i < n; i++) s += a[i] ? f (i) + g (i) : 0;
          0          1  2     3   4      5       5      6

   The first block that has statements of a line keeps 0; every other block
   gets the next number, in the order of the blocks, which right after the CFG
   was built is that of the source.  Of several calls in one block each but
   the first gets a number of its own, or the bodies inlined for them could
   not be told apart.  Whatever exists only for debugging, or is a label, is
   given the number of its place if there is one and never makes one: the
   numbers must not depend on -g.

   With -g GCC has a marker where each statement begins.  Optimisation moves,
   merges and drops the code of statements, but markers stay in the flow where
   they are, and are copied with it.  So the first marker of each place becomes
   its beginning (runtime/profile/discriminator.h).  */

#include "plugin/gcc-headers.h"
#include "plugin/bytecode.h"
#include "plugin/carrier.h"
#include "plugin/numbering.h"
#include "plugin/plugin.h"
#include "plugin/report.h"
#include "plugin/written.h"
#include "runtime/profile/discriminator.h"

bool
hwpgo_discriminate_gate (function *)
{
  /* A build that reads a profile needs the numbers even without -g, and where
     locations have them dumps of insns show them.  */
  return hwpgo_plugin.args.discriminators
         && (hwpgo_line_table_wanted () || HWPGO_LOCATIONS_HAVE_DISCRIMINATORS
             || hwpgo_plugin.bundle.profiles[HWPGO_FREQUENCY]
             || hwpgo_plugin.bundle.profiles[HWPGO_MISPREDICT]);
}

/* The work on one function.  */
struct places
{
  struct hwpgo_numbering numbering;
  /* Without optimisation, and for sanitizers, GCC compares the locations of
     statements and edges in different blocks to decide what may be merged.
     Then numbers must keep equal what is equal: the first number that a
     location was given is that of all places that have it.  Otherwise the two
     arms of a conditional expression, which share one, stay apart.  */
  bool keep_equal;
  struct hwpgo_map given; /* (location, 0) to number + 1.  */
  struct hwpgo_map begun; /* (line, number) to 1: has a beginning.  */
};

/* LOCATION's line as the line table will have it, 0 if none.  */
static uint32_t
line_of (location_t location)
{
  if (LOCATION_LOCUS (location) < RESERVED_LOCATION_COUNT)
    return 0;
  int line = LOCATION_LINE (location);
  return line > 0 ? line : 0;
}

/* LOCATION with NUMBER.  */
static location_t
give (struct places *places, location_t location, unsigned number)
{
  if (places->keep_equal)
    {
      uint64_t *given = hwpgo_map_slot (&places->given, location, 0);
      if (!given)
        return location;
      if (*given == 0)
        *given = number + UINT64_C (1);
      number = *given - 1;
    }
  return hwpgo_location_with_discriminator (location, number);
}

/* True for statements that only ever follow what the others have.  */
static bool
follows (const gimple *stmt)
{
  return is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_LABEL;
}

/* True if a body may be inlined for STMT.  */
static bool
inlinable_call (const gimple *stmt)
{
  return is_gimple_call (stmt) && !gimple_call_internal_p (stmt)
         && !gimple_call_builtin_p (stmt);
}

static void
number_statements (struct places *places, basic_block bb)
{
  struct hwpgo_numbering *numbering = &places->numbering;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      location_t location = gimple_location (stmt);
      uint32_t line = line_of (location);
      if (line == 0 || follows (stmt))
        continue;
      unsigned number = inlinable_call (stmt)
                            ? hwpgo_number_call (numbering, line, bb->index)
                            : hwpgo_number_place (numbering, line, bb->index);
      gimple_set_location (stmt, give (places, location, number));
    }
}

/* The jump out of a block with one successor belongs to that block.  */
static void
number_jump (struct places *places, basic_block bb)
{
  if (!single_succ_p (bb))
    return;
  edge e = single_succ_edge (bb);
  uint32_t line = line_of (e->goto_locus);
  if (line != 0)
    e->goto_locus
        = give (places, e->goto_locus,
                hwpgo_number_place (&places->numbering, line, bb->index));
}

/* On an edge out of several GCC puts the location of what is first in the
   destination.  */
static void
number_branch (struct places *places, basic_block bb)
{
  struct hwpgo_numbering *numbering = &places->numbering;
  edge e;
  edge_iterator ei;
  if (single_succ_p (bb))
    return;
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      uint32_t line = line_of (e->goto_locus);
      unsigned number;
      if (line == 0)
        continue;
      if (!hwpgo_number_find (numbering, line, e->dest->index, &number))
        number = hwpgo_number_fresh (numbering, line);
      e->goto_locus = give (places, e->goto_locus, number);
    }
}

/* The number for STMT, a follower on LINE in BB.  */
static unsigned
number_of_follower (struct places *places, const gimple *stmt, uint32_t line,
                    basic_block bb)
{
  unsigned number;
  if (!hwpgo_number_find (&places->numbering, line, bb->index, &number))
    return 0;
  if (places->keep_equal || !gimple_debug_begin_stmt_p (stmt))
    return number;
  uint64_t *begun = hwpgo_map_slot (&places->begun, line, number);
  if (begun && (*begun)++ == 0)
    number |= HWPGO_DISCRIMINATOR_BEGIN;
  return number;
}

static void
number_followers (struct places *places, basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      location_t location = gimple_location (stmt);
      uint32_t line = line_of (location);
      if (line == 0 || !follows (stmt))
        continue;
      unsigned number = number_of_follower (places, stmt, line, bb);
      gimple_set_location (stmt, give (places, location, number));
    }
}

static void
report_overflow (const function *fn, uint64_t overflow)
{
  if (overflow == 0 || !hwpgo_report_wanted ())
    return;
  hwpgo_report_begin ("discriminators");
  hwpgo_report_string ("function",
                       IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn->decl)));
  hwpgo_report_u64 ("overflow", overflow);
  hwpgo_report_end ();
}

unsigned int
hwpgo_discriminate_execute (function *fn)
{
  struct places places = {};
  places.keep_equal = !optimize || flag_sanitize;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      number_statements (&places, bb);
      number_jump (&places, bb);
    }
  FOR_EACH_BB_FN (bb, fn)
    number_branch (&places, bb);
  FOR_EACH_BB_FN (bb, fn)
    {
      number_followers (&places, bb);
      /* GCC's own number of the block would show in the line table.  A link
         with LTO but without the plugin has nothing else.  */
      if (!flag_generate_lto)
        HWPGO_FORGET_DISCRIMINATOR (bb);
    }
  report_overflow (fn, places.numbering.overflow);
  if (hwpgo_plugin.bundle.profiles[HWPGO_FREQUENCY])
    hwpgo_written_keep (fn, &places.numbering);
  hwpgo_numbering_free (&places.numbering);
  hwpgo_map_free (&places.given);
  hwpgo_map_free (&places.begun);
  return 0;
}

void
hwpgo_discriminate_mark_object (void)
{
  /* An object of LTO bytecode has no line table.  */
  if (!hwpgo_plugin.args.discriminators || !hwpgo_line_table_wanted ()
      || !asm_out_file || seen_error () || !hwpgo_bytecode_numbered ()
      || flag_wpa || (flag_generate_lto && !flag_fat_lto_objects))
    return;
  char text[16];
  int length
      = snprintf (text, sizeof text, "%d\n", HWPGO_DISCRIMINATOR_LAYOUT);
  switch_to_section (get_section (
      ".hwpgo.layout", SECTION_DEBUG | SECTION_MERGE | SECTION_STRINGS | 1,
      NULL_TREE));
  /* With its NUL, so that the linker keeps one of all that are equal.  */
  assemble_string (text, length + 1);
}
