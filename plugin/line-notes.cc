/* Discriminators of insns into the line table.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC 11 and 12 write the discriminator of the basic block whose note the
   pass "final" has passed last.  By then the CFG is gone and such a note
   means nothing else, so one that holds the right number is put in front of
   each insn where the number changes:

     note [bb 3]                                 in force: 0
     insn at a.c:7                               .loc 1 7 3
     note [made up, discriminator 2]
     insn at a.c:7 with 2                        .loc 1 7 9 discriminator 2

   A beginning (discriminate.cc) counts by the address that "final" writes for
   it, that of the next insn.  Where that is not of the same execution, behind
   a label, or not of the same inlined call, it would count something else;
   then no copy of it in the function is one, however it is numbered: with the others
   alone most of what the place ran would be beside.

   An insn without a place has that of the one in front of it for the assembler,
   whatever jumps between them.  Behind a probe, which runs much less often than
   what is around it, that would count for the probe.  So the first such one of a
   block there is given another place of that line, where nothing is counted.

   A second pass right after "final" takes all that out again, because dumps of
   the final insns must not depend on -g (-fcompare-debug).  */

#include "plugin/gcc-headers.h"
#include "plugin/bytecode.h"
#include "plugin/carrier.h"
#include "plugin/copies.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"
#include "runtime/profile/discriminator.h"

bool
hwpgo_line_table_wanted (void)
{
  return dwarf_debuginfo_p () && debug_info_level >= DINFO_LEVEL_TERSE
         && (dwarf_version >= 4 || !dwarf_strict);
}

bool
hwpgo_line_notes_gate (function *)
{
  return hwpgo_plugin.args.discriminators && hwpgo_line_table_wanted ()
         && hwpgo_bytecode_numbered ();
}

/* --- beginnings ----------------------------------------------------------*/

/* Locations of beginnings.  */
typedef hash_set<int_hash<location_t, UNKNOWN_LOCATION> > location_set;

/* LOCATION without the number of the copy.  */
static location_t
place_of (location_t location)
{
  return hwpgo_location_with_discriminator (
      location, hwpgo_location_discriminator (location)
                    & hwpgo_discriminator_mask (HWPGO_ROUND_BASE));
}

static bool
beginning_p (const rtx_insn *insn)
{
  return NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_BEGIN_STMT
         && (hwpgo_location_discriminator (NOTE_MARKER_LOCATION (insn))
             & HWPGO_DISCRIMINATOR_BEGIN);
}

/* True for what may end one execution and begin another, or another part of
   the function.  */
static bool
apart_p (const rtx_insn *insn)
{
  return LABEL_P (insn) || BARRIER_P (insn)
         || (NOTE_P (insn)
             && NOTE_KIND (insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS);
}

/* The inlined body that BLOCK is in, NULL_TREE for the function itself.  */
static tree
body_around (tree block)
{
  while (block && TREE_CODE (block) == BLOCK && !hwpgo_source_inlined (block))
    block = BLOCK_SUPERCONTEXT (block);
  return block && TREE_CODE (block) == BLOCK ? block : NULL_TREE;
}

/* True if what is at INNER is in the same inlined body as what is at OUTER, or
   in one that is inlined in that.  */
static bool
within_p (location_t inner, location_t outer)
{
  tree around = body_around (LOCATION_BLOCK (outer));
  tree body = body_around (LOCATION_BLOCK (inner));
  while (body && body != around)
    body = body_around (BLOCK_SUPERCONTEXT (body));
  return body == around;
}

/* Does JUMP, which may be NULL, go to where another copy of the place of LOCATION
   begins?  */
static bool
merged_p (const rtx_insn *jump, location_t location)
{
  if (!jump || !simplejump_p (jump) || !JUMP_LABEL (jump))
    return false;
  for (const rtx_insn *insn = JUMP_LABEL_AS_INSN (jump);
       insn && !hwpgo_insn_written_p (insn) && !BARRIER_P (insn);
       insn = NEXT_INSN (insn))
    if (beginning_p (insn)
        && hwpgo_location_same_place_p (NOTE_MARKER_LOCATION (insn), location)
        && hwpgo_location_discriminator (NOTE_MARKER_LOCATION (insn))
               != hwpgo_location_discriminator (location))
      return true;
  return false;
}

/* Collect in BAD the places of beginnings whose address would say something else, and
   in MERGED the beginnings of copies that another one counts for.  */
static void
find_bad_beginnings (location_set *bad, location_set *merged)
{
  const rtx_insn *next = NULL; /* the insn that has the address.  */
  for (rtx_insn *insn = get_last_insn (); insn; insn = PREV_INSN (insn))
    if (apart_p (insn))
      next = NULL;
    else if (hwpgo_insn_written_p (insn))
      next = insn;
    else if (beginning_p (insn))
      {
        location_t location = NOTE_MARKER_LOCATION (insn);
        if (!next
            || (INSN_HAS_LOCATION (next)
                && !within_p (INSN_LOCATION (next), location)))
          bad->add (place_of (location));
        if (merged_p (next, location))
          merged->add (location);
      }
}

/* The discriminator to write for LOCATION.  */
static int
written_discriminator (location_t location, location_set *bad,
                       location_set *merged)
{
  int discriminator = hwpgo_location_discriminator (location);
  if (merged->contains (location))
    return HWPGO_BASE_ELSEWHERE;
  if (discriminator & HWPGO_DISCRIMINATOR_BEGIN
      && bad->contains (place_of (location)))
    discriminator &= ~HWPGO_DISCRIMINATOR_BEGIN;
  return discriminator;
}

/* --- insns without a place -----------------------------------------------*/

/* Those in the current function that were given one.  The insn chain keeps them
   alive.  */
static vec<rtx_insn *> placed;

/* The location that "final" writes a line for at INSN, or
   UNKNOWN_LOCATION.  */
static location_t
line_location (const rtx_insn *insn)
{
  if (NOTE_MARKER_P (insn))
    return NOTE_MARKER_LOCATION (insn);
  return hwpgo_insn_written_p (insn) ? INSN_LOCATION (insn) : UNKNOWN_LOCATION;
}

/* Is LOCATION the place of a probe?  */
static bool
probe_p (location_t location)
{
  uint32_t base = hwpgo_discriminator_get (
      hwpgo_location_discriminator (location), HWPGO_ROUND_BASE);
  return base >= HWPGO_BASE_PLACES && base < HWPGO_BASE_ELSEWHERE;
}

static void
place_others ()
{
  location_t last = UNKNOWN_LOCATION;
  bool other_block = false;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      location_t location = line_location (insn);
      if (LOCATION_LOCUS (location) != UNKNOWN_LOCATION)
        {
          last = location;
          other_block = false;
        }
      else if (hwpgo_insn_written_p (insn) && other_block && probe_p (last))
        {
          INSN_LOCATION (insn) = hwpgo_location_with_discriminator (
              last, HWPGO_BASE_ELSEWHERE);
          placed.safe_push (insn);
          other_block = false;
        }
      other_block |= apart_p (insn) || JUMP_P (insn);
    }
}

static void
unplace_others ()
{
  for (rtx_insn *insn : placed)
    INSN_LOCATION (insn) = UNKNOWN_LOCATION;
  placed.truncate (0);
}

#if !HWPGO_LOCATIONS_HAVE_DISCRIMINATORS
/* --- notes ---------------------------------------------------------------*/

/* The notes in the current function.  The insn chain keeps them alive.  */
static vec<rtx_insn *> notes;

/* What they point to, a block for each discriminator.  The collector does not
   follow a note to its block, so these are not its own.  */
static vec<basic_block> blocks;

/* The block that is nothing but DISCRIMINATOR.  */
static basic_block
block_for (int discriminator)
{
  unsigned i;
  basic_block bb;
  FOR_EACH_VEC_ELT (blocks, i, bb)
  if (bb->discriminator == discriminator)
    return bb;
  bb = XCNEW (basic_block_def);
  bb->discriminator = discriminator;
  blocks.safe_push (bb);
  return bb;
}

bool
hwpgo_line_notes_end_gate (function *)
{
  return !notes.is_empty () || !placed.is_empty ();
}

unsigned int
hwpgo_line_notes_execute (function *)
{
  place_others ();
  /* Not before the first true note: -pg calls the profiler at that one.  */
  bool begun = false;
  int in_force = 0;
  location_set bad, merged;
  find_bad_beginnings (&bad, &merged);
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      if (NOTE_INSN_BASIC_BLOCK_P (insn))
        {
          begun = true;
          in_force = NOTE_BASIC_BLOCK (insn)->discriminator;
        }
      location_t location = line_location (insn);
      if (!begun || LOCATION_LOCUS (location) == UNKNOWN_LOCATION)
        continue;
      int discriminator = written_discriminator (location, &bad, &merged);
      if (discriminator == in_force)
        continue;
      rtx_note *note = emit_note_before (NOTE_INSN_BASIC_BLOCK, insn);
      NOTE_BASIC_BLOCK (note) = block_for (discriminator);
      notes.safe_push (note);
      in_force = discriminator;
    }
  return 0;
}

unsigned int
hwpgo_line_notes_end_execute (function *)
{
  unsigned i;
  rtx_insn *note;
  unplace_others ();
  FOR_EACH_VEC_ELT (notes, i, note)
  remove_insn (note);
  notes.truncate (0);
  basic_block bb;
  FOR_EACH_VEC_ELT (blocks, i, bb)
  free (bb);
  blocks.truncate (0);
  return 0;
}

#else
/* --- no notes ------------------------------------------------------------*/

unsigned int
hwpgo_line_notes_execute (function *)
{
  place_others ();
  location_set bad, merged;
  find_bad_beginnings (&bad, &merged);
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (beginning_p (insn))
      {
        location_t location = NOTE_MARKER_LOCATION (insn);
        NOTE_MARKER_LOCATION (insn) = hwpgo_location_with_discriminator (
            location, written_discriminator (location, &bad, &merged));
      }
  return 0;
}

bool
hwpgo_line_notes_end_gate (function *)
{
  return !placed.is_empty ();
}

unsigned int
hwpgo_line_notes_end_execute (function *)
{
  unplace_others ();
  return 0;
}
#endif
