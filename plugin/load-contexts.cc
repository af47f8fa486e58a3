/* The context round: the profile's counts again, where IPA has inlined.
   SPDX-License-Identifier: GPL-2.0-or-later

   The base round gives a function what it has over all its callers, and what
   IPA inlines is a copy of that, scaled by the call.  But the profiled binary
   may have had the same call inlined, and then the profile knows what the
   function does for this caller.

     1. After IPA's decisions, settle the profile where the calls are inlined
        now (settle.c).  What is left for a function's own body is that of the
        other calls.
     2. Once the code of a function is there, measure it again, and infer.

   What the profile has no context for keeps what the base round made of it, in
   proportion to what is known around it.  If its function has only one record
   with the calls that are not inlined, that is cut to the part that the body
   has of all its users.  */

#include "plugin/gcc-headers.h"
#include "plugin/bytecode.h"
#include "plugin/bytecode-numbers.h"
#include "plugin/copies.h"
#include "plugin/hints.h"
#include "plugin/link.h"
#include "plugin/load.h"
#include "plugin/load-measure.h"
#include "plugin/plugin.h"
#include "plugin/report.h"
#include "plugin/source-place.h"

/* The work of the round, from the IPA pass to the last function.  */
static struct
{
  bool ready;
  struct hwpgo_load load;
  hash_map<int_hash<int, -1, -2>, double> *parts; /* by callgraph uid: what of
                                                     its record a body has.  */
  hash_set<int_hash<int, -1, -2> > *chosen; /* bodies to be measured again,
                                               by callgraph uid.  */
} contexts;

/* --- 1: what is inlined --------------------------------------------------*/

static int add_blocks (struct hwpgo_contexts *into, cgraph_node *node,
                       tree block);

/* Add the inlined body BLOCK, if it is one, of NODE.  */
static int
add_block (struct hwpgo_contexts *into, cgraph_node *node, tree block)
{
  struct hwpgo_place place;
  tree callee = hwpgo_source_inlined (block);
  int ret = 0;
  if (callee && hwpgo_source_call (node->decl, callee, block, &place)
      && hwpgo_source_add_calls (node, &place))
    ret = hwpgo_contexts_add_inlined (into, &place);
  return ret == 0 ? add_blocks (into, node, BLOCK_SUBBLOCKS (block)) : ret;
}

static int
add_blocks (struct hwpgo_contexts *into, cgraph_node *node, tree block)
{
  int ret = 0;
  for (; block && ret == 0; block = BLOCK_CHAIN (block))
    ret = add_block (into, node, block);
  return ret;
}

/* The place of NODE, which is inlined.  */
static bool
place_of (cgraph_node *node, struct hwpgo_place *place)
{
  place->n_frames = 1;
  place->frames[0].function = hwpgo_source_name (node->decl);
  place->frames[0].at.line = place->frames[0].at.discriminator = 0;
  return hwpgo_source_add_calls (node, place);
}

/* True if NODE, or what it is a clone of, can only be called by name and from
   this unit.  */
static bool
only_here_p (cgraph_node *node)
{
  while (node->clone_of)
    node = node->clone_of;
  tree origin = node->former_clone_of ? node->former_clone_of
                                      : DECL_ORIGIN (node->decl);
  return !TREE_PUBLIC (origin) && !TREE_PUBLIC (node->decl)
         && node->only_called_directly_p ();
}

/* Add the first place of NODE's own code that runs once for each entry, if there is
   one.  */
static int
add_entry (struct hwpgo_contexts *into, cgraph_node *node)
{
  function *fn = DECL_STRUCT_FUNCTION (node->decl);
  if (!fn || !fn->cfg)
    return 0;
  basic_block bb = ENTRY_BLOCK_PTR_FOR_FN (fn);
  /* GCC leaves the first block empty.  */
  while (single_succ_p (bb) && single_pred_p (single_succ (bb)))
    {
      bb = single_succ (bb);
      for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb);
           !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
        {
          struct hwpgo_place place;
          if (hwpgo_source_place (node->decl,
                                  gimple_location (gsi_stmt (gsi)), &place)
              && place.n_frames == 1)
            {
              place.frames[0].at.discriminator
                  &= hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
              return hwpgo_contexts_add_entry (
                  into, hwpgo_source_name (node->decl), place.frames[0].at);
            }
        }
    }
  return 0;
}

/* Add NODE and what is inlined in it.  */
static int
add_node (struct hwpgo_contexts *into, cgraph_node *node)
{
  struct hwpgo_place place;
  int ret = 0;
  if (!node->inlined_to)
    {
      ret = hwpgo_contexts_add_function (into, hwpgo_source_name (node->decl),
                                         only_here_p (node));
      if (ret == 0)
        ret = add_entry (into, node);
    }
  else if (place_of (node, &place))
    ret = hwpgo_contexts_add_inlined (into, &place);
  tree block = DECL_INITIAL (node->decl);
  if (ret == 0 && block && TREE_CODE (block) == BLOCK)
    ret = add_blocks (into, node, block);
  for (cgraph_edge *e = node->callees; e && ret == 0; e = e->next_callee)
    if (!e->inline_failed)
      ret = add_node (into, e->callee);
  return ret;
}

int
hwpgo_load_add_contexts (struct hwpgo_contexts *into,
                         const vec<cgraph_node *> &nodes)
{
  struct hwpgo_contexts *parts = hwpgo_contexts_new (false);
  int ret = parts ? 0 : -HWPGO_E_NOMEM;
  for (unsigned i = 0; i < nodes.length () && ret == 0; i++)
    ret = add_node (nodes[i]->split_part ? parts : into, nodes[i]);
  if (ret == 0)
    ret = hwpgo_contexts_add_parts (into, parts);
  hwpgo_contexts_free (parts);
  return ret;
}

/* True if the base round has given NODE counts.  */
static bool
loaded_p (cgraph_node *node)
{
  return node->count.initialized_p () && node->count.quality () == AFDO
         && node->count.to_gcov_type () > 0;
}

/* A body that may have a record.  A part that was split off shares that of its
   head.  */
static bool
body_p (cgraph_node *node)
{
  return node->has_gimple_body_p () && !node->thunk
         && !node->in_other_partition
         && DECL_SOURCE_LOCATION (node->decl) > BUILTINS_LOCATION
         && opt_for_fn (node->decl, optimize);
}

static int
settle_again ()
{
  cgraph_node *node;
  struct hwpgo_contexts *all
      = hwpgo_contexts_new (hwpgo_profile_notes_calls ());
  /* Of clones, the first: as the others have the same name, what they inline
     would seem to be there twice.  */
  hash_set<nofree_string_hash> names, parts;
  auto_vec<cgraph_node *> nodes;
  int ret = all ? 0 : -HWPGO_E_NOMEM;
  FOR_EACH_FUNCTION (node)
    if (!node->inlined_to && body_p (node)
        && !(node->split_part ? parts : names)
                .add (hwpgo_source_name (node->decl)))
      nodes.safe_push (node);
  if (ret == 0)
    ret = hwpgo_load_add_contexts (all, nodes);
  for (unsigned i = 0; i < nodes.length () && ret == 0; i++)
    {
      const struct hwpgo_bytecode_body *told
          = hwpgo_bytecode_body_of (nodes[i]);
      if (told && told->inlined)
        ret = hwpgo_contexts_inlined_elsewhere (
            all, hwpgo_source_name (nodes[i]->decl));
    }
  if (ret == 0)
    ret = hwpgo_settle (&contexts.load.settled, contexts.load.profile, all,
                        hwpgo_source_meaning, contexts.load.shift);
  if (ret == 0)
    hwpgo_hints_note_bodies (all);
  hwpgo_contexts_free (all);
  return ret;
}

/* --- what each body has ---------------------------------------------------*/

/* True if the profile knows the inlined NODE, or something inlined in it, in
   its context.  */
static bool
known_p (cgraph_node *node)
{
  struct hwpgo_place place;
  return place_of (node, &place)
         && hwpgo_settled_function (&contexts.load.settled, &place);
}

/* What is inlined in a body.  */
struct users
{
  /* Of a record, all told; of parts that were split off for themselves.  */
  hash_map<nofree_string_hash, double> entries, of_parts;
  hash_set<nofree_string_hash> cut; /* records of which a context was taken. */
};

/* Where the users of what NODE is are counted.  */
static hash_map<nofree_string_hash, double> &
entries_of (struct users *users, cgraph_node *node)
{
  return node->split_part ? users->of_parts : users->entries;
}

/* Note NODE and what is inlined in it as users of records.  True if the
   profile knows the context of one of these.  */
static bool
note_users (struct users *users, cgraph_node *node)
{
  const char *name = hwpgo_source_name (node->decl);
  bool known = node->inlined_to && known_p (node), below = false;
  if (known)
    users->cut.add (name);
  else if (loaded_p (node))
    entries_of (users, node).get_or_insert (name)
        += node->count.to_gcov_type ();
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (!e->inline_failed && note_users (users, e->callee))
      below = true;
  return known || below;
}

/* Find the parts, and choose the bodies to be measured again.  */
static void
choose ()
{
  cgraph_node *node;
  struct users users;
  hash_set<cgraph_node *> with_contexts;
  FOR_EACH_FUNCTION (node)
    if (!node->inlined_to && node->has_gimple_body_p ()
        && note_users (&users, node))
      with_contexts.add (node);
  FOR_EACH_FUNCTION (node)
    {
      if (node->inlined_to || !body_p (node) || !loaded_p (node)
          || !hwpgo_link_places_fit (node->decl))
        continue;
      const char *name = hwpgo_source_name (node->decl);
      double all = *entries_of (&users, node).get (name);
      double part = node->count.to_gcov_type () / all;
      /* Other bodies may be in other parts of a link.  */
      contexts.parts->put (node->get_uid (),
                           MIN (part, hwpgo_copies_part (node->decl)));
      if (with_contexts.contains (node) || users.cut.contains (name))
        contexts.chosen->add (node->get_uid ());
    }
}

bool
hwpgo_contexts_gate (function *)
{
  return contexts.load.profile && hwpgo_plugin.args.contexts
         && !in_lto_p && !seen_error ();
}

unsigned int
hwpgo_contexts_execute (function *)
{
  if (settle_again () == 0)
    {
      contexts.parts = new hash_map<int_hash<int, -1, -2>, double>;
      contexts.chosen = new hash_set<int_hash<int, -1, -2> >;
      choose ();
      contexts.ready = true;
    }
  else
    hwpgo_warn (UNKNOWN_LOCATION, "no contexts loaded: out of memory");
  return 0;
}

void
hwpgo_load_keep (const struct hwpgo_load *load)
{
  contexts.load.profile = load->profile;
  contexts.load.shift = load->shift;
  contexts.load.mask = load->mask;
}

const struct hwpgo_load *
hwpgo_load_kept (cgraph_node *node, double *part)
{
  if (!contexts.ready || !hwpgo_link_places_fit (node->decl))
    return NULL;
  const double *known = contexts.parts->get (node->get_uid ());
  *part = known ? *known : 1;
  return &contexts.load;
}

/* --- 2: code -------------------------------------------------------------*/

/* Take over the counts of NODE, which is cfun, once more; its body has PART of
   its record, and is entered as often as the callgraph says, unless that
   contradicts the rest.  Nothing is changed where nothing was measured.  */
static void
load_again (cgraph_node *node, const struct hwpgo_load *load, double part)
{
  struct hwpgo_measuring m;
  auto_vec<struct hwpgo_flow_block> measured;
  m.fn = DECL_STRUCT_FUNCTION (node->decl);
  m.load = load;
  m.again = true;
  m.dump = dump_file && (dump_flags & TDF_DETAILS);
  if (loops_for_fn (m.fn) && loops_state_satisfies_p (LOOPS_NEED_FIXUP))
    fix_loop_structure (NULL);
  hwpgo_measure (&m);
  hwpgo_map_free (&m.matched);
  for (struct hwpgo_flow_block &b : m.blocks)
    if (b.known && b.count > 0)
      b.count = MAX (b.count * part, 1);
  if (m.out_of_memory || !hwpgo_measure_rest (&m))
    return;
  measured.safe_splice (m.blocks);
  const struct hwpgo_flow_block *entry = &m.blocks[ENTRY_BLOCK];
  if (!hwpgo_infer (&m, measured, node->count.to_gcov_type ()))
    return;
  if (m.dump)
    hwpgo_dump_counts (&m, measured);
  if (!entry->inferred || entry->count == 0)
    return;
  hwpgo_set_counts (&m);
  hwpgo_load_loops (m.fn, load->shift, false);
  /* The calls' own counts are made anew soon, and until then some are of
     statements that are gone.  */
  node->count = ENTRY_BLOCK_PTR_FOR_FN (m.fn)->count;
}

bool
hwpgo_context_gate (function *)
{
  return contexts.ready;
}

unsigned int
hwpgo_context_execute (function *fn)
{
  cgraph_node *node = cgraph_node::get (fn->decl);
  double part;
  if (node && contexts.chosen->contains (node->get_uid ())
      && profile_status_for_fn (fn) == PROFILE_READ
      && hwpgo_load_kept (node, &part))
    load_again (node, &contexts.load, part);
  return 0;
}
