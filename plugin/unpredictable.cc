/* __builtin_unpredictable, as clang has it.
   SPDX-License-Identifier: GPL-2.0-or-later

     long __builtin_unpredictable (long);

   Its value is its argument.  A branch on it is taken for unpredictable,
   whatever a profile says: the profiled program may have had no such branch.
   The calls go right after the CFG is built, at all levels of optimisation,
   and their branches are known by their locations from then on, as hints are.
   A link with LTO has other numbers for locations; the section beside the
   bytecode (bytecode.cc) tells it of each branch a hash of file, line and
   column.  */

#include "plugin/gcc-headers.h"
#include "plugin/hints.h"
#include "plugin/plugin.h"
#include "runtime/base/bytes.h"
#include "runtime/base/cursor.h"
#include "runtime/base/memory.h"

/* Statements between the call and its branch that are looked at.  */
#define MAX_SCAN 8

/* Declared where the language has builtins.  */
static tree builtin;
/* The branches, without what else a location holds.  */
static auto_vec<location_t> branches;
/* The hashes of those that bytecode has told of.  */
typedef hash_set<int_hash<uint64_t, 0, 1> > place_set;
static place_set *told;

void
hwpgo_unpredictable_declare (void *, void *)
{
  if (strncmp (lang_hooks.name, "GNU C", 5) != 0)
    return;
  tree type = build_function_type_list (long_integer_type_node,
                                        long_integer_type_node, NULL_TREE);
  builtin = add_builtin_function ("__builtin_unpredictable", type, 0,
                                  NOT_BUILT_IN, NULL, NULL_TREE);
  TREE_READONLY (builtin) = 1;
  TREE_NOTHROW (builtin) = 1;
}

/* A hash, above 1, of where AT is.  Without folders: a link may be made from
   another one, and GCC then writes paths relative to that.  */
static uint64_t
hash_place (location_t at)
{
  expanded_location place = expand_location (at);
  char *text = xasprintf ("%s:%d:%d", place.file ? lbasename (place.file) : "",
                          place.line, place.column);
  uint64_t hash = hwpgo_hash (text, strlen (text));
  free (text);
  return MAX (hash, 2);
}

bool
hwpgo_unpredictable_p (const gimple *stmt)
{
  location_t at = LOCATION_LOCUS (gimple_location (stmt));
  return branches.contains (at)
         || (told && at > BUILTINS_LOCATION
             && told->contains (hash_place (at)));
}

void
hwpgo_unpredictable_write (struct hwpgo_bytes *out)
{
  for (location_t at : branches)
    hwpgo_put_u64 (out, hash_place (at));
  if (told)
    for (uint64_t hash : *told)
      hwpgo_put_u64 (out, hash);
}

void
hwpgo_unpredictable_read (const uint8_t *data, size_t size)
{
  struct hwpgo_cursor in = hwpgo_cursor_new (NULL, data, size);
  while (hwpgo_cursor_left (&in) >= sizeof (uint64_t))
    {
      uint64_t hash = hwpgo_cursor_u64 (&in);
      if (!told)
        told = new place_set;
      if (hash > 1)
        told->add (hash);
    }
}

bool
hwpgo_unpredictable_any ()
{
  return !branches.is_empty () || told;
}

/* Is STMT an assignment that leaves the truth of NAME, or turns it round?  */
static bool
passes_truth_p (gimple *stmt, tree name)
{
  if (!is_gimple_assign (stmt) || gimple_assign_rhs1 (stmt) != name)
    return false;
  switch (gimple_assign_rhs_code (stmt))
    {
    case EQ_EXPR:
    case NE_EXPR:
      return integer_zerop (gimple_assign_rhs2 (stmt));
    case BIT_NOT_EXPR:
      return TREE_CODE (TREE_TYPE (name)) == BOOLEAN_TYPE;
    default:
      return gimple_assign_single_p (stmt)
             || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt));
    }
}

/* Note the branch that depends on what the statement at GSI computes, if it is
   the next thing that does.  */
static void
note_branch (gimple_stmt_iterator gsi)
{
  tree name = gimple_get_lhs (gsi_stmt (gsi));
  unsigned left = MAX_SCAN;
  for (gsi_next (&gsi); name && !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (is_gimple_debug (stmt))
        continue;
      if (gcond *cond = dyn_cast<gcond *> (stmt))
        {
          location_t at = LOCATION_LOCUS (gimple_location (cond));
          if ((gimple_cond_lhs (cond) == name
               || gimple_cond_rhs (cond) == name)
              && at > BUILTINS_LOCATION && !branches.contains (at))
            branches.safe_push (at);
          return;
        }
      if (passes_truth_p (stmt, name))
        name = gimple_assign_lhs (stmt);
      if (left-- == 0)
        return;
    }
}

bool
hwpgo_unpredictable_gate (function *)
{
  return builtin != NULL_TREE;
}

unsigned int
hwpgo_unpredictable_execute (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
        gimple *stmt = gsi_stmt (gsi);
        if (!is_gimple_call (stmt) || gimple_call_fndecl (stmt) != builtin
            || gimple_call_num_args (stmt) != 1)
          {
            gsi_next (&gsi);
            continue;
          }
        tree lhs = gimple_call_lhs (stmt);
        if (!lhs)
          {
            gsi_remove (&gsi, true);
            continue;
          }
        note_branch (gsi);
        gassign *copy = gimple_build_assign (lhs, gimple_call_arg (stmt, 0));
        gimple_set_location (copy, gimple_location (stmt));
        gsi_replace (&gsi, copy, false);
        gsi_next (&gsi);
      }
  return 0;
}
