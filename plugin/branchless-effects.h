/* The branchless conversion: what an arm does besides computing.
   SPDX-License-Identifier: GPL-2.0-or-later

   Stores, calls that do more than compute, and loads that may not run always.
   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_EFFECTS_H
#define HWPGO_PLUGIN_BRANCHLESS_EFFECTS_H

#include "plugin/branchless.h"

/* Those that an arm may have.  */
#define HWPGO_MAX_EFFECTS 8

/* Places that are selected where effects are apart.  */
#define HWPGO_MAX_PLACES 8

/* What is loaded from such a place, or stored to it.  */
struct hwpgo_place_access
{
  bool stores;
  bool copies;                /* what it stores was loaded right there.  */
  unsigned char offset, size; /* bytes.  */
};

/* A place of memory that one arm alone accesses.  */
struct hwpgo_place_selected
{
  unsigned arm;
  tree core; /* a pointer there, or a reference.  */
  unsigned n_accesses;
  struct hwpgo_place_access accesses[2 * HWPGO_MAX_EFFECTS];
  /* The pointer to it or to where nothing matters, for stores [0] and for
     loads [1], which may be the same; NULL_TREE until it is there.  */
  tree selected[2];
};

/* The effects of both arms, in their order, two of a kind each; NULL where
   an arm has none and stores what is there.  Where they are apart, those of
   the first arm come first, and not one has a counterpart.  */
struct hwpgo_effects
{
  unsigned n;
  unsigned n_by_arm[2];
  gimple *by_arm[2 * HWPGO_MAX_EFFECTS][2];
  /* Two stores, made as if each arm had only its own.  */
  bool separate[2 * HWPGO_MAX_EFFECTS];
  unsigned n_places; /* where they are apart.  */
  struct hwpgo_place_selected places[HWPGO_MAX_PLACES];
};

/* Have the arms of H the same effects, so that one can take the place of each
   two, or may each be made for itself if H says so?  NONE if so, or if they
   have none.  Fills E; with none if not so.  */
hwpgo_refusal hwpgo_effects_match (const struct hwpgo_hammock *h,
                                   struct hwpgo_effects *e);

/* The effects of R, whose places are those of arm number 0.  False if there
   are too many.  */
bool hwpgo_effects_of_region (const struct hwpgo_region *r,
                              struct hwpgo_effects *e);

/* The selects that the places of E take.  */
unsigned hwpgo_effects_place_selects (const struct hwpgo_effects *e);

/* So many of these are hidden from GCC, as they are loaded from.  */
unsigned hwpgo_effects_places_hidden (const struct hwpgo_effects *e);

/* True if STMT of an arm of H is such an effect.  */
bool hwpgo_effect_sinks (const struct hwpgo_hammock *h, gimple *stmt);

/* Make one before *END of the effects number I of E, which are in H.  *MEMORY
   is the virtual operand there; NULL for the first, and set to what a store
   makes of it.  Returns the number of selects.  */
unsigned hwpgo_effect_sink (const struct hwpgo_hammock *h,
                            struct hwpgo_effects *e, unsigned i, tree *memory,
                            gimple_stmt_iterator *end);

/* Forget what was known of NAME, the result of a call or load that is made for
   two now: its value, and what it points to.  */
void hwpgo_forget_result (tree name);

/* Selects that this takes for all effects of H.  */
unsigned hwpgo_effects_selects (const struct hwpgo_hammock *h);

/* Stores among them, two counted as one, whose place is selected.  */
unsigned hwpgo_effects_places (const struct hwpgo_hammock *h);

/* Is the place of one of them selected from two members of one object?  */
bool hwpgo_effects_select_members_p (const struct hwpgo_hammock *h);

/* Loads among them, two counted as one.  */
unsigned hwpgo_effects_loads (const struct hwpgo_hammock *h);

/* The loads and stores among them that arm number ARM has for itself.  */
void hwpgo_effects_apart (const struct hwpgo_hammock *h, unsigned arm,
                          unsigned *loads, unsigned *stores);

/* Is what one arm of H, which are apart, stores loaded soon behind the
   join?  */
bool hwpgo_effects_reloaded_p (const struct hwpgo_hammock *h);

/* Is STMT a load of what E stores to a selected place?  */
bool hwpgo_redirect_reloads_p (const struct hwpgo_effects *e, gimple *stmt);

/* Are A and B but for a constant number of bytes the same place?  */
bool hwpgo_beside_p (tree a, tree b);

/* Does one of the N branches CONDS, all in one loop, look at what the effects E
   store?  Then they do so again when the loop is entered anew: so often for
   one turn.  0 if not, or if it is not known how often the loop turns.  */
double hwpgo_effects_again (const struct hwpgo_effects *e, gcond *const *conds,
                            unsigned n);

/* Are there stores among E, pointers to one of two places by COND, that the next turns of
   the loop around, or of another one, follow?  */
bool hwpgo_effects_relink_p (const struct hwpgo_effects *e, gcond *cond);

/* True if A of the first arm of H and B of the second will be different
   values: the results of two calls that become one will not.  */
bool hwpgo_values_differ (const struct hwpgo_hammock *h, tree a, tree b);

/* What an arm calls.  */
struct hwpgo_calls_before
{
  bool any;   /* at all: it may not come back.  */
  bool frees; /* before a statement: it may free memory.  */
};

/* What arm number ARM of H calls, and before STMT, which is in it.  */
hwpgo_calls_before hwpgo_effects_calls_before (const struct hwpgo_hammock *h,
                                               unsigned arm, gimple *stmt);

/* STMT if it is a store, of a value or of a copy of what is elsewhere in
   memory, that could be one of two, else NULL.  */
gassign *hwpgo_store_plain (gimple *stmt);

/* May A and B, stores of the two arms of which one may be NULL, be one?  */
hwpgo_refusal hwpgo_stores_check (const struct hwpgo_hammock *h, gassign *a,
                                  gassign *b);

/* The merged state of memory of BB; NULL if it has none.  */
gphi *hwpgo_memory_phi (basic_block bb);

/* Remove STORE, and put one in front of all statements of BB, which has a merged
   state of memory.  */
void hwpgo_store_remove (gassign *store);
void hwpgo_store_insert (gassign *store, basic_block bb);

/* Do A and B, if both are there, store to different places?  */
bool hwpgo_store_places_differ_p (gassign *a, gassign *b);

/* Are A and B, stores of the two arms to different places, better made each
   for itself?  Either may be NULL.  */
bool hwpgo_stores_separate_p (const struct hwpgo_hammock *h, gassign *a,
                              gassign *b);

/* Are A and B different members of one object, which may become variables of
   their own?  */
bool hwpgo_members_p (tree a, tree b);

/* Does REF name whole bytes whose address can be taken?  */
bool hwpgo_place_addressable_p (tree ref);

/* Is REF made of nothing that varies, but for indexes and what an address is the sum
   of?  */
bool hwpgo_place_plain_p (tree ref);

/* The address of REF before *END.  */
tree hwpgo_insert_address (tree ref, gimple_stmt_iterator *end);

/* The index that A and B, elements of arrays at fixed addresses, have both;
   NULL_TREE if there is none.  */
tree hwpgo_same_index (tree a, tree b);

/* REF or OTHER, of one type, as the condition of H says, before *END, to be
   stored to or (LOADS) loaded from.  They are addressable if they differ.  */
tree hwpgo_insert_place (const struct hwpgo_hammock *h, tree ref, tree other,
                         bool loads, gimple_stmt_iterator *end);

/* Is STMT a load, and no copy from memory to memory, which is a store?  */
bool hwpgo_load_p (gimple *stmt);

/* Are the loads of H's arms effects?  So it is if one of them may not run
   always, and the arms have as many.  */
bool hwpgo_loads_sink_p (const struct hwpgo_hammock *h);

/* As for stores, of two loads.  */
hwpgo_refusal hwpgo_loads_check (const struct hwpgo_hammock *h, gimple *a,
                                 gimple *b);
void hwpgo_load_sink (const struct hwpgo_hammock *h, gassign *a, gassign *b,
                      tree memory, gimple_stmt_iterator *end);

/* As hwpgo_effects_selects and hwpgo_effect_sink, of two stores.  */
unsigned hwpgo_stores_selects (const struct hwpgo_hammock *h, gassign *a,
                               gassign *b);
void hwpgo_store_sink (const struct hwpgo_hammock *h, gassign *a, gassign *b,
                       tree *memory, gimple_stmt_iterator *end);

/* Is the call STMT to a builtin that is expanded in place, has no effect and
   is harmless on any operand?  */
bool hwpgo_call_harmless_p (gimple *stmt);

/* As for stores, of two calls.  */
hwpgo_refusal hwpgo_calls_check (const struct hwpgo_hammock *h, gcall *a,
                                 gcall *b);
unsigned hwpgo_calls_selects (const struct hwpgo_hammock *h, gcall *a,
                              gcall *b);
void hwpgo_call_sink (const struct hwpgo_hammock *h, gcall *a, gcall *b,
                      tree *memory, gimple_stmt_iterator *end);

/* Apart.  */

/* May STMT, an effect of an arm of H, be made for itself?  */
hwpgo_refusal hwpgo_redirect_check (const struct hwpgo_hammock *h,
                                    gimple *stmt);

/* Add the places of STMT, of arm number ARM, to those of E.  False if there is
   no room.  */
bool hwpgo_redirect_note (struct hwpgo_effects *e, unsigned arm, gimple *stmt);

/* Bytes of a variable that is accessed where the source accesses nothing, from
   where a place is selected to the end of what is accessed there.  */
#define HWPGO_DISCARDED_SIZE 64
#define HWPGO_DISCARDED_ALIGN 16

/* That variable number NUMBER, to HWPGO_MAX_PLACES + 1, of the function that
   is compiled.  */
tree hwpgo_discarded_variable (unsigned number);

/* Have bytes BEGIN to END of it cleared on the way into the function.  */
void hwpgo_discarded_clear (unsigned number, HOST_WIDE_INT begin,
                            HOST_WIDE_INT end);

/* As hwpgo_effect_sink, of STMT, an effect of arm number ARM.  */
unsigned hwpgo_redirect_sink (const struct hwpgo_hammock *h,
                              struct hwpgo_effects *e, unsigned arm,
                              gassign *stmt, tree *memory,
                              gimple_stmt_iterator *end);

#endif
