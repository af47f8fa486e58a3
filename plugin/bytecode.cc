/* Discriminators through LTO bytecode.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC 11 and 12 write a location to bytecode as file, line, column and block.
   What carrier.cc has hung onto it is lost.  So the numbers stand in a section
   beside, in the order in which GCC streams what has a location: statement by
   statement, then edge by edge, with the arguments of PHIs that come along the
   edge.  That is how GCC's own summaries name statements, and there is a hook
   for what has to be fixed in a body that was just read, which gets the
   statements by their number, before anything else sees them.

     compile   writes the numbers of its bodies
     WPA       reads the sections of all units, and writes to each partition
               those of its functions, whose bodies it copies unseen
     LTRANS    reads the section of its partition, and gives the locations of
               each body that it reads their numbers

   A link without a WPA reads the sections of the units.  A unit without such a
   section has no numbers, and a link without the plugin does not look.  */

#include "plugin/gcc-headers.h"
#include "plugin/bytecode.h"
#include "plugin/bytecode-numbers.h"
#include "plugin/carrier.h"
#include "plugin/copies.h"
#include "plugin/hints.h"
#include "plugin/load.h"
#include "plugin/plugin.h"
#include "plugin/rematch.h"
#include "plugin/remember.h"
#include "plugin/source-place.h"

/* Our section is named as that of the body of a function, of order 0, whose
   name no function has.  */
#define SECTION_NAME ".hwpgo"

/* What was read.  Never freed: any body may be asked for at any time.  */
typedef hash_map<lto_file_decl_data *, struct hwpgo_bytecode *> file_map;
static file_map *files;

/* What a part of a link was told of its functions, by the nodes' uid.  */
typedef hash_map<int_hash<int, -1, -2>, const struct hwpgo_bytecode_body *>
    body_map;
static body_map *told_bodies;

/* Functions whose bodies have been read, and had numbers, by DECL_UID.  */
static hash_set<int_hash<int, -1, -2> > *read_bodies;

/* What became of the profiles in all units; NULL without FILES.  */
static struct hwpgo_code *changes;

bool
hwpgo_bytecode_gate (function *)
{
  return hwpgo_plugin.args.discriminators && (flag_generate_lto || in_lto_p);
}

unsigned int
hwpgo_bytecode_execute (function *)
{
  return 0;
}

bool
hwpgo_bytecode_numbered ()
{
  return !in_lto_p || files;
}

bool
hwpgo_bytecode_keeps_copies ()
{
  /* Later GCCs stream what a location has.  A link without the plugin would
     write our copies' numbers, too, which the line table has no room for: so
     those are told apart that the link makes.  */
  if (HWPGO_LOCATIONS_HAVE_DISCRIMINATORS && flag_generate_lto)
    return false;
  return hwpgo_bytecode_numbered ();
}

/* --- functions -----------------------------------------------------------*/

/* The node whose body NODE has, be it as a clone, in bytecode.  */
static cgraph_node *
streamed_node (cgraph_node *node)
{
  while (node->clone_of)
    node = node->clone_of;
  return node;
}

/* What the bytecode that NODE comes from is, NULL if none or without our
   section, and in *ORDER the number of NODE in it.  */
static const struct hwpgo_bytecode *
bytecode_of (cgraph_node *node, uint64_t *order)
{
  lto_file_decl_data *file = node->lto_file_data;
  struct hwpgo_bytecode **known = file && files ? files->get (file) : NULL;
  if (!known)
    return NULL;
  *order = (uint64_t) (node->order - file->order_base);
  return *known;
}

/* What is known of NODE's body as it was streamed.  */
static const struct hwpgo_bytecode_function *
find_function (cgraph_node *node)
{
  uint64_t order;
  const struct hwpgo_bytecode *b = bytecode_of (streamed_node (node), &order);
  return b ? hwpgo_bytecode_find (b, order) : NULL;
}

/* See hwpgo_bytecode_set_entries; by uid of the nodes with the bodies.  */
typedef hash_map<int_hash<int, -1, -2>, gcov_type> entries_map;
static entries_map *set_entries;

static profile_count
count_of_entries (gcov_type entries)
{
  return profile_count::from_gcov_type (entries).afdo ();
}

void
hwpgo_bytecode_set_entries (cgraph_node *node, gcov_type entries)
{
  if (!set_entries)
    set_entries = new entries_map;
  set_entries->put (node->get_uid (), entries);
  node->count = count_of_entries (entries);
}

/* The entries that NODE, whose body F is, is to have; 0: those of the body.  */
static gcov_type
entries_of (cgraph_node *node, const struct hwpgo_bytecode_function *f)
{
  const gcov_type *set
      = set_entries ? set_entries->get (streamed_node (node)->get_uid ())
                    : NULL;
  uint64_t entries = set ? (uint64_t) *set : f->entries;
  return MIN (entries, UINT64_C (1) << HWPGO_LOAD_COUNT_BITS);
}

bool
hwpgo_bytecode_known (cgraph_node *node)
{
  return find_function (node) != NULL
         || (read_bodies
             && read_bodies->contains (DECL_UID (streamed_node (node)->decl)));
}

const struct hwpgo_bytecode_body *
hwpgo_bytecode_body_of (cgraph_node *node)
{
  const struct hwpgo_bytecode_body **told
      = told_bodies ? told_bodies->get (node->get_uid ()) : NULL;
  return told ? *told : NULL;
}

/* Find what there is for hwpgo_bytecode_body_of.  GCC forgets where a node
   comes from when it has read the body.  */
static void
find_told_bodies ()
{
  cgraph_node *node;
  uint64_t order;
  told_bodies = new body_map;
  FOR_EACH_FUNCTION (node)
    if (const struct hwpgo_bytecode *b = bytecode_of (node, &order))
      if (const struct hwpgo_bytecode_body *body
          = hwpgo_bytecode_find_body (b, order))
        told_bodies->put (node->get_uid (), body);
}

/* --- writing -------------------------------------------------------------*/

/* True for a PHI that is not streamed.  */
static bool
unstreamed_p (const gphi *phi)
{
  return virtual_operand_p (gimple_phi_result (phi));
}

static void
put (struct hwpgo_runs_writer *w, location_t location)
{
  hwpgo_runs_put (w, hwpgo_location_discriminator (location));
}

/* The statements of FN; returns how many.  A PHI counts and has no location
   of its own.  */
static uint64_t
put_statements (struct hwpgo_runs_writer *w, function *fn)
{
  uint64_t n = 0;
  basic_block bb;
  FOR_ALL_BB_FN (bb, fn)
    {
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i);
           gsi_next (&i))
        if (!unstreamed_p (i.phi ()))
          {
            put (w, UNKNOWN_LOCATION);
            n++;
          }
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
           gsi_next (&i))
        {
          put (w, gimple_location (gsi_stmt (i)));
          n++;
        }
    }
  return n;
}

static void
put_edges (struct hwpgo_runs_writer *w, function *fn)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  FOR_ALL_BB_FN (bb, fn)
    FOR_EACH_EDGE (e, ei, bb->succs)
      {
        put (w, e->goto_locus);
        for (gphi_iterator i = gsi_start_phis (e->dest); !gsi_end_p (i);
             gsi_next (&i))
          if (!unstreamed_p (i.phi ()))
            put (w, gimple_phi_arg_location_from_edge (i.phi (), e));
      }
}

/* A section that is being made.  */
struct making
{
  struct hwpgo_bytecode section;
  auto_vec<uint8_t *> runs; /* owned; of the bodies in memory.  */
};

/* Add what the body of NODE, which is in memory, has.  */
static bool
add_body (making *m, cgraph_node *node)
{
  function *fn = DECL_STRUCT_FUNCTION (node->decl);
  struct hwpgo_runs_writer w = {};
  struct hwpgo_bytecode_function f = {};
  f.order = (uint64_t) node->order;
  f.statements = put_statements (&w, fn);
  put_edges (&w, fn);
  hwpgo_runs_end (&w);
  f.runs = w.out.data;
  f.size = w.out.n;
  m->runs.safe_push (w.out.data);
  return !w.out.no_memory && hwpgo_bytecode_add (&m->section, &f);
}

/* Add the function of NODE, whose body is streamed.  */
static bool
add_function (making *m, cgraph_node *node)
{
  if (gimple_has_body_p (node->decl))
    return !DECL_STRUCT_FUNCTION (node->decl)->cfg || add_body (m, node);
  const struct hwpgo_bytecode_function *known = find_function (node);
  if (!known)
    return true;
  struct hwpgo_bytecode_function f = *known;
  f.order = (uint64_t) node->order;
  f.entries = (uint64_t) entries_of (node, known);
  return hwpgo_bytecode_add (&m->section, &f);
}

typedef hash_set<nofree_string_hash> name_set;

/* Collect the functions that are inlined in those that ENCODER has not.  */
static void
find_inlined (name_set *names, lto_symtab_encoder_t encoder)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (node->inlined_to
        && !lto_symtab_encoder_in_partition_p (encoder, node->inlined_to))
      names->add (hwpgo_source_name (node->decl));
}

/* Add what the partition cannot see of NODE, a function of its own; INLINED has
   the functions that are inlined elsewhere.  */
static bool
add_outlook (making *m, cgraph_node *node, name_set *inlined)
{
  struct hwpgo_bytecode_body body = {};
  body.order = (uint64_t) node->order;
  hwpgo_copies_bodies (node->decl, &body.number, &body.n);
  body.part = (uint32_t) (hwpgo_copies_part (node->decl)
                          * HWPGO_BYTECODE_WHOLE);
  body.inlined = inlined->contains (hwpgo_source_name (node->decl));
  return (body.n == 1 && !body.inlined)
         || hwpgo_bytecode_add_body (&m->section, &body);
}

/* Add what of all that ENCODER streams is known.  */
static bool
add_functions (making *m, lto_symtab_encoder_t encoder)
{
  int n = lto_symtab_encoder_size (encoder);
  name_set inlined;
  if (flag_wpa)
    find_inlined (&inlined, encoder);
  for (int i = 0; i < n; i++)
    {
      cgraph_node *node
          = dyn_cast<cgraph_node *> (lto_symtab_encoder_deref (encoder, i));
      if (!node || node->alias)
        continue;
      if (lto_symtab_encoder_encode_body_p (encoder, node)
          && !add_function (m, node))
        return false;
      if (flag_wpa && node->definition && !node->inlined_to
          && lto_symtab_encoder_in_partition_p (encoder, node)
          && !add_outlook (m, node, &inlined))
        return false;
    }
  return true;
}

void
hwpgo_bytecode_write_section ()
{
  making m = {};
  struct hwpgo_bytes out = {}, merged = {}, places = {};
  if (!hwpgo_bytecode_numbered () || lto_stream_offload_p)
    return;
  if (in_lto_p)
    hwpgo_code_write (changes, &merged);
  const struct hwpgo_bytes *all = in_lto_p ? &merged : hwpgo_rematch_changes ();
  const struct hwpgo_bytes *remembered = hwpgo_remembered ();
  m.section.decisions = remembered->data;
  m.section.decisions_size = remembered->no_memory ? 0 : remembered->n;
  hwpgo_unpredictable_write (&places);
  m.section.places = places.data;
  m.section.places_size = places.no_memory ? 0 : places.n;
  m.section.changes = all->data;
  m.section.changes_size = all->n;
  if (add_functions (&m, lto_get_out_decl_state ()->symtab_node_encoder))
    hwpgo_bytecode_write (&m.section, &out);
  else
    out.no_memory = true;
  if (out.no_memory || all->no_memory)
    hwpgo_warn (UNKNOWN_LOCATION,
                "no discriminators in the bytecode: out of memory");
  else
    {
      char *name = lto_get_section_name (LTO_section_function_body,
                                         SECTION_NAME, 0, NULL);
      lto_begin_section (name, !flag_wpa);
      lto_write_data (out.data, out.n);
      lto_end_section ();
      free (name);
    }
  free (out.data);
  free (merged.data);
  free (places.data);
  for (uint8_t *runs : m.runs)
    free (runs);
  hwpgo_bytecode_free (&m.section);
}

/* --- reading -------------------------------------------------------------*/

static void
read_file (lto_file_decl_data *file)
{
  size_t size;
  const char *data = lto_get_section_data (file, LTO_section_function_body,
                                           SECTION_NAME, 0, &size);
  if (!data)
    return;
  struct hwpgo_bytecode *b = XCNEW (struct hwpgo_bytecode);
  if (!changes)
    changes = hwpgo_code_new ();
  if (!changes || hwpgo_bytecode_read (b, data, size) != 0
      || (b->changes_size
          && hwpgo_code_read (changes, b->changes, b->changes_size) != 0))
    {
      hwpgo_warn (UNKNOWN_LOCATION, "%s: the discriminators in the bytecode"
                  " are not readable", file->file_name);
      hwpgo_bytecode_free (b);
    }
  else
    {
      hwpgo_remember_these (b->decisions, b->decisions_size);
      hwpgo_unpredictable_read (b->places, b->places_size);
    }
  if (!files)
    files = new file_map;
  files->put (file, b);
}

struct hwpgo_code *
hwpgo_bytecode_changes ()
{
  return changes;
}

void
hwpgo_bytecode_read_section ()
{
  lto_file_decl_data **all = lto_get_file_decl_data ();
  for (unsigned i = 0; all && all[i]; i++)
    read_file (all[i]);
  /* Or clones, and what is inlined in them, would lose GCC's markers of where
     statements begin.  */
  if (files)
    lang_hooks.emits_begin_stmt = true;
  if (flag_ltrans)
    find_told_bodies ();
}

/* --- a body that was read ------------------------------------------------*/

static location_t
next_location (struct hwpgo_runs *runs, location_t location)
{
  unsigned number = hwpgo_runs_next (runs);
  return number ? hwpgo_location_with_discriminator (location, number)
                : location;
}

static uint64_t
count_edges (function *fn)
{
  uint64_t n = 0;
  basic_block bb;
  edge e;
  edge_iterator ei;
  FOR_ALL_BB_FN (bb, fn)
    FOR_EACH_EDGE (e, ei, bb->succs)
      {
        n++;
        for (gphi_iterator i = gsi_start_phis (e->dest); !gsi_end_p (i);
             gsi_next (&i))
          n += !unstreamed_p (i.phi ());
      }
  return n;
}

static void
number_edges (struct hwpgo_runs *runs, function *fn)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  FOR_ALL_BB_FN (bb, fn)
    FOR_EACH_EDGE (e, ei, bb->succs)
      {
        e->goto_locus = next_location (runs, e->goto_locus);
        for (gphi_iterator i = gsi_start_phis (e->dest); !gsi_end_p (i);
             gsi_next (&i))
          if (!unstreamed_p (i.phi ()))
            {
              location_t old = gimple_phi_arg_location_from_edge (i.phi (), e);
              gimple_phi_arg_set_location (i.phi (), e->dest_idx,
                                           next_location (runs, old));
            }
      }
}

/* NODE's body, in cfun, was just read; STMTS are its statements by their
   numbers, NULL where GCC did not want one.  */
void
hwpgo_bytecode_fixup (cgraph_node *node, gimple **stmts)
{
  const struct hwpgo_bytecode_function *f = find_function (node);
  uint64_t n = (uint64_t) gimple_stmt_max_uid (cfun);
  /* What was written beside another body says nothing of this one.  */
  if (!f || f->statements != n
      || hwpgo_runs_total (f, HWPGO_CARRIED_MAX) != n + count_edges (cfun))
    return;
  if (!read_bodies)
    read_bodies = new hash_set<int_hash<int, -1, -2> >;
  read_bodies->add (DECL_UID (streamed_node (node)->decl));
  struct hwpgo_runs runs = hwpgo_runs_begin (f);
  for (uint64_t i = 0; i < n; i++)
    {
      location_t old = stmts[i] ? gimple_location (stmts[i]) : UNKNOWN_LOCATION;
      location_t now = next_location (&runs, old);
      if (now != old)
        gimple_set_location (stmts[i], now);
    }
  number_edges (&runs, cfun);
  if (gcov_type entries = entries_of (node, f))
    {
      ENTRY_BLOCK_PTR_FOR_FN (cfun)->count = count_of_entries (entries);
      update_max_bb_count ();
    }
}
