/* The rounds: copies get numbers that stand in the line table, and the counts
   that the profile has of each.
   SPDX-License-Identifier: GPL-2.0-or-later

   Until a round is assigned, statements have the numbers of copies.cc, which
   say what belongs together and nothing else.  In a round the copies of each
   place, which is a line with its discriminator so far in one chain of inlined
   calls, are numbered through in the order of copy-order.cc:

     for (i = 0; i < 4; i++)        unrolled        round 1
       if (f (i))                   5     number 0  5.6    copy 0 of 4
         g (i);                     5     number 7  5.7    copy 1 of 4
                                    5     number 8  5.8
                                    5     number 9  5.9

   The bodies that cloning has made of one function are copies of all of it,
   and numbered with the others.

   So the field depends on nothing but the copies of this place: what else is
   edited in the function does not change it.  Then the profile's counts are
   loaded under the fields assigned so far (load-round.cc).  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/copies.h"
#include "plugin/copy-numbers.h"
#include "plugin/load.h"
#include "plugin/plugin.h"
#include "plugin/remember.h"
#include "plugin/report.h"
#include "plugin/source-place.h"
#include "plugin/vector-factors.h"

/* The work on one function.  */
struct assigning
{
  function *fn;
  enum hwpgo_round round;
  struct hwpgo_copy_numbers numbers;
  unsigned body, n_bodies; /* in round 1; see hwpgo_copies_bodies.  */
  struct hwpgo_map places; /* (location, 0) to its place and 1.  */
  struct hwpgo_map stands; /* (place, copy) to where it stands.  */
  auto_vec<unsigned> depths; /* see hwpgo_copy_depths; empty without blocks.  */
  uint64_t depth;            /* where the visitor is.  */
  uint64_t n_seen, n_noted;
  struct hwpgo_map given;  /* (location, 0) to the new one and 1.  */
  struct hwpgo_map told;   /* vectorised places that the object tells of:
                              (place, field) to 1.  */
  uint64_t overflow;       /* locations of copies that are not told apart.  */
};

/* The numbers of copies in one function: (location as it was after the round,
   round) to how many its place has.  */
static struct hwpgo_map copied;
static tree copied_function;

/* --- all locations -------------------------------------------------------*/

/* What is done with LOCATION, of a statement that makes code if REAL: the
   location to have instead.  Arguments of PHIs and jumps do not count as code:
   most are gone in the end, and a copy that is missing then would spoil the
   others.  */
typedef location_t visitor (struct assigning *a, location_t location,
                            bool real);

static void
visit_arguments (struct assigning *a, basic_block bb, visitor *visit)
{
  for (gphi_iterator gpi = gsi_start_phis (bb); !gsi_end_p (gpi);
       gsi_next (&gpi))
    for (unsigned i = 0; i < gimple_phi_num_args (gpi.phi ()); i++)
      {
        location_t location = gimple_phi_arg_location (gpi.phi (), i);
        gimple_phi_arg_set_location (gpi.phi (), i,
                                     visit (a, location, false));
      }
}

static void
visit_gimple (struct assigning *a, visitor *visit)
{
  auto_vec<basic_block> order;
  hwpgo_copy_order (a->fn, &order);
  for (unsigned i = 0; i < order.length (); i++)
    {
      basic_block bb = order[i];
      edge e;
      edge_iterator ei;
      a->depth = a->depths[bb->index];
      visit_arguments (a, bb, visit);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        {
          gimple *stmt = gsi_stmt (gsi);
          bool real = !is_gimple_debug (stmt)
                      && gimple_code (stmt) != GIMPLE_LABEL
                      && !gimple_clobber_p (stmt);
          location_t location = gimple_location (stmt);
          gimple_set_location (stmt, visit (a, location, real));
        }
      FOR_EACH_EDGE (e, ei, bb->succs)
        e->goto_locus = visit (a, e->goto_locus, false);
    }
}

static void
visit_insns (struct assigning *a, visitor *visit)
{
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (INSN_P (insn))
      {
        INSN_LOCATION (insn)
            = visit (a, INSN_LOCATION (insn), hwpgo_insn_written_p (insn));
      }
    else if (NOTE_MARKER_P (insn))
      NOTE_MARKER_LOCATION (insn)
          = visit (a, NOTE_MARKER_LOCATION (insn), false);
}

/* The same in the order of the ways, not in that in which insns stand.  */
static void
visit_insns_in_order (struct assigning *a, visitor *visit)
{
  auto_vec<basic_block> order;
  rtx_insn *insn;
  hwpgo_copy_order (a->fn, &order);
  for (basic_block bb : order)
    {
      a->depth = a->depths[bb->index];
      FOR_BB_INSNS (bb, insn)
        if (INSN_P (insn))
          INSN_LOCATION (insn)
              = visit (a, INSN_LOCATION (insn), hwpgo_insn_written_p (insn));
    }
}

/* --- assigning -----------------------------------------------------------*/

/* The place of LOCATION by the fields before the round, 0 if it has none.  */
static uint64_t
place_of (struct assigning *a, location_t location)
{
  struct hwpgo_place place;
  if (!hwpgo_source_place (a->fn->decl, location, &place))
    return 0;
  place.frames[0].at.discriminator
      = hwpgo_location_discriminator (location)
        & hwpgo_discriminator_mask ((enum hwpgo_round) (a->round - 1));
  return hwpgo_copy_place (&a->numbers, &place);
}

/* The number of the copy that LOCATION is of.  */
static unsigned
copy_of (const struct assigning *a, location_t location)
{
  return hwpgo_copies_number (hwpgo_location_discriminator (location),
                              a->round);
}

/* The copy that code at LOCATION is of, *COPY of *PLACE.  False if it is of none
   that is numbered.  */
static bool
find_copy (struct assigning *a, location_t location, bool real,
           uint64_t *place, uint64_t *copy)
{
  if (LOCATION_LOCUS (location) < RESERVED_LOCATION_COUNT || !real)
    return false;
  uint64_t *known = hwpgo_map_slot (&a->places, location, 0);
  if (known && !*known)
    *known = place_of (a, location) + 1;
  *place = known ? *known - 1 : 0;
  *copy = copy_of (a, location);
  return *place
         && !hwpgo_copies_aside_p (hwpgo_location_discriminator (location),
                                   a->round);
}

/* Loops may be so deep where the place of code in the function is known with their depth.  */
#define DEPTH_SHIFT 48

/* See where a copy stands: what of it is in the most loops, and of that what comes first.
   What was moved out of loops is of the one copy of several that was moved first, and a
   tail that several have in common of any of them.  Where there are no blocks any more,
   what comes last stands for the copy.  */
static location_t
see (struct assigning *a, location_t location, bool real)
{
  uint64_t place, copy, *stands;
  a->n_seen++;
  if (find_copy (a, location, real, &place, &copy)
      && (stands = hwpgo_map_slot (&a->stands, place, copy))
      && (!*stands || a->depths.is_empty () || *stands >> DEPTH_SHIFT < a->depth))
    *stands = a->depth << DEPTH_SHIFT | a->n_seen;
  return location;
}

/* Number the copies by where they stand.  */
static location_t
note (struct assigning *a, location_t location, bool real)
{
  uint64_t place, copy;
  const uint64_t *stands;
  a->n_noted++;
  if (find_copy (a, location, real, &place, &copy)
      && (stands = hwpgo_map_find (&a->stands, place, copy))
      && *stands == (a->depth << DEPTH_SHIFT | a->n_noted))
    hwpgo_copy_note (&a->numbers, place, copy);
  return location;
}

/* The round's field for LOCATION, which is of PLACE; *COPIES is how many
   that has, 0 if it has no field.  */
static uint32_t
field_of (struct assigning *a, uint64_t place, location_t location,
          uint32_t *copies)
{
  uint64_t k, n;
  *copies = 0;
  if (!place)
    return 0;
  if (hwpgo_copies_aside_p (hwpgo_location_discriminator (location), a->round))
    return hwpgo_discriminator_untold (a->round);
  bool found
      = hwpgo_copy_find (&a->numbers, place, copy_of (a, location), &k, &n);
  /* Of a copy that has lost its code nothing but a marker is there, which
     tells of no other copy.  */
  if (!found)
    return n ? hwpgo_discriminator_untold (a->round) : 0;
  k += a->body * n;
  n *= a->n_bodies;
  uint32_t field
      = hwpgo_discriminator_copy (a->round, MIN (k, (uint64_t) UINT32_MAX),
                                  MIN (n, (uint64_t) UINT32_MAX));
  a->overflow += field == hwpgo_discriminator_untold (a->round);
  *copies = field ? MIN (n, (uint64_t) UINT32_MAX) : 0;
  return field;
}

/* What was at FROM, of PLACE, has FIELD now, at TO.  Have the object tell if
   it is vectorised.  */
static void
follow_vectors (struct assigning *a, uint64_t place, uint32_t field,
                location_t from, location_t to)
{
  unsigned factor = hwpgo_vector_factor (from);
  hwpgo_vector_factor_number (from, to);
  uint64_t *told = factor > 1 && place && a->round == HWPGO_ROUND_1
                       ? hwpgo_map_slot (&a->told, place, field)
                       : NULL;
  if (told && !*told)
    {
      hwpgo_remember_factor (a->fn->decl, to, factor);
      *told = 1;
    }
}

static location_t
assign (struct assigning *a, location_t location, bool)
{
  if (LOCATION_LOCUS (location) < RESERVED_LOCATION_COUNT)
    return location;
  uint64_t *given = hwpgo_map_slot (&a->given, location, 0);
  if (given && *given)
    return *given - 1;
  unsigned shift = hwpgo_discriminator_shift (a->round);
  uint32_t discriminator
      = hwpgo_location_discriminator (location) & ((1u << shift) - 1);
  uint64_t place = place_of (a, location);
  uint32_t n;
  uint32_t field = field_of (a, place, location, &n);
  hwpgo_discriminator_set (&discriminator, a->round, field);
  location_t now = hwpgo_location_with_discriminator (location, discriminator);
  follow_vectors (a, place, field, location, now);
  uint64_t *number = n ? hwpgo_map_slot (&copied, now, a->round) : NULL;
  if (number)
    *number = n;
  given = hwpgo_map_slot (&a->given, location, 0);
  if (given)
    *given = now + UINT64_C (1);
  return now;
}

static void
report_overflow (const struct assigning *a)
{
  if (a->overflow == 0 || !hwpgo_report_wanted ())
    return;
  hwpgo_report_begin ("copies");
  hwpgo_report_string ("function",
                       IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (a->fn->decl)));
  hwpgo_report_u64 ("round", a->round);
  hwpgo_report_u64 ("overflow", a->overflow);
  hwpgo_report_end ();
}

/* Assign ROUND's field in FN.  */
static void
assign_round (function *fn, enum hwpgo_round round)
{
  struct assigning a = {};
  a.fn = fn;
  a.round = round;
  a.n_bodies = 1;
  if (fn->curr_properties & PROP_cfg)
    hwpgo_copy_depths (fn, &a.depths);
  if (round == HWPGO_ROUND_1)
    {
      hwpgo_map_free (&copied);
      copied_function = fn->decl;
      hwpgo_copies_bodies (fn->decl, &a.body, &a.n_bodies);
      hwpgo_vector_factors_separate (fn);
    }
  bool gimple = current_ir_type () == IR_GIMPLE;
  void (*visit_all) (struct assigning *, visitor *)
      = gimple ? visit_gimple : visit_insns;
  void (*visit_code) (struct assigning *, visitor *)
      = gimple                           ? visit_gimple
        : fn->curr_properties & PROP_cfg ? visit_insns_in_order
                                         : visit_insns;
  visit_code (&a, see);
  visit_code (&a, note);
  visit_all (&a, assign);
  hwpgo_copies_assigned (fn, round);
  hwpgo_vector_factors_numbered ();
  report_overflow (&a);
  hwpgo_copy_numbers_free (&a.numbers);
  hwpgo_map_free (&a.places);
  hwpgo_map_free (&a.stands);
  hwpgo_map_free (&a.given);
  hwpgo_map_free (&a.told);
}

uint32_t
hwpgo_copies_of (function *fn, location_t location, enum hwpgo_round round)
{
  if (copied_function != fn->decl)
    return 0;
  unsigned end = hwpgo_discriminator_shift ((enum hwpgo_round) (round + 1));
  unsigned until = hwpgo_location_discriminator (location) & ((1u << end) - 1);
  const uint64_t *n = hwpgo_map_find (
      &copied, hwpgo_location_with_discriminator (location, until), round);
  return n ? *n : 0;
}

/* --- the passes ----------------------------------------------------------*/

bool
hwpgo_round_1_gate (function *fn)
{
  return hwpgo_copies_wanted (fn);
}

unsigned int
hwpgo_round_1_execute (function *fn)
{
  assign_round (fn, HWPGO_ROUND_1);
  hwpgo_load_round (fn, HWPGO_ROUND_1);
  return 0;
}

bool
hwpgo_round_1_rest_gate (function *fn)
{
  return hwpgo_copies_wanted (fn) && hwpgo_copies_round (fn) == HWPGO_ROUND_1;
}

unsigned int
hwpgo_round_1_rest_execute (function *fn)
{
  return hwpgo_round_1_execute (fn);
}

bool
hwpgo_round_2_gate (function *fn)
{
  return hwpgo_copies_wanted (fn) && hwpgo_copies_round (fn) == HWPGO_ROUND_2;
}

unsigned int
hwpgo_round_2_execute (function *fn)
{
  assign_round (fn, HWPGO_ROUND_2);
  hwpgo_load_round (fn, HWPGO_ROUND_2);
  return 0;
}

bool
hwpgo_round_final_gate (function *fn)
{
  return hwpgo_copies_wanted (fn);
}

unsigned int
hwpgo_round_final_execute (function *fn)
{
  for (int round = hwpgo_copies_round (fn); round < HWPGO_ROUNDS; round++)
    assign_round (fn, (enum hwpgo_round) round);
  return 0;
}
