/* The longest way from one value to another inside a loop.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_WAY_H
#define HWPGO_PLUGIN_BRANCHLESS_WAY_H

#include "plugin/branchless.h"

/* Names looked at for one way; what is further away is taken as not
   connected.  */
#define HWPGO_WAY_NAMES 256

/* The longest way from a value to another, where branches go as they usually
   do; LATENCY is in cycles, and -1 if there is none.  */
struct hwpgo_way
{
  double latency;
  double loads; /* on that way, that may miss.  */
};

static const hwpgo_way hwpgo_no_way = { -1, 0 };

static inline hwpgo_way
hwpgo_longer (hwpgo_way a, hwpgo_way b)
{
  return b.latency > a.latency ? b : a;
}

/* A, and CYCLES more.  */
static inline hwpgo_way
hwpgo_later (hwpgo_way a, double cycles)
{
  if (a.latency >= 0)
    a.latency += cycles;
  return a;
}

/* The last statement that set the place which LOAD, from a local variable,
   takes its value from, or the whole of the variable; NULL where that is not
   known.  */
gassign *hwpgo_set_before (gimple *load);

/* Add to STORES those of the same turn of LOOP that have put something where
   LOAD loads from.  */
void hwpgo_stored_before (const class loop *loop, gimple *load,
                          vec<gassign *> *stores);

/* What is to be, or has been, converted.  */
struct hwpgo_conversion
{
  const struct hwpgo_region *region; /* or NULL, */
  const vec<gassign *> *selects; /* and these, minima, maxima and comparisons
                                    as well, or NULL.  */
  bool late;                     /* with loads from selected places.  */
  const vec<hwpgo_region> *along = NULL; /* regions beside that one.  */

  unsigned n_along () const { return along ? along->length () : 0; }
};

/* One turn of many, in which each branch goes one way.  */
struct hwpgo_turn
{
  unsigned number; /* from 1 on.  */
  /* When that is known which is carried from one turn to the next.  */
  hash_map<tree, hwpgo_way> times;
  /* Where ways meet, in the order in which that was seen.  */
  auto_vec<basic_block> joins;
};

/* The edge by which BB is entered in TURN: of those from within LOOP where it
   is the loop's header, as often as each is taken, and evenly so in turns that
   follow each other.  NULL where that is not known.  */
edge hwpgo_turn_enters (struct hwpgo_turn *turn, const class loop *loop,
                        basic_block bb);

/* Let *BEFORE and *AFTER be by how much later a turn of LOOP ends than the one
   before, in cycles and in loads that may miss, with the branch of WHAT and
   with its selects: by following some turns.  False where the profile does not
   say how often which way is gone.  */
bool hwpgo_follow_turns (class loop *loop, hwpgo_conversion what,
                         hwpgo_way *before, hwpgo_way *after);

/* Finds the ways from one value, inside LOOP, where WHAT is converted, or as
   if it were not.  From NULL_TREE: from all that a turn begins with.  In a
   TURN: from when it begins, where things are known as TURN says.  */
class hwpgo_walker
{
public:
  hwpgo_walker (class loop *loop, tree from, hwpgo_conversion what,
                bool converted)
      : m_loop (loop), m_from (from), m_what (what), m_converted (converted),
        m_turn (NULL), m_left (HWPGO_WAY_NAMES)
  {
  }
  hwpgo_walker (class loop *loop, struct hwpgo_turn *turn,
                hwpgo_conversion what, bool converted)
      : m_loop (loop), m_from (NULL_TREE), m_what (what),
        m_converted (converted), m_turn (turn), m_left (HWPGO_WAY_NAMES)
  {
  }
  /* To VALUE, to the slowest of the N CONDS compared, and to PHI, which the
     conversion selects.  */
  hwpgo_way to (tree value);
  hwpgo_way to_conditions (gcond *const *conds, unsigned n);
  hwpgo_way to_selected (gphi *phi);
  /* Is PHI what the conversion selects?  */
  bool selected_p (gphi *phi) const { return selecting (phi) != NULL; }

private:
  const struct hwpgo_region *selecting (gphi *phi) const;
  const struct hwpgo_region *storing (basic_block bb) const;
  hwpgo_way to_other () const;
  hwpgo_way to_phi (gphi *phi);
  hwpgo_way to_inner (gphi *phi);
  hwpgo_way to_usual (gphi *phi);
  hwpgo_way to_select (gassign *stmt);
  hwpgo_way to_uses (gimple *stmt);
  hwpgo_way to_stored (gassign *store);
  hwpgo_way to_loaded (gimple *load);
  hwpgo_way to_statement (gimple *stmt);

  class loop *m_loop;
  tree m_from;
  hwpgo_conversion m_what;
  bool m_converted;
  struct hwpgo_turn *m_turn;
  unsigned m_left;
  hash_map<tree, hwpgo_way> m_known;
};

/* Fill what C has of the longest paths from one turn to the next, BEFORE and
   AFTER the conversion, of a loop with so many INSNS a turn and TURNS an
   entry. C knows if any path is CARRIED.  */
void hwpgo_paths_note (hwpgo_way before, hwpgo_way after, double insns,
                       double turns, struct hwpgo_select_case *c);

/* Fill the same of the current function, if it calls itself, as of a loop:
   what WHAT adds to the path from one call to the next.  */
void hwpgo_recursion_measure (hwpgo_conversion what,
                              struct hwpgo_select_case *c);

#endif
