/* Functions that an indirect call may be compared with.
   SPDX-License-Identifier: GPL-2.0-or-later

   The comparison makes every target safe, since a call goes where the pointer
   says.  But what is inlined must fit the call, whatever the profile says, and
   some functions must be called just as they are.  */

#include "plugin/gcc-headers.h"
#include "plugin/promote.h"
#include "plugin/source-place.h"
#include "runtime/base/names.h"

/* --- names ---------------------------------------------------------------*/

/* Functions by name; NULL: several.  */
typedef hash_map<nofree_string_hash, cgraph_node *> node_map;
static node_map *by_symbol, *by_source_name;

static void
put (node_map *map, const char *name, cgraph_node *node)
{
  bool existed;
  cgraph_node *&slot = map->get_or_insert (name, &existed);
  slot = existed ? NULL : node;
}

const char *
hwpgo_promote_symbol (cgraph_node *node)
{
  tree decl = node->decl;
  if (node->inlined_to || node->clone_of || node->split_part
      || !HAS_DECL_ASSEMBLER_NAME_P (decl)
      || !DECL_ASSEMBLER_NAME_SET_P (decl))
    return NULL;
  bool entry;
  const char *symbol = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  symbol += symbol[0] == '*';
  return hwpgo_origin_length (symbol, &entry) == strlen (symbol) ? symbol
                                                                 : NULL;
}

static void
add_function (cgraph_node *node)
{
  const char *symbol = hwpgo_promote_symbol (node);
  if (!symbol)
    return;
  put (by_symbol, symbol, node);
  put (by_source_name, hwpgo_source_name (node->decl), node);
}

cgraph_node *
hwpgo_promote_find (const char *name)
{
  cgraph_node *node;
  if (!by_symbol)
    {
      by_symbol = new node_map;
      by_source_name = new node_map;
      FOR_EACH_FUNCTION (node)
        add_function (node);
    }
  if (cgraph_node **found = by_symbol->get (name))
    return *found;
  cgraph_node **found = by_source_name->get (hwpgo_source_meaning (name));
  return found ? *found : NULL;
}

/* --- types ---------------------------------------------------------------*/

/* True if a value of type A is as good as one of type B, bit by bit.  */
static bool
same_value_p (tree a, tree b)
{
  if (types_compatible_p (a, b))
    return true;
  if (POINTER_TYPE_P (a) && POINTER_TYPE_P (b))
    return TYPE_ADDR_SPACE (TREE_TYPE (a)) == TYPE_ADDR_SPACE (TREE_TYPE (b));
  return INTEGRAL_TYPE_P (a) && INTEGRAL_TYPE_P (b)
         && TYPE_PRECISION (a) == TYPE_PRECISION (b)
         && TYPE_MODE (a) == TYPE_MODE (b);
}

/* True if CALL passes what parameter PARM takes.  A narrow one may be passed
   wider.  */
static bool
argument_fits_p (tree parm, tree argument)
{
  tree type = TREE_TYPE (argument);
  return same_value_p (TREE_TYPE (parm), type)
         || (DECL_ARG_TYPE (parm)
             && same_value_p (DECL_ARG_TYPE (parm), type));
}

static bool
arguments_fit_p (const gcall *call, tree decl)
{
  unsigned i = 0, n = gimple_call_num_args (call);
  tree parm = DECL_ARGUMENTS (decl);
  for (; parm && i < n; parm = DECL_CHAIN (parm), i++)
    if (!argument_fits_p (parm, gimple_call_arg (call, i)))
      return false;
  bool variable = stdarg_p (TREE_TYPE (decl));
  return !parm && (i == n || variable)
         && variable == stdarg_p (gimple_call_fntype (call));
}

static bool
result_fits_p (const gcall *call, tree decl)
{
  tree wanted = gimple_call_return_type (call);
  tree made = TREE_TYPE (TREE_TYPE (decl));
  if (gimple_call_lhs (call))
    return !VOID_TYPE_P (made) && same_value_p (wanted, made);
  return AGGREGATE_TYPE_P (wanted) == AGGREGATE_TYPE_P (made)
         && (!AGGREGATE_TYPE_P (wanted) || types_compatible_p (wanted, made));
}

/* --- what else -----------------------------------------------------------*/

/* True if calls of DECL mean more than its code: a jump back into the caller,
   a frame that only an enclosing function has, an error when it is not
   inlined, or that it is called at all.  */
static bool
closed_p (tree decl)
{
  static const char *const attributes[]
      = { "noipa", "error",         "warning",         "always_inline",
          "ifunc", "target_clones", "transaction_safe" };
  for (const char *name : attributes)
    if (lookup_attribute (name, DECL_ATTRIBUTES (decl)))
      return true;
  return DECL_STATIC_CHAIN (decl)
         || (flags_from_decl_or_type (decl) & ECF_RETURNS_TWICE);
}

enum hwpgo_promote_refusal
hwpgo_promote_refuse (cgraph_edge *e, cgraph_node *target)
{
  cgraph_node *body = target->function_symbol (); /* through a thunk.  */
  if (!body->definition || !gimple_has_body_p (body->decl))
    return HWPGO_PROMOTE_ABSENT;
  if (closed_p (target->decl) || closed_p (body->decl))
    return HWPGO_PROMOTE_CLOSED;
  if (!arguments_fit_p (e->call_stmt, body->decl)
      || !result_fits_p (e->call_stmt, body->decl))
    return HWPGO_PROMOTE_SIGNATURE;
  if (target->get_availability () <= AVAIL_INTERPOSABLE
      && target->can_be_discarded_p ())
    return HWPGO_PROMOTE_DISCARDED;
  if (usable_polymorphic_info_p (e->indirect_info)
      && opt_for_fn (e->caller->decl, flag_devirtualize)
      && !possible_polymorphic_call_target_p (e, target))
    return HWPGO_PROMOTE_IMPOSSIBLE;
  return HWPGO_PROMOTE_NONE;
}

cgraph_node *
hwpgo_promote_alias (cgraph_node *target)
{
  if (target->can_be_discarded_p ())
    return target;
  symtab_node *alias = target->noninterposable_alias ();
  return alias ? dyn_cast<cgraph_node *> (alias) : target;
}
