/* What both arms do besides computing.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (c)                        hoisted: ... of both arms
       ... *p = x; ... f (1);      one store (branchless-stores.cc)
     else                  ->      hoisted: ... of both arms
       ... *q = y; ... f (2);      one call (branchless-calls.cc)

   An effect is a store, a call that does more than compute, or a load that may
   run only where the source has it (branchless-loads.cc).  The arms must
   have as many, each of the kind of its counterpart, so that each two become
   one.  What an arm has between two effects stays between them.  So the same
   effects happen in the same order as in the source, none besides, and each
   load sees what it saw.

   Where they are apart (branchless-redirect.cc), a load is an effect only if
   it may not run always, and the second arm's come behind the first one's.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"

/* Is the load STMT of arm number ARM an effect?  PAIRED says if so where the
   effects are not apart.  */
static bool
load_effect_p (const struct hwpgo_hammock *h, unsigned arm, gimple *stmt,
               bool paired)
{
  return gimple_assign_load_p (stmt)
         && (h->apart
                 ? hwpgo_load_check (h, arm, stmt) == HWPGO_REFUSE_LOAD_TRAPS
                 : paired);
}

/* Put the effects of arm number NUMBER of H in FOUND, at most
   HWPGO_MAX_EFFECTS; false if there are more.  */
static bool
effects_of_arm (const struct hwpgo_hammock *h, unsigned number, gimple **found,
                unsigned *n)
{
  const struct hwpgo_arm *arm = &h->arms[number];
  bool paired = !h->apart && hwpgo_loads_sink_p (h);
  *n = 0;
  for (unsigned i = 0; i < arm->n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (arm->blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      {
        gimple *stmt = gsi_stmt (gsi);
        if (!gimple_vdef (stmt) && !load_effect_p (h, number, stmt, paired)
            && (!is_gimple_call (stmt) || hwpgo_call_harmless_p (stmt)))
          continue;
        if (*n == HWPGO_MAX_EFFECTS)
          return false;
        found[(*n)++] = stmt;
      }
  return true;
}

/* May A and B, effects of the two arms, be one?  NULL: there is none.  */
static hwpgo_refusal
check_pair (const struct hwpgo_hammock *h, gimple *a, gimple *b)
{
  gcall *calls[2]
      = { a ? dyn_cast<gcall *> (a) : NULL, b ? dyn_cast<gcall *> (b) : NULL };
  if (calls[0] && calls[1])
    return hwpgo_calls_check (h, calls[0], calls[1]);
  if (calls[0] || calls[1])
    return HWPGO_REFUSE_CALL;
  if ((a && hwpgo_load_p (a)) || (b && hwpgo_load_p (b)))
    return hwpgo_loads_check (h, a, b);
  gassign *stores[2]
      = { a ? hwpgo_store_plain (a) : NULL, b ? hwpgo_store_plain (b) : NULL };
  return (a && !stores[0]) || (b && !stores[1])
             ? HWPGO_REFUSE_STORE
             : hwpgo_stores_check (h, stores[0], stores[1]);
}

/* Are A and B stores that are made each for itself?  */
static bool
separate_p (const struct hwpgo_hammock *h, gimple *a, gimple *b)
{
  return a && b && gimple_store_p (a) && gimple_store_p (b)
         && hwpgo_stores_separate_p (h, dyn_cast<gassign *> (a),
                                     dyn_cast<gassign *> (b));
}

/* Fill E with the effect STMT of arm number ARM, made for itself.  */
static hwpgo_refusal
add_apart (const struct hwpgo_hammock *h, struct hwpgo_effects *e,
           unsigned arm, gimple *stmt)
{
  hwpgo_refusal why = hwpgo_redirect_check (h, stmt);
  if (why != HWPGO_REFUSE_NONE)
    return why;
  if (!hwpgo_redirect_note (e, arm, stmt))
    return HWPGO_REFUSE_STORE;
  e->by_arm[e->n][arm] = stmt;
  e->by_arm[e->n++][!arm] = NULL;
  return HWPGO_REFUSE_NONE;
}

/* Fill E; what speaks against making one of each two, or each for itself.  */
static hwpgo_refusal
match_effects (const struct hwpgo_hammock *h, struct hwpgo_effects *e)
{
  gimple *found[2][HWPGO_MAX_EFFECTS];
  unsigned *n = e->n_by_arm;
  hwpgo_refusal why = HWPGO_REFUSE_NONE;
  e->n = e->n_places = 0;
  memset (e->separate, 0, sizeof e->separate);
  for (unsigned arm = 0; arm < 2; arm++)
    if (!effects_of_arm (h, arm, found[arm], &n[arm]))
      return HWPGO_REFUSE_STORE;
  if (h->apart)
    {
      for (unsigned arm = 0; arm < 2; arm++)
        for (unsigned i = 0; why == HWPGO_REFUSE_NONE && i < n[arm]; i++)
          why = add_apart (h, e, arm, found[arm][i]);
      return why;
    }
  if (n[0] != n[1] && n[0] != 0 && n[1] != 0)
    return HWPGO_REFUSE_STORE;
  e->n = MAX (n[0], n[1]);
  for (unsigned i = 0; i < e->n; i++)
    {
      for (unsigned arm = 0; arm < 2; arm++)
        e->by_arm[i][arm] = i < n[arm] ? found[arm][i] : NULL;
      why = check_pair (h, e->by_arm[i][0], e->by_arm[i][1]);
      if (why != HWPGO_REFUSE_NONE)
        return why;
      e->separate[i] = separate_p (h, e->by_arm[i][0], e->by_arm[i][1]);
    }
  return HWPGO_REFUSE_NONE;
}

hwpgo_refusal
hwpgo_effects_match (const struct hwpgo_hammock *h, struct hwpgo_effects *e)
{
  hwpgo_refusal why = match_effects (h, e);
  if (why != HWPGO_REFUSE_NONE)
    e->n = 0;
  return why;
}

/* May STMT, of the region that is H, be made for itself, whichever of its
   branches decides?  */
static bool
region_effect_p (const struct hwpgo_hammock *h, gimple *stmt)
{
  if (hwpgo_redirect_check (h, stmt) != HWPGO_REFUSE_NONE)
    return false;
  for (unsigned i = 0; i < h->region->n_conds; i++)
    if (hwpgo_target_check (h->region->conds[i], ptr_type_node)
        != HWPGO_REFUSE_NONE)
      return false;
  return true;
}

bool
hwpgo_effects_of_region (const struct hwpgo_region *r, struct hwpgo_effects *e)
{
  struct hwpgo_hammock h = hwpgo_region_hammock (r);
  e->n = e->n_places = e->n_by_arm[1] = 0;
  memset (e->separate, 0, sizeof e->separate);
  for (unsigned i = 0; i < r->n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (r->blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      {
        gimple *stmt = gsi_stmt (gsi);
        if (!gimple_vdef (stmt) && !load_effect_p (&h, 0, stmt, false))
          continue;
        if (e->n == HWPGO_MAX_EFFECTS
            || add_apart (&h, e, 0, stmt) != HWPGO_REFUSE_NONE)
          return false;
      }
  e->n_by_arm[0] = e->n;
  return true;
}

bool
hwpgo_effect_sinks (const struct hwpgo_hammock *h, gimple *stmt)
{
  struct hwpgo_effects e;
  /* As hwpgo_effects_of_region has it: another load would just be hoisted.  */
  if (h->region)
    return h->apart
           && (gimple_vdef (stmt) || load_effect_p (h, 0, stmt, false))
           && region_effect_p (h, stmt);
  hwpgo_effects_match (h, &e);
  for (unsigned i = 0; i < e.n; i++)
    if (e.by_arm[i][0] == stmt || e.by_arm[i][1] == stmt)
      return true;
  return false;
}

/* Which of the effects of arm number ARM of H, not apart, is the call or load
   whose result VALUE is?  -1 if none.  */
static int
result_of (const struct hwpgo_hammock *h, unsigned arm, tree value)
{
  gimple *found[HWPGO_MAX_EFFECTS];
  unsigned n;
  if (TREE_CODE (value) != SSA_NAME
      || (!is_gimple_call (SSA_NAME_DEF_STMT (value))
          && !gimple_assign_load_p (SSA_NAME_DEF_STMT (value))))
    return -1;
  effects_of_arm (h, arm, found, &n);
  for (unsigned i = 0; i < n; i++)
    if (found[i] == SSA_NAME_DEF_STMT (value))
      return (int) i;
  return -1;
}

/* Is B a copy of A?  So are the results of calls that became one.  */
static bool
copy_p (tree a, tree b)
{
  return TREE_CODE (b) == SSA_NAME
         && gimple_assign_ssa_name_copy_p (SSA_NAME_DEF_STMT (b))
         && gimple_assign_rhs1 (SSA_NAME_DEF_STMT (b)) == a;
}

bool
hwpgo_values_differ (const struct hwpgo_hammock *h, tree a, tree b)
{
  if (a == b || operand_equal_p (a, b, 0) || copy_p (a, b))
    return false;
  int made = h->region || h->apart ? -1 : result_of (h, 0, a);
  return made < 0 || made != result_of (h, 1, b);
}

/* The selects for the effects number I of E.  */
static unsigned
selects_for (const struct hwpgo_hammock *h, const struct hwpgo_effects *e,
             unsigned i)
{
  gimple *a = e->by_arm[i][0], *b = e->by_arm[i][1];
  if (e->separate[i])
    return 2;
  if (a && hwpgo_load_p (a))
    return !operand_equal_p (gimple_assign_rhs1 (a), gimple_assign_rhs1 (b),
                             0);
  return a && is_gimple_call (a)
             ? hwpgo_calls_selects (h, as_a<gcall *> (a), as_a<gcall *> (b))
             : hwpgo_stores_selects (h, safe_dyn_cast<gassign *> (a),
                                     safe_dyn_cast<gassign *> (b));
}

unsigned
hwpgo_effects_selects (const struct hwpgo_hammock *h)
{
  struct hwpgo_effects e;
  hwpgo_effects_match (h, &e);
  unsigned n = hwpgo_effects_place_selects (&e);
  for (unsigned i = 0; !h->apart && i < e.n; i++)
    n += selects_for (h, &e, i);
  return n;
}

void
hwpgo_forget_result (tree name)
{
  reset_flow_sensitive_info (name);
  if (POINTER_TYPE_P (TREE_TYPE (name)))
    SSA_NAME_PTR_INFO (name) = NULL;
}

unsigned
hwpgo_effects_places (const struct hwpgo_hammock *h)
{
  struct hwpgo_effects e;
  unsigned n = 0;
  hwpgo_effects_match (h, &e);
  for (unsigned i = 0; !h->apart && i < e.n; i++)
    if (!e.by_arm[i][0] || gimple_store_p (e.by_arm[i][0]))
      n += !e.separate[i]
           && hwpgo_store_places_differ_p (
               safe_dyn_cast<gassign *> (e.by_arm[i][0]),
               safe_dyn_cast<gassign *> (e.by_arm[i][1]));
  return n;
}

bool
hwpgo_effects_select_members_p (const struct hwpgo_hammock *h)
{
  struct hwpgo_effects e;
  hwpgo_effects_match (h, &e);
  for (unsigned i = 0; !h->apart && i < e.n; i++)
    {
      gimple *a = e.by_arm[i][0], *b = e.by_arm[i][1];
      if (a && b && !e.separate[i] && gimple_store_p (a) && gimple_store_p (b)
          && hwpgo_members_p (gimple_get_lhs (a), gimple_get_lhs (b)))
        return true;
    }
  return false;
}

unsigned
hwpgo_effects_loads (const struct hwpgo_hammock *h)
{
  struct hwpgo_effects e;
  unsigned n = 0;
  hwpgo_effects_match (h, &e);
  for (unsigned i = 0; !h->apart && i < e.n; i++)
    n += e.by_arm[i][0] && gimple_assign_load_p (e.by_arm[i][0]);
  return n;
}

void
hwpgo_effects_apart (const struct hwpgo_hammock *h, unsigned arm,
                     unsigned *loads, unsigned *stores)
{
  struct hwpgo_effects e;
  *loads = *stores = 0;
  hwpgo_effects_match (h, &e);
  for (unsigned i = 0; h->apart && i < e.n; i++)
    if (gimple *stmt = e.by_arm[i][arm])
      {
        *loads += gimple_assign_load_p (stmt);
        *stores += gimple_vdef (stmt) != NULL_TREE;
      }
}

/* Blocks behind a join that are looked at.  */
#define MAX_BEHIND 6

bool
hwpgo_effects_reloaded_p (const struct hwpgo_hammock *h)
{
  struct hwpgo_effects e;
  if (!h->region)
    hwpgo_effects_match (h, &e);
  else if (!hwpgo_effects_of_region (h->region, &e))
    return false;
  auto_vec<basic_block, MAX_BEHIND> behind;
  behind.quick_push (h->join);
  for (unsigned i = 0; h->apart && e.n && i < behind.length (); i++)
    {
      for (gimple_stmt_iterator gsi = gsi_start_bb (behind[i]);
           !gsi_end_p (gsi); gsi_next (&gsi))
        if (hwpgo_redirect_reloads_p (&e, gsi_stmt (gsi)))
          return true;
      edge out;
      edge_iterator ei;
      /* In the next turn a place of the same name is another.  */
      FOR_EACH_EDGE (out, ei, behind[i]->succs)
        if (behind.length () < MAX_BEHIND
            && out->dest != behind[i]->loop_father->header
            && out->dest != h->head && !behind.contains (out->dest))
          behind.quick_push (out->dest);
    }
  return false;
}

unsigned
hwpgo_effect_sink (const struct hwpgo_hammock *h, struct hwpgo_effects *e,
                   unsigned i, tree *memory, gimple_stmt_iterator *end)
{
  gimple *a = e->by_arm[i][0], *b = e->by_arm[i][1];
  if (h->apart)
    return hwpgo_redirect_sink (h, e, a == NULL, as_a<gassign *> (a ? a : b),
                                memory, end);
  unsigned selects = selects_for (h, e, i);
  if (a && hwpgo_load_p (a))
    hwpgo_load_sink (h, as_a<gassign *> (a), as_a<gassign *> (b), *memory,
                     end);
  else if (a && is_gimple_call (a))
    hwpgo_call_sink (h, as_a<gcall *> (a), as_a<gcall *> (b), memory, end);
  else if (e->separate[i])
    {
      hwpgo_store_sink (h, as_a<gassign *> (a), NULL, memory, end);
      hwpgo_store_sink (h, NULL, as_a<gassign *> (b), memory, end);
    }
  else
    hwpgo_store_sink (h, safe_dyn_cast<gassign *> (a),
                      safe_dyn_cast<gassign *> (b), memory, end);
  return selects;
}

hwpgo_calls_before
hwpgo_effects_calls_before (const struct hwpgo_hammock *h, unsigned arm,
                            gimple *stmt)
{
  hwpgo_calls_before found = { false, false };
  bool before = true;
  for (unsigned i = 0; i < h->arms[arm].n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (h->arms[arm].blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      {
        before &= gsi_stmt (gsi) != stmt;
        if (!is_gimple_call (gsi_stmt (gsi))
            || hwpgo_call_harmless_p (gsi_stmt (gsi)))
          continue;
        found.any = true;
        found.frees |= before && !nonfreeing_call_p (gsi_stmt (gsi));
      }
  return found;
}
