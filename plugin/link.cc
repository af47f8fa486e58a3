/* What a link with LTO knows before it makes code.
   SPDX-License-Identifier: GPL-2.0-or-later

   At a link the counts are there, as the units were given them.  The rest
   needs to see the code: contexts, and the copies, which have counts of their
   own.  It is all there where GCC begins to make code of a partition, or of
   the whole program when there are none; then the bodies are read, and the
   context round comes, as it does in a unit where IPA has decided.

   A profile was brought to changed code when the unit was compiled, before
   anything moved.  That cannot be found out again, and so comes through the
   bytecode, too.  */

#include "plugin/gcc-headers.h"
#include "plugin/bytecode.h"
#include "plugin/link.h"
#include "plugin/load.h"
#include "plugin/plugin.h"

/* Functions of this link whose places are the profile's, by DECL_UID.  */
static hash_set<int_hash<int, -1, -2> > *fitting;
static bool bodies_read;

bool
hwpgo_link_places_fit (tree fndecl)
{
  return !in_lto_p || (fitting && fitting->contains (DECL_UID (fndecl)));
}

bool
hwpgo_link_bodies_read ()
{
  return bodies_read;
}

/* True if the code of NODE and all that is inlined in it has numbers.  */
static bool
known_p (cgraph_node *node)
{
  if (!hwpgo_bytecode_known (node))
    return false;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (!e->inline_failed && !known_p (e->callee))
      return false;
  return true;
}

static void
find_fitting ()
{
  cgraph_node *node;
  fitting = new hash_set<int_hash<int, -1, -2> >;
  FOR_EACH_FUNCTION (node)
    if (!node->inlined_to && known_p (node))
      fitting->add (DECL_UID (node->decl));
}

static void
read_bodies ()
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    {
      if (!node->definition || node->alias || node->thunk
          || node->in_other_partition || !node->lto_file_data)
        continue;
      /* Clones have the body of what they were made from until GCC makes them
         bodies of their own.  */
      cgraph_node *origin = node;
      while (origin->clone_of)
        origin = origin->clone_of;
      if (!origin->alias && !origin->thunk)
        origin->get_untransformed_body ();
    }
  bodies_read = true;
}

bool
hwpgo_link_gate (function *)
{
  return in_lto_p && !flag_wpa && hwpgo_bytecode_keeps_copies ()
         && !seen_error ();
}

unsigned int
hwpgo_link_execute (function *)
{
  find_fitting ();
  if (!hwpgo_plugin.bundle.profiles[HWPGO_FREQUENCY]
      || !hwpgo_plugin.args.contexts)
    return 0;
  read_bodies ();
  hwpgo_load_link ();
  return 0;
}

/* --- markers -------------------------------------------------------------*/

bool
hwpgo_markers_gate (function *fn)
{
  return in_lto_p && fn->debug_nonbind_markers
         && hwpgo_bytecode_keeps_copies ();
}

/* GCC was told that bytecode may have markers of statements.  A function that
   has none, because its unit was compiled without, has statements all the
   same.  */
unsigned int
hwpgo_markers_execute (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      if (gimple_debug_nonbind_marker_p (gsi_stmt (gsi)))
        return 0;
  fn->debug_nonbind_markers = false;
  return 0;
}
