/* Where a statement stands in the source: line, discriminator, inlined calls.
   SPDX-License-Identifier: GPL-2.0-or-later

   This must see in GCC's trees what the converter sees in the DWARF that GCC
   makes of them: an inlined call is a BLOCK with a source location (the
   call's) whose ultimate origin is a function (DW_TAG_inlined_subroutine with
   DW_AT_call_line, DW_AT_call_column and DW_AT_abstract_origin), and lines
   count from the line of that function's declaration (DW_AT_decl_line).  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"
#include "runtime/profile/discriminator.h"

/* Line offsets are kept modulo 2^16, as the LLVM family does.  */
#define LINE_MASK 0xffff

/* Has FNDECL no DW_AT_decl_line, so that its lines are those of the file?  So it is
   with what GCC makes of parallel regions and of initialisers.  Copies of the
   source's functions, which are artificial, too, have the line of these.  */
static bool
unplaced_p (tree fndecl)
{
  const cgraph_node *node = cgraph_node::get (fndecl);
  return DECL_ARTIFICIAL (fndecl)
         && ((node && node->parallelized_function)
             || DECL_STATIC_CONSTRUCTOR (fndecl));
}

unsigned
hwpgo_source_line (tree fndecl, unsigned line)
{
  unsigned first = unplaced_p (fndecl) ? 0 : DECL_SOURCE_LINE (fndecl);
  return (line - first) & LINE_MASK;
}

unsigned
hwpgo_source_call_number (location_t location)
{
  return hwpgo_call_number (LOCATION_COLUMN (location));
}

static bool
push_frame (struct hwpgo_place *place, tree fndecl, location_t location)
{
  if (place->n_frames == HWPGO_PLACE_MAX_FRAMES)
    return false;
  struct hwpgo_place_frame *frame = &place->frames[place->n_frames++];
  frame->function = hwpgo_source_name (fndecl);
  frame->at.line = hwpgo_source_line (fndecl, LOCATION_LINE (location));
  if (place->n_frames > 1)
    frame->at.discriminator = hwpgo_source_call_number (location);
  else
    frame->at.discriminator = hwpgo_profile_numbered ()
                                  ? hwpgo_location_discriminator (location)
                                  : 0;
  return true;
}

tree
hwpgo_source_inlined (tree block)
{
  if (!block || TREE_CODE (block) != BLOCK
      || !inlined_function_outer_scope_p (block))
    return NULL_TREE;
  tree origin = block_ultimate_origin (block);
  return origin && TREE_CODE (origin) == FUNCTION_DECL ? origin : NULL_TREE;
}

/* Push the frames of LOCATION in BLOCK of FNDECL.  */
static bool
push_frames (struct hwpgo_place *place, tree fndecl, location_t location,
             tree block)
{
  for (; block && TREE_CODE (block) == BLOCK;
       block = BLOCK_SUPERCONTEXT (block))
    if (tree callee = hwpgo_source_inlined (block))
      {
        if (!push_frame (place, callee, location))
          return false;
        location = BLOCK_SOURCE_LOCATION (block);
      }
  return push_frame (place, fndecl, location);
}

bool
hwpgo_source_place (tree fndecl, location_t location,
                    struct hwpgo_place *place)
{
  place->n_frames = 0;
  return LOCATION_LOCUS (location) > BUILTINS_LOCATION
         && LOCATION_LINE (location) > 0
         && push_frames (place, fndecl, location, LOCATION_BLOCK (location));
}

bool
hwpgo_source_call (tree fndecl, tree callee, tree block,
                   struct hwpgo_place *place)
{
  place->n_frames = 1;
  place->frames[0].function = hwpgo_source_name (callee);
  place->frames[0].at.line = 0;
  place->frames[0].at.discriminator = 0;
  return push_frames (place, fndecl, BLOCK_SOURCE_LOCATION (block),
                      BLOCK_SUPERCONTEXT (block));
}

/* Push the frames of CALL in FNDECL.  The call of what GCC has split off has no
   location but where the function is declared, which is also what the inlined
   body gets.  */
static bool
push_call (struct hwpgo_place *place, tree fndecl, const gimple *call)
{
  location_t location = gimple_location (call);
  tree block = LOCATION_BLOCK (location);
  if (LOCATION_LOCUS (location) <= BUILTINS_LOCATION)
    {
      if (!hwpgo_source_calls_part_p (call))
        return false;
      location = DECL_SOURCE_LOCATION (gimple_call_fndecl (call));
    }
  return LOCATION_LOCUS (location) > BUILTINS_LOCATION
         && LOCATION_LINE (location) > 0
         && push_frames (place, fndecl, location, block);
}

bool
hwpgo_source_calls_part_p (const gimple *stmt)
{
  tree callee = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  cgraph_node *node = callee ? cgraph_node::get (callee) : NULL;
  return node && node->split_part;
}

bool
hwpgo_source_place_of_part (tree fndecl, const gimple *call,
                            struct hwpgo_place *place)
{
  place->n_frames = 0;
  return hwpgo_source_calls_part_p (call) && push_call (place, fndecl, call);
}

bool
hwpgo_source_add_calls (cgraph_node *node, struct hwpgo_place *place)
{
  for (; node->inlined_to; node = node->callers->caller)
    if (!node->callers->call_stmt
        || !push_call (place, node->callers->caller->decl,
                       node->callers->call_stmt))
      return false;
  return true;
}
