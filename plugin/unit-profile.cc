/* Reading what the profiles have of this unit.
   SPDX-License-Identifier: GPL-2.0-or-later

   A bundle may be of a large program, and every unit of it is compiled with
   it, so that only what can be asked here is read: the functions with a body
   in the unit and those inlined in them, wherever the profiled binary had
   them.  When a link asks before it has read the bodies, and so does not know
   who is inlined in them, everything is read.  */

#include "plugin/gcc-headers.h"
#include "plugin/bytecode.h"
#include "plugin/link.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"

typedef hash_set<nofree_string_hash> name_set;

/* Add what is inlined in BLOCK and those beside and below it.  */
static void
add_blocks (name_set *names, tree block)
{
  for (; block; block = BLOCK_CHAIN (block))
    {
      if (tree callee = hwpgo_source_inlined (block))
        names->add (hwpgo_source_name (callee));
      add_blocks (names, BLOCK_SUBBLOCKS (block));
    }
}

static void
add_functions (name_set *names)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (gimple_has_body_p (node->decl))
      {
        names->add (hwpgo_source_name (node->decl));
        add_blocks (names, DECL_INITIAL (node->decl));
      }
}

/* Read of the bundle's files what is asked for.  Errors are told.  */
static bool
read_files ()
{
  struct hwpgo_bundle *bundle = &hwpgo_plugin.bundle;
  struct hwpgo_error err;
  bool left = false;
  for (const struct hwpgo_extbinary *file : bundle->files)
    left |= file != NULL;
  if (!left)
    return true;
  name_set names;
  auto_vec<const char *> spellings;
  bool all = in_lto_p && !hwpgo_link_bodies_read ();
  if (!all)
    add_functions (&names);
  hwpgo_source_spellings (&names, &spellings);
  int ret = all ? hwpgo_bundle_load_all (bundle, &err)
                : hwpgo_bundle_load (bundle, spellings.address (),
                                     spellings.length (), &err);
  if (ret != 0)
    error ("hwpgo: %s", err.text);
  return ret == 0;
}

/* Profiles of other compilers and tools number calls in their own way, and
   copies.  Errors are told.  */
static bool
forget_numbers ()
{
  struct hwpgo_bundle *bundle = &hwpgo_plugin.bundle;
  struct hwpgo_error err;
  if (bundle->layout && bundle->n_binaries > 0)
    return true;
  for (struct hwpgo_profile *profile : bundle->profiles)
    if (profile
        && hwpgo_profile_forget_numbers (profile,
                                         !hwpgo_profile_numbered ()
                                             || profile->fs_discriminators)
               != 0)
      {
        hwpgo_error_nomem (&err);
        error ("hwpgo: %s", err.text);
        return false;
      }
  return true;
}

static void
load_functions ()
{
  struct hwpgo_code *changes = in_lto_p ? hwpgo_bytecode_changes () : NULL;
  if (changes)
    hwpgo_rematch_rename (changes);
  bool good = read_files () && forget_numbers ();
  if (good && changes)
    hwpgo_rematch_again (changes);
}

void
hwpgo_unit_profiles ()
{
  static bool done;
  if (done)
    return;
  done = true;
  load_functions ();
}

void
hwpgo_unit_profiles_again ()
{
  struct hwpgo_error err;
  if (hwpgo_bundle_forget (&hwpgo_plugin.bundle, &err) != 0)
    error ("hwpgo: %s", err.text);
  else
    load_functions ();
}
