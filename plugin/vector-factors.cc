/* How many iterations of the source one of a vectorised loop is.
   SPDX-License-Identifier: GPL-2.0-or-later

   The vectoriser forgets its factor when it is done.  But where a loop walked
   through memory by some number of bytes each time, it does so now by a
   multiple of that, and the same for all its loads and stores: the factor. The
   new statements have the locations of the old ones, and those of epilogues
   and other versions numbers of their own (copies.cc).  So a pass in front of
   the vectoriser notes by how much each load and store moves, one behind it
   compares, and the factor stays with the locations in the loop.

   A loop without loads and stores, and what is vectorised in a loop around
   the innermost, is not seen.  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/copies.h"
#include "plugin/plugin.h"
#include "plugin/vector-factors.h"
#include "runtime/base/memory.h"
#include "runtime/profile/discriminator.h"
#include "runtime/profile/hint-section.h"

/* Of the function with this DECL_UID.  */
static struct
{
  unsigned uid;
  struct hwpgo_map steps;   /* of (locus, is it a store), in bytes for each
                               iteration before vectorising.  */
  struct hwpgo_map factors; /* of (location, 0).  */
  struct hwpgo_map next;    /* the same, while copies are numbered.  */
} current;

/* What is in STEPS where several differ.  */
#define SEVERAL UINT64_MAX

static void
turn_to (function *fn)
{
  if (current.uid == DECL_UID (fn->decl))
    return;
  current.uid = DECL_UID (fn->decl);
  hwpgo_map_free (&current.steps);
  hwpgo_map_free (&current.factors);
  hwpgo_map_free (&current.next);
  current.steps = current.factors = current.next = {};
}

/* The bytes by which what STMT, in LOOP, loads or stores moves with each
   iteration, in either direction; 0 if that is not known or no constant.  */
static uint64_t
step_of (class loop *loop, gimple *stmt)
{
  struct innermost_loop_behavior behavior = {};
  if (!gimple_vuse (stmt) || !gimple_assign_single_p (stmt)
      || gimple_has_volatile_ops (stmt))
    return 0;
  tree ref = gimple_store_p (stmt) ? gimple_assign_lhs (stmt)
                                   : gimple_assign_rhs1 (stmt);
  if (!dr_analyze_innermost (&behavior, ref, loop, stmt) || !behavior.step
      || !tree_fits_shwi_p (behavior.step))
    return 0;
  HOST_WIDE_INT step = tree_to_shwi (behavior.step);
  return absu_hwi (step);
}

static uint64_t *
step_slot (gimple *stmt)
{
  return hwpgo_map_slot (&current.steps,
                         LOCATION_LOCUS (gimple_location (stmt)),
                         gimple_store_p (stmt));
}

/* --- in front of the vectoriser ------------------------------------------*/

bool
hwpgo_strides_gate (function *fn)
{
  return hwpgo_copies_wanted (fn) && loops_for_fn (fn)
         && number_of_loops (fn) > 1
         && (flag_tree_loop_vectorize || fn->has_force_vectorize_loops);
}

unsigned int
hwpgo_strides_execute (function *fn)
{
  basic_block bb;
  turn_to (fn);
  FOR_EACH_BB_FN (bb, fn)
    if (loop_outer (bb->loop_father) && !bb->loop_father->inner)
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        {
          gimple *stmt = gsi_stmt (gsi);
          uint64_t step = step_of (bb->loop_father, stmt);
          uint64_t *slot
              = step && gimple_has_location (stmt) ? step_slot (stmt) : NULL;
          if (slot)
            *slot = *slot == 0 || *slot == step ? step : SEVERAL;
        }
  return 0;
}

/* --- behind it -----------------------------------------------------------*/

/* What is known of one loop.  */
struct vectorized
{
  bool vectors;    /* it works with some.  */
  bool doubtful;   /* not all of it moves by the same factor.  */
  uint64_t factor; /* 0: not known.  */
};

static bool
has_vector_p (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  return lhs && VECTOR_TYPE_P (TREE_TYPE (lhs));
}

/* Take what STMT in LOOP tells into V.  */
static void
look_at (class loop *loop, gimple *stmt, struct vectorized *v)
{
  v->vectors |= has_vector_p (stmt);
  uint64_t now = step_of (loop, stmt);
  const uint64_t *before = hwpgo_map_find (
      &current.steps, LOCATION_LOCUS (gimple_location (stmt)),
      now && gimple_store_p (stmt));
  if (now == 0 || !before || *before == SEVERAL)
    return;
  uint64_t factor = now % *before == 0 ? now / *before : 0;
  if (factor == 0 || factor > HWPGO_HINT_FACTOR_MAX
      || (v->factor && v->factor != factor))
    v->doubtful = true;
  v->factor = factor;
}

static void
set_factor (struct hwpgo_map *factors, location_t location, uint64_t factor)
{
  if (LOCATION_LOCUS (location) < RESERVED_LOCATION_COUNT)
    return;
  uint64_t *slot = hwpgo_map_slot (factors, location, 0);
  if (slot)
    *slot = factor;
}

bool
hwpgo_vectorized_gate (function *fn)
{
  return current.uid == DECL_UID (fn->decl) && current.steps.used > 0
         && loops_for_fn (fn);
}

unsigned int
hwpgo_vectorized_execute (function *fn)
{
  basic_block bb;
  auto_vec<struct vectorized> loops;
  loops.safe_grow_cleared (number_of_loops (fn), true);
  FOR_EACH_BB_FN (bb, fn)
    if (loop_outer (bb->loop_father) && !bb->loop_father->inner)
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        look_at (bb->loop_father, gsi_stmt (gsi),
                 &loops[bb->loop_father->num]);
  FOR_EACH_BB_FN (bb, fn)
    {
      const struct vectorized *v = &loops[bb->loop_father->num];
      if (!v->vectors || v->doubtful || v->factor < 2)
        continue;
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        set_factor (&current.factors, gimple_location (gsi_stmt (gsi)),
                    v->factor);
      if (dump_file && bb == bb->loop_father->header)
        fprintf (dump_file,
                 ";; loop %d: one iteration is " HOST_WIDE_INT_PRINT_UNSIGNED
                 " of the source\n",
                 bb->loop_father->num, v->factor);
    }
  hwpgo_map_free (&current.steps);
  current.steps = {};
  return 0;
}

/* --- later ---------------------------------------------------------------*/

unsigned
hwpgo_vector_factor (location_t location)
{
  const uint64_t *factor = cfun && current.uid == DECL_UID (cfun->decl)
                               ? hwpgo_map_find (&current.factors, location, 0)
                               : NULL;
  return factor ? *factor : 1;
}

/* The key of the place and copy at LOCATION, which is the same for all columns
   of a line.  */
static uint64_t *
place_slot (struct hwpgo_map *map, location_t location)
{
  uint64_t line = LOCATION_LINE (location);
  return hwpgo_map_slot (map,
                         line << 32 | hwpgo_location_discriminator (location),
                         (uintptr_t) LOCATION_BLOCK (location));
}

/* For all code, what it says of how deep in loops the vectorised places
   stand.  */
static void
note_depths (function *fn, struct hwpgo_map *depths)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb);
         !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
      {
        location_t location = gimple_location (gsi_stmt (gsi));
        uint64_t *depth = hwpgo_vector_factor (location) > 1
                              ? place_slot (depths, location)
                              : NULL;
        if (depth && *depth < (uint64_t) bb_loop_depth (bb))
          *depth = bb_loop_depth (bb);
      }
}

void
hwpgo_vector_factors_separate (function *fn)
{
  basic_block bb;
  struct hwpgo_map depths = {};
  if (current.uid != DECL_UID (fn->decl) || current.factors.used == 0
      || !loops_for_fn (fn))
    return;
  note_depths (fn, &depths);
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb);
         !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
      {
        location_t location = gimple_location (gsi_stmt (gsi));
        if (LOCATION_LOCUS (location) < RESERVED_LOCATION_COUNT)
          continue;
        uint64_t *depth = place_slot (&depths, location);
        if (depth && *depth > (uint64_t) bb_loop_depth (bb))
          gimple_set_location (gsi_stmt (gsi),
                               hwpgo_location_with_discriminator (
                                   location, HWPGO_BASE_ELSEWHERE));
      }
  hwpgo_map_free (&depths);
}

void
hwpgo_vector_factor_copy (location_t from, location_t to)
{
  unsigned factor = hwpgo_vector_factor (from);
  if (factor > 1)
    set_factor (&current.factors, to, factor);
}

/* The numbers before and after may be the same, of different copies.  */
void
hwpgo_vector_factor_number (location_t from, location_t to)
{
  unsigned factor = hwpgo_vector_factor (from);
  if (factor > 1)
    set_factor (&current.next, to, factor);
}

void
hwpgo_vector_factors_numbered ()
{
  hwpgo_map_free (&current.factors);
  current.factors = current.next;
  current.next = {};
}
