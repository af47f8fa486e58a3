/* The outlines of a unit's functions, and profiles brought to them.
   SPDX-License-Identifier: GPL-2.0-or-later

   This runs when all functions have their CFG and nothing has been inlined,
   moved or removed: what a profile has of a function that did not change is
   in its outline, whatever the profiled binary's optimisers did.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/rematch.h"
#include "plugin/rename.h"
#include "plugin/report.h"
#include "plugin/source-place.h"
#include "runtime/profile/discriminator.h"
#include "runtime/profile/extbinary.h"

uint64_t hwpgo_rematched_functions, hwpgo_renamed_functions;

/* See hwpgo_rematch_sure; NULL before.  */
static hash_set<nofree_string_hash> *sure;

/* See hwpgo_rematch_changes.  */
static struct hwpgo_bytes changes;

bool
hwpgo_rematch_sure (const char *name)
{
  return sure && sure->contains (name);
}

const struct hwpgo_bytes *
hwpgo_rematch_changes ()
{
  return &changes;
}

bool
hwpgo_rematch_gate (function *)
{
  return hwpgo_plugin.args.rematch && optimize && !in_lto_p
         && hwpgo_plugin.bundle.profiles[HWPGO_FREQUENCY] && !seen_error ();
}

/* The work on one function.  */
struct outlining
{
  struct hwpgo_code *code;
  struct hwpgo_outline *outline;
  tree decl;
  uint32_t mask; /* of discriminators.  */
  bool good;     /* false when out of memory.  */
};

/* Take LOCATION into the outline, and put its place into *AT.  */
static bool
add_place (struct outlining *o, location_t location, struct hwpgo_location *at)
{
  struct hwpgo_place place;
  if (!hwpgo_source_place (o->decl, location, &place) || place.n_frames != 1)
    return false;
  *at = place.frames[0].at;
  at->discriminator &= o->mask;
  o->good = o->good && hwpgo_outline_add_place (o->outline, *at, 0) == 0;
  return true;
}

static void
add_statement (struct outlining *o, const gimple *stmt)
{
  struct hwpgo_location at;
  if (!add_place (o, gimple_location (stmt), &at) || !is_gimple_call (stmt)
      || gimple_call_internal_p (stmt))
    return;
  tree callee = gimple_call_fndecl (stmt);
  const char *name = NULL;
  if (callee)
    {
      name = hwpgo_code_name (o->code, hwpgo_source_name (callee));
      o->good = o->good && name;
    }
  o->good = o->good && hwpgo_outline_add_call (o->outline, at, name, 0) == 0;
}

static bool
add_function (struct hwpgo_code *code, cgraph_node *node, uint32_t mask)
{
  function *fn = DECL_STRUCT_FUNCTION (node->decl);
  basic_block bb;
  edge e;
  edge_iterator ei;
  struct hwpgo_location at;
  struct outlining o = {};
  o.code = code;
  o.decl = node->decl;
  o.mask = mask;
  o.outline = hwpgo_code_function (code, hwpgo_source_name (node->decl));
  o.good = o.outline != NULL;
  if (!o.good)
    return false;
  FOR_ALL_BB_FN (bb, fn)
    {
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        if (!is_gimple_debug (gsi_stmt (gsi))
            && gimple_code (gsi_stmt (gsi)) != GIMPLE_LABEL
            && gimple_code (gsi_stmt (gsi)) != GIMPLE_PREDICT)
          add_statement (&o, gsi_stmt (gsi));
      FOR_EACH_EDGE (e, ei, bb->succs)
        add_place (&o, e->goto_locus, &at);
    }
  for (location_t location :
       { DECL_SOURCE_LOCATION (fn->decl), fn->function_start_locus,
         fn->function_end_locus })
    add_place (&o, location, &at);
  return o.good;
}

static bool
add_all (struct hwpgo_code *code, uint32_t mask)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (!node->thunk && DECL_STRUCT_FUNCTION (node->decl)->cfg
        && !add_function (code, node, mask))
      return false;
  return true;
}

/* --- telling -------------------------------------------------------------*/

static double
part (uint64_t of, uint64_t all)
{
  return all ? of / (double) all : 0;
}

static void
dump_lines (const struct hwpgo_rematched *r)
{
  for (size_t i = 0; i < r->alignment->n; i++)
    {
      const struct hwpgo_line_pair *pair = &r->alignment->pairs[i];
      if (pair->to == HWPGO_LINE_GONE)
        fprintf (dump_file, ";; %s:%d is gone\n", r->name, pair->from);
      else
        fprintf (dump_file, ";; %s:%d is %d now\n", r->name, pair->from,
                 pair->to);
    }
  for (size_t i = 0; i < r->alignment->n_places; i++)
    {
      const struct hwpgo_place_pair *pair = &r->alignment->places[i];
      if (pair->to == HWPGO_PLACE_GONE)
        fprintf (dump_file, ";; %s:%d.%u is gone\n", r->name, pair->line,
                 pair->from);
      else
        fprintf (dump_file, ";; %s:%d.%u is number %u now\n", r->name,
                 pair->line, pair->from, pair->to);
    }
}

static void
tell (const struct hwpgo_rematched *r)
{
  bool moved = r->verdict == HWPGO_REMATCH_MOVED;
  hwpgo_rematched_functions += moved;
  double before = part (r->before.samples_found, r->before.samples);
  double after = part (r->after.samples_found, r->after.samples);
  hwpgo_report_begin ("rematch");
  hwpgo_report_string ("function", r->name);
  hwpgo_report_string ("verdict", moved ? "moved" : "other");
  hwpgo_report_u64 ("samples", r->before.samples);
  hwpgo_report_fraction ("before", before);
  hwpgo_report_fraction ("after", after);
  hwpgo_report_end ();
  if (dump_file && moved)
    dump_lines (r);
  if (!dump_enabled_p ())
    return;
  if (moved)
    dump_printf (MSG_NOTE,
                 "profile of %s brought to changed code: coverage %d %%,"
                 " was %d %%\n",
                 r->name, (int) (after * 100), (int) (before * 100));
  else
    dump_printf (MSG_NOTE,
                 "profile of %s is of other code: of %d calls %d"
                 " are there\n",
                 r->name, (int) r->after.call_sites,
                 (int) r->after.call_sites_found);
}

static void
tell_all (struct hwpgo_code *code)
{
  const struct hwpgo_rematched *r;
  sure = new hash_set<nofree_string_hash>;
  for (size_t i = 0; (r = hwpgo_rematched (code, i)); i++)
    {
      if (r->verdict != HWPGO_REMATCH_FITS)
        tell (r);
      if (r->sure)
        sure->add (xstrdup (r->name));
    }
}

/* --- renamed functions ---------------------------------------------------*/

static void
tell_rename (const struct hwpgo_rename *r)
{
  hwpgo_renamed_functions++;
  hwpgo_report_begin ("rename");
  hwpgo_report_string ("function", r->to);
  hwpgo_report_string ("from", r->from);
  hwpgo_report_u64 ("calls", r->calls);
  hwpgo_report_end ();
  if (dump_enabled_p ())
    dump_printf (MSG_NOTE, "profile of %s taken for %s\n", r->from, r->to);
}

/* Judge RENAMES by what the profile has of the old names, of which those that
   are not inlined in a function of this unit have not been read.  */
static int
judge (struct hwpgo_code *code, struct hwpgo_renames *renames, uint32_t mask)
{
  struct hwpgo_bundle *bundle = &hwpgo_plugin.bundle;
  struct hwpgo_extbinary *file = bundle->files[HWPGO_FREQUENCY];
  struct hwpgo_error err;
  if (!file)
    return hwpgo_renames_judge (code, renames,
                                bundle->profiles[HWPGO_FREQUENCY],
                                hwpgo_source_meaning, mask);
  struct hwpgo_profile *profile = hwpgo_profile_new ();
  auto_vec<const char *> names;
  for (size_t i = 0; i < renames->n; i++)
    names.safe_push (renames->items[i].from);
  int ret = !profile
                ? -HWPGO_E_NOMEM
                : hwpgo_extbinary_load_unit (file, profile, names.address (),
                                             names.length (), &err);
  if (ret == 0)
    ret = hwpgo_renames_judge (code, renames, profile, hwpgo_source_meaning,
                               mask);
  hwpgo_profile_free (profile);
  return ret;
}

/* Find functions that have another name now, and give the profile's names
   their meaning; *FOUND if there are any, *JUDGED if the last comparison is
   forgotten.  */
static int
find_renames (struct hwpgo_code *code, uint32_t mask, bool *found,
              bool *judged)
{
  struct hwpgo_renames renames = {};
  int ret = hwpgo_renames_find (code, &renames);
  *judged = renames.n > 0;
  *found = false;
  if (ret == 0 && *judged)
    ret = judge (code, &renames, mask);
  for (size_t i = 0; i < renames.n && ret == 0; i++)
    if (renames.items[i].accepted)
      {
        tell_rename (&renames.items[i]);
        hwpgo_source_rename (renames.items[i].from, renames.items[i].to);
        ret = hwpgo_code_note_rename (code, renames.items[i].from,
                                      renames.items[i].to);
        *found = true;
      }
  hwpgo_renames_free (&renames);
  return ret;
}

/* --- all -----------------------------------------------------------------*/

/* Who called a renamed function may have been renamed itself, and is found in
   the next round.  */
#define MAX_ROUNDS 4

/* See how the profile fits the code.  Returns 0 or an error.  */
static int
compare_all (struct hwpgo_code *code, uint32_t mask)
{
  const struct hwpgo_bundle *bundle = &hwpgo_plugin.bundle;
  bool found = !bundle->profiles[HWPGO_FREQUENCY]->md5_names, judged = true;
  int ret = 0;
  for (int round = 0; judged && ret == 0; round++)
    {
      ret = hwpgo_rematch (code, bundle->profiles[HWPGO_FREQUENCY],
                           bundle->profiles[HWPGO_REMEMBERED_FREQUENCY],
                           hwpgo_source_meaning, mask);
      if (ret || !found || round == MAX_ROUNDS)
        break;
      ret = find_renames (code, mask, &found, &judged);
      if (found)
        hwpgo_unit_profiles_again ();
    }
  return ret;
}

/* Bring the profiles to the code.  Returns 0 or an error.  */
static int
apply (const struct hwpgo_code *code)
{
  struct hwpgo_bundle *bundle = &hwpgo_plugin.bundle;
  int ret = 0;
  for (struct hwpgo_profile *&profile : bundle->profiles)
    {
      struct hwpgo_profile *now = NULL;
      if (ret == 0 && profile)
        ret = hwpgo_rematch_apply (code, profile, hwpgo_source_meaning, &now);
      if (!now)
        continue;
      hwpgo_profile_free (profile);
      profile = now;
    }
  return ret;
}

/* Returns 0 or an error.  */
static int
rematch (struct hwpgo_code *code, uint32_t mask)
{
  int ret = compare_all (code, mask);
  return ret ? ret : apply (code);
}

/* The bits of discriminators that are compared.  */
static uint32_t
mask_of_places ()
{
  return hwpgo_plugin.args.discriminators && hwpgo_profile_numbered ()
             ? hwpgo_discriminator_mask (HWPGO_ROUND_BASE)
             : 0;
}

unsigned int
hwpgo_rematch_execute (function *)
{
  struct hwpgo_code *code = hwpgo_code_new ();
  uint32_t mask = mask_of_places ();
  hwpgo_unit_profiles ();
  if (!seen_error ())
    {
      if (code && add_all (code, mask) && rematch (code, mask) == 0)
        {
          tell_all (code);
          if (flag_generate_lto)
            hwpgo_code_write (code, &changes);
        }
      else if (!seen_error ())
        hwpgo_warn (UNKNOWN_LOCATION, "changed code not looked for: out of"
                                      " memory, or a damaged profile");
    }
  hwpgo_code_free (code);
  return 0;
}

/* --- at a link -----------------------------------------------------------*/

void
hwpgo_rematch_rename (const struct hwpgo_code *code)
{
  const struct hwpgo_renamed *r;
  for (size_t i = 0; (r = hwpgo_code_renamed (code, i)); i++)
    hwpgo_source_rename (r->from, r->to);
}

void
hwpgo_rematch_again (struct hwpgo_code *code)
{
  hwpgo_code_set_mask (code, mask_of_places ());
  if (apply (code) != 0)
    hwpgo_warn (UNKNOWN_LOCATION, "the profile stays as it was recorded: out"
                                  " of memory");
}
