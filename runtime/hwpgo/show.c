/* hwpgo show: print what is in a bundle or profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <argp.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/base/file.h"
#include "runtime/hwpgo/show.h"
#include "runtime/hwpgo/verb.h"
#include "runtime/profile/text.h"

enum
{
  KEY_TEXT = 256,
  KEY_JSON,
  KEY_MISPREDICTS,
  KEY_SUMMARY,
  KEY_ANNOTATE,
  KEY_SOURCE_FOLDER,
  KEY_UNPREDICTABLE
};

enum form
{
  FORM_TABLE,
  FORM_TEXT,
  FORM_JSON,
  FORM_SUMMARY,
  FORM_ANNOTATED,
  FORM_UNPREDICTABLE
};

struct show
{
  const char *path;
  const char *function; /* NULL: all.  */
  const char *binary;   /* for FORM_ANNOTATED; NULL: none.  */
  struct hwpgo_list source_folders;
  struct hwpgo_image *image;                 /* of the binary.  */
  const struct hwpgo_profile_format *format; /* of a single profile.  */
  uint64_t hot; /* at most so many functions; 0: all.  */
  enum form form;
  enum hwpgo_kind kind; /* for FORM_TEXT.  */
};

static const struct argp_option options[] = {
  { "annotate", KEY_ANNOTATE, "NAME", 0,
    "The function with this linkage name line by line, with what was inlined "
    "into it",
    0 },
  { "binary", 'b', "FILE", 0,
    "With --annotate: the program that ran, which knows where the source is",
    0 },
  { "function", 'f', "NAME", 0, "Only the function with this linkage name",
    0 },
  { "hot", 'n', "N", 0,
    "Only the N functions with the most counts (default: 10 in the table, "
    "else all)",
    0 },
  { "json", KEY_JSON, 0, 0, "Everything, as one JSON object", 0 },
  { "mispredicts", KEY_MISPREDICTS, 0, 0,
    "With --text: the mispredict profile", 0 },
  { "source-folder", KEY_SOURCE_FOLDER, "DIR", 0,
    "With --annotate: look for the source in DIR, too; once for each", 0 },
  { "summary", KEY_SUMMARY, 0, 0, "How few places have how much of all counts",
    0 },
  { "text", KEY_TEXT, 0, 0, "The frequency profile in LLVM's text format", 0 },
  { "unpredictable", KEY_UNPREDICTABLE, 0, 0,
    "Of a report of the plugin in the place of a bundle: the unpredictable "
    "branches by their mispredicts, and what was done to each",
    0 },
  { 0 }
};

static void
set_form (struct show *show, enum form form, const struct argp_state *state)
{
  if (show->form != FORM_TABLE)
    argp_error (state, "--annotate, --json, --summary and --text exclude one "
                       "another");
  show->form = form;
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct show *show = state->input;
  switch (key)
    {
    case 'f':
      show->function = arg;
      return 0;
    case 'n':
      show->hot = hwpgo_option_u64 (state, "hot", arg, 1, UINT64_MAX);
      return 0;
    case KEY_TEXT:
      set_form (show, FORM_TEXT, state);
      return 0;
    case KEY_JSON:
      set_form (show, FORM_JSON, state);
      return 0;
    case KEY_SUMMARY:
      set_form (show, FORM_SUMMARY, state);
      return 0;
    case KEY_ANNOTATE:
      set_form (show, FORM_ANNOTATED, state);
      show->function = arg;
      return 0;
    case KEY_UNPREDICTABLE:
      set_form (show, FORM_UNPREDICTABLE, state);
      return 0;
    case 'b':
      show->binary = arg;
      return 0;
    case KEY_SOURCE_FOLDER:
      hwpgo_list_add (&show->source_folders, arg);
      return 0;
    case KEY_MISPREDICTS:
      show->kind = HWPGO_MISPREDICT;
      return 0;
    case ARGP_KEY_ARG:
      if (show->path)
        argp_error (state, "one bundle at a time: '%s'", arg);
      show->path = arg;
      return 0;
    case ARGP_KEY_END:
      if (!show->path)
        argp_error (state, "which bundle?");
      if (show->kind == HWPGO_MISPREDICT && show->form != FORM_TEXT)
        argp_error (state, "--mispredicts needs --text");
      if (show->function && show->form == FORM_UNPREDICTABLE)
        argp_error (state, "--unpredictable shows all functions");
      if ((show->binary || show->source_folders.n)
          && show->form != FORM_ANNOTATED)
        argp_error (state, "--binary and --source-folder need --annotate");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp
    = { options,
        parse,
        "BUNDLE|PROFILE",
        "Print what is in a bundle or in a single profile: by default where "
        "it comes from and a table of its hottest functions.",
        NULL,
        NULL,
        NULL };

/* Make *RESULT, a malloc'ed list of the functions of PROFILE that SHOW asks
   for, hottest first.  */
static int
select_functions (const struct show *show, const struct hwpgo_profile *profile,
                  struct hwpgo_selection *result, struct hwpgo_error *err)
{
  if (profile->n_functions == 0)
    return 0;
  result->functions = hwpgo_profile_by_total (profile);
  if (!result->functions)
    return hwpgo_error_nomem (err);
  const struct hwpgo_function *only
      = show->function ? hwpgo_profile_find (profile, show->function) : NULL;
  size_t n = 0;
  for (size_t i = 0; i < profile->n_functions; i++)
    if (!show->function || result->functions[i] == only)
      result->functions[n++] = result->functions[i];
  result->n_found = n;
  result->n = show->hot && show->hot < n ? (size_t) show->hot : n;
  return 0;
}

/* Write the selected functions as a profile of their own.  */
static int
print_text (const struct hwpgo_selection *selection, FILE *out,
            struct hwpgo_error *err)
{
  struct hwpgo_profile *part = hwpgo_profile_new ();
  int ret = part ? 0 : hwpgo_error_nomem (err);
  for (size_t i = 0; ret == 0 && i < selection->n; i++)
    {
      const struct hwpgo_function *from = selection->functions[i];
      struct hwpgo_function *into
          = hwpgo_profile_function (part, from->name, strlen (from->name));
      if (!into || hwpgo_function_merge (part, into, from, 1) != 0)
        ret = hwpgo_error_nomem (err);
      else
        into->total = from->total;
    }
  if (ret == 0)
    ret = hwpgo_text_write (part, out, err);
  hwpgo_profile_free (part);
  return ret;
}

static int
print_annotated (const struct show *show, const struct hwpgo_bundle *bundle,
                 FILE *out, struct hwpgo_error *err)
{
  struct stat st;
  struct hwpgo_sources sources
      = { .folders = show->source_folders.items,
          .n_folders = show->source_folders.n,
          .built
          = show->binary && stat (show->binary, &st) == 0 ? st.st_mtime : 0 };
  int ret = hwpgo_show_annotated (out, bundle, show->function, show->image,
                                  &sources);
  hwpgo_sources_free (&sources);
  if (ret == -HWPGO_E_NOT_FOUND)
    return hwpgo_error_set (err, HWPGO_E_NOT_FOUND, show->path,
                            "no function '%s' with frequencies",
                            show->function);
  return ret ? hwpgo_error_nomem (err) : 0;
}

static int
print_summary (const struct show *show, const struct hwpgo_bundle *bundle,
               FILE *out, struct hwpgo_error *err)
{
  const struct hwpgo_profile *profile = bundle->profiles[HWPGO_FREQUENCY];
  if (!profile)
    return hwpgo_error_set (err, HWPGO_E_NOT_FOUND, show->path,
                            "it has no frequency profile");
  return hwpgo_show_summary (out, profile) ? hwpgo_error_nomem (err) : 0;
}

static int
print (const struct show *show, const struct hwpgo_bundle *bundle,
       const struct hwpgo_selection *selections, FILE *out,
       struct hwpgo_error *err)
{
  switch (show->form)
    {
    case FORM_TEXT:
      if (!bundle->profiles[show->kind])
        return hwpgo_error_set (err, HWPGO_E_NOT_FOUND, show->path,
                                "it has no %s profile",
                                hwpgo_kind_name (show->kind));
      /* The whole of it byte for byte; a part has to be built.  */
      if (!show->function && !show->hot)
        return hwpgo_text_write (bundle->profiles[show->kind], out, err);
      return print_text (&selections[show->kind], out, err);
    case FORM_JSON:
      hwpgo_show_json (out, bundle, selections);
      return 0;
    case FORM_SUMMARY:
      return print_summary (show, bundle, out, err);
    case FORM_ANNOTATED:
      return print_annotated (show, bundle, out, err);
    default:
      hwpgo_show_table (out, bundle, show->format, selections);
      return 0;
    }
}

/* Print BUNDLE; a function that was asked for and is in no profile is an
   error.  */
static int
show_bundle (struct show *show, const struct hwpgo_bundle *bundle,
             struct hwpgo_error *err)
{
  struct hwpgo_selection selections[HWPGO_KINDS] = { 0 };
  size_t found = 0;
  int ret = 0;
  if (show->form == FORM_TABLE && !show->hot && !show->function)
    show->hot = 10;
  for (enum hwpgo_kind k = 0; ret == 0 && k < HWPGO_KINDS; k++)
    if (bundle->profiles[k])
      {
        ret = select_functions (show, bundle->profiles[k], &selections[k],
                                err);
        found += selections[k].n_found;
      }
  if (ret == 0 && show->function && found == 0)
    ret = hwpgo_error_set (err, HWPGO_E_NOT_FOUND, show->path,
                           "no function '%s'", show->function);
  struct hwpgo_outfile out = { 0 };
  if (ret == 0)
    ret = hwpgo_outfile_open (&out, NULL, err);
  if (ret == 0)
    ret = print (show, bundle, selections, out.stream, err);
  if (ret == 0)
    ret = hwpgo_outfile_commit (&out, err);
  else
    hwpgo_outfile_discard (&out);
  for (enum hwpgo_kind k = 0; k < HWPGO_KINDS; k++)
    free (selections[k].functions);
  return ret;
}

/* Open the binary, which must be one that BUNDLE is of, if that says.  */
static int
open_binary (struct show *show, const struct hwpgo_bundle *bundle,
             struct hwpgo_error *err)
{
  const struct hwpgo_debug_search search = { .installed = true };
  int ret = hwpgo_image_open (&show->image, show->binary, &search, err);
  const char *id = ret ? NULL : hwpgo_image_build_id_text (show->image);
  bool known = false, equal = false;
  for (size_t i = 0; i < bundle->n_binaries; i++)
    if (bundle->binaries[i].build_id)
      {
        known = true;
        equal |= id && strcmp (id, bundle->binaries[i].build_id) == 0;
      }
  if (ret == 0 && known && !equal)
    hwpgo_say ("note: %s is of other binaries than %s, so that lines may be "
               "wrong",
               show->path, show->binary);
  return ret;
}

/* Find out what a single profile was written as.  */
static int
find_format (struct show *show, struct hwpgo_error *err)
{
  struct stat st;
  struct hwpgo_infile file;
  /* What can be read once is gone.  */
  if (stat (show->path, &st) != 0 || !S_ISREG (st.st_mode))
    return 0;
  int ret = hwpgo_infile_open (&file, show->path, err);
  if (ret)
    return ret;
  show->format = hwpgo_profile_recognise (file.data, file.size);
  hwpgo_infile_close (&file);
  return 0;
}

static int
show_report (const struct show *show, struct hwpgo_error *err)
{
  struct hwpgo_outfile out = { 0 };
  int ret = hwpgo_outfile_open (&out, NULL, err);
  if (ret == 0)
    ret = hwpgo_show_branches (out.stream, show->path, show->hot, err);
  if (ret == 0)
    return hwpgo_outfile_commit (&out, err);
  hwpgo_outfile_discard (&out);
  return ret;
}

int
hwpgo_verb_show (int argc, char **argv)
{
  struct show show = { 0 };
  hwpgo_parse (&argp, argc, argv, 0, &show);
  struct hwpgo_error err;
  struct hwpgo_bundle bundle;
  if (show.form == FORM_UNPREDICTABLE)
    return show_report (&show, &err) == 0 ? HWPGO_EXIT_DONE
                                          : hwpgo_fail (&err);
  int ret = hwpgo_bundle_read (&bundle, show.path, &err);
  if (ret == 0)
    {
      if (show.binary)
        ret = open_binary (&show, &bundle, &err);
      if (ret == 0)
        ret = find_format (&show, &err);
      if (ret == 0)
        ret = show_bundle (&show, &bundle, &err);
      hwpgo_image_close (show.image);
      hwpgo_bundle_free (&bundle);
    }
  free (show.source_folders.items);
  return ret == 0 ? HWPGO_EXIT_DONE : hwpgo_fail (&err);
}
