/* Where a statement stands in the source: line, discriminator, inlined calls.
   SPDX-License-Identifier: GPL-2.0-or-later

   This must see in GCC's trees what the converter sees in the DWARF that GCC
   makes of them: an inlined call is a BLOCK with a source location (the
   call's) whose ultimate origin is a function (DW_TAG_inlined_subroutine with
   DW_AT_call_line and DW_AT_abstract_origin), and lines count from the line of
   that function's declaration (DW_AT_decl_line).  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"

/* Line offsets are kept modulo 2^16, as the LLVM family does.  */
#define LINE_MASK 0xffff

/* Names by the DECL_UID of their functions.  */
static hash_map<int_hash<int, -1, -2>, const char *> *names;

/* The suffixes that GCC and LTO give to clones and parts, without the number
   that may follow.  */
static const char *const clone_suffixes[]
    = { ".constprop", ".isra",       ".part", ".cold",
        ".lto_priv",  ".localalias", ".llvm" };

/* The length of NAME without the last ".SUFFIX" or ".SUFFIX.NUMBER".  */
static size_t
strip_one_suffix (const char *name, size_t length)
{
  size_t end = length;
  while (end > 0 && ISDIGIT (name[end - 1]))
    end--;
  if (end == length || end == 0 || name[end - 1] != '.')
    end = length;
  else
    end--;
  for (const char *suffix : clone_suffixes)
    {
      size_t n = strlen (suffix);
      if (end > n && memcmp (name + end - n, suffix, n) == 0)
        return end - n;
    }
  return length;
}

static const char *
strip_suffixes (const char *name)
{
  size_t length = strlen (name), shorter;
  while ((shorter = strip_one_suffix (name, length)) != length)
    length = shorter;
  return IDENTIFIER_POINTER (get_identifier_with_length (name, length));
}

/* The symbol of FNDECL without suffixes, NULL if it has none.  */
static const char *
symbol_name (tree fndecl)
{
  if (!HAS_DECL_ASSEMBLER_NAME_P (fndecl)
      || !DECL_ASSEMBLER_NAME_SET_P (fndecl))
    return NULL;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  return strip_suffixes (name[0] == '*' ? name + 1 : name);
}

/* True if a profile of this compilation has a function NAME.  */
static bool
profiled (const char *name)
{
  if (!name)
    return false;
  for (int i = 0; i < HWPGO_KINDS; i++)
    {
      const struct hwpgo_profile *profile = hwpgo_plugin.bundle.profiles[i];
      if (profile && hwpgo_strings_find (&profile->names, name, strlen (name)))
        return true;
    }
  return false;
}

/* DWARF has no linkage name for what is not public, so a function that was
   always inlined is there under its plain name; and it names constructors by
   their abstract origin.  Prefer the name that the profile knows.  */
static const char *
find_name (tree fndecl)
{
  const char *symbol = symbol_name (fndecl);
  const char *origin = symbol_name (DECL_ORIGIN (fndecl));
  const char *plain = DECL_NAME (fndecl) && !TREE_PUBLIC (fndecl)
                          ? IDENTIFIER_POINTER (DECL_NAME (fndecl))
                          : NULL;
  for (const char *name : { symbol, origin, plain })
    if (profiled (name))
      return name;
  if (symbol)
    return symbol;
  return DECL_NAME (fndecl) ? IDENTIFIER_POINTER (DECL_NAME (fndecl)) : "";
}

const char *
hwpgo_source_name (tree fndecl)
{
  if (!names)
    names = new hash_map<int_hash<int, -1, -2>, const char *>;
  bool existed;
  const char *&name = names->get_or_insert (DECL_UID (fndecl), &existed);
  if (!existed)
    name = xstrdup (find_name (fndecl));
  return name;
}

static bool
push_frame (struct hwpgo_place *place, tree fndecl, location_t location)
{
  if (place->n_frames == HWPGO_PLACE_MAX_FRAMES)
    return false;
  unsigned line = LOCATION_LINE (location) - DECL_SOURCE_LINE (fndecl);
  struct hwpgo_place_frame *frame = &place->frames[place->n_frames++];
  frame->function = hwpgo_source_name (fndecl);
  frame->at.line = line & LINE_MASK;
  frame->at.discriminator = hwpgo_location_discriminator (location);
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
