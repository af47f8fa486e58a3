/* One name for each function, whichever of its names a profile has.
   SPDX-License-Identifier: GPL-2.0-or-later

   A profile has the names that stand in DWARF and in the symbol table.  For
   one function these may be several: a constructor's clones (C1, C2) and
   their abstract origin (C4), under which it is inlined; and a static
   function of C++, which has no linkage name in DWARF, under its plain name
   where it was always inlined.  The name of the origin stands for all.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"
#include "runtime/base/names.h"
#include "runtime/profile/md5-name.h"

/* What a name in a profile may stand for.  */
struct meaning
{
  const char *name; /* as hwpgo_source_name; NULL: several functions.  */
  bool exact;       /* it is a symbol's, which comes before a plain name.  */
};

/* Names by the DECL_UID of the origins.  */
typedef hash_map<int_hash<int, -1, -2>, const char *> name_map;
static name_map *names;
typedef hash_map<nofree_string_hash, struct meaning> meaning_map;
static meaning_map *meanings;

/* The symbol of FNDECL without suffixes, NULL if it has none.  It lives for
   ever.  */
static const char *
symbol_name (tree fndecl)
{
  if (!HAS_DECL_ASSEMBLER_NAME_P (fndecl))
    return NULL;
  /* An abstract origin gets its name only when somebody asks, and that would
     depend on -g.  */
  if (!DECL_ASSEMBLER_NAME_SET_P (fndecl)
      && (!TREE_PUBLIC (fndecl) || in_lto_p))
    return NULL;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  name += name[0] == '*';
  bool entry;
  return xstrndup (name, hwpgo_origin_length (name, &entry));
}

/* The name that FNDECL has in DWARF without a linkage name.  */
static const char *
plain_name (tree fndecl)
{
  if (!DECL_NAME (fndecl))
    return NULL;
  const char *name = lang_hooks.dwarf_name (fndecl, 0);
  return xstrdup (name ? name : IDENTIFIER_POINTER (DECL_NAME (fndecl)));
}

/* True if a profile has hashes in the place of names.  */
static bool
hashes_p ()
{
  for (const struct hwpgo_profile *profile : hwpgo_plugin.bundle.profiles)
    if (profile && profile->md5_names)
      return true;
  return false;
}

static void
put_meaning (const char *alias, const char *name, bool exact)
{
  bool existed;
  struct meaning &meaning = meanings->get_or_insert (alias, &existed);
  if (!existed || (exact && !meaning.exact))
    meaning = { name, exact };
  else if (exact == meaning.exact && meaning.name
           && strcmp (meaning.name, name) != 0)
    meaning.name = NULL;
}

/* ALIAS in a profile means NAME.  */
static void
add_meaning (const char *alias, const char *name, bool exact)
{
  put_meaning (alias, name, exact);
  if (!hashes_p ())
    return;
  char hash[HWPGO_MD5_NAME_SIZE];
  hwpgo_md5_name (hash, hwpgo_name_md5 (alias, strlen (alias)));
  put_meaning (xstrdup (hash), name, exact);
}

/* Add FNDECL, and what is known of its origin.  */
static const char *
add_function (tree fndecl)
{
  tree origin = DECL_ORIGIN (fndecl);
  bool existed;
  const char *&name = names->get_or_insert (DECL_UID (origin), &existed);
  const char *symbol = symbol_name (fndecl);
  if (!existed)
    {
      const char *plain = plain_name (origin);
      name = symbol_name (origin);
      if (!name)
        name = symbol ? symbol : plain ? plain : "";
      add_meaning (name, name, true);
      if (plain && !TREE_PUBLIC (origin))
        add_meaning (plain, name, false);
    }
  if (symbol)
    add_meaning (symbol, name, true);
  return name;
}

static void
add_all_functions ()
{
  cgraph_node *node;
  if (names)
    return;
  names = new name_map;
  meanings = new meaning_map;
  FOR_EACH_FUNCTION (node)
    add_function (node->decl);
}

const char *
hwpgo_source_name (tree fndecl)
{
  add_all_functions ();
  if (const char **name = names->get (DECL_UID (fndecl)))
    return *name;
  return add_function (fndecl);
}

const char *
hwpgo_source_meaning (const char *profile_name)
{
  add_all_functions ();
  const struct meaning *meaning = meanings->get (profile_name);
  return meaning && meaning->name ? meaning->name : profile_name;
}

void
hwpgo_source_rename (const char *profile_name, const char *name)
{
  add_all_functions ();
  add_meaning (xstrdup (profile_name), xstrdup (name), true);
}

struct spelling_search
{
  hash_set<nofree_string_hash> *names;
  vec<const char *> *spellings;
};

/* Take ALIAS if it means one of the names searched.  */
static bool
take_spelling (const char *const &alias, const struct meaning &meaning,
               spelling_search *search)
{
  if (meaning.name && search->names->contains (meaning.name))
    search->spellings->safe_push (alias);
  return true;
}

void
hwpgo_source_spellings (hash_set<nofree_string_hash> *names,
                        vec<const char *> *spellings)
{
  spelling_search search = { names, spellings };
  add_all_functions ();
  meanings->traverse<spelling_search *, take_spelling> (&search);
}
