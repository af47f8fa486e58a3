/* hwpgo doctor FILE: what is in it, and what will come of it.
   SPDX-License-Identifier: GPL-2.0-or-later

   Nothing is judged twice: a recording is converted as 'hwpgo convert' does,
   without writing the result, and a program opened as it opens one.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/base/file.h"
#include "runtime/hwpgo/account.h"
#include "runtime/hwpgo/doctor.h"
#include "runtime/image/image.h"
#include "runtime/profile/block-map.h"
#include "runtime/profile/bundle.h"
#include "runtime/profile/format.h"
#include "runtime/trace/input.h"

/* One file: each finding begins with its path.  */
struct file
{
  struct hwpgo_findings *findings;
  const char *path;
  const struct hwpgo_list *programs; /* to convert recordings with.  */
};

static void say (const struct file *f, bool good, const char *what,
                 const char *cure, const char *format, ...)
    __attribute__ ((format (printf, 5, 6)));

static void
say (const struct file *f, bool good, const char *what, const char *cure,
     const char *format, ...)
{
  char *name = NULL, *detail = NULL;
  va_list args;
  va_start (args, format);
  if (vasprintf (&detail, format, args) < 0)
    detail = NULL;
  va_end (args);
  if (asprintf (&name, "%s: %s", f->path, what) < 0)
    name = NULL;
  hwpgo_finding (f->findings, good, name ? name : what,
                 detail ? detail : "out of memory", cure);
  free (name);
  free (detail);
}

/* Errors name the file, too, which is said already.  */
static const char *
without_path (const struct file *f, const struct hwpgo_error *err)
{
  size_t n = strlen (f->path);
  return strncmp (err->text, f->path, n) == 0
                 && strncmp (err->text + n, ": ", 2) == 0
             ? err->text + n + 2
             : err->text;
}

/* --- programs ------------------------------------------------------------
 */

static void
look_at_program (const struct file *f)
{
  struct hwpgo_image *image;
  struct hwpgo_error err;
  const struct hwpgo_debug_search search = { .installed = true };
  int ret = hwpgo_image_open (&image, f->path, &search, &err);
  if (ret)
    {
      say (f, false, "program", NULL, "%s", without_path (f, &err));
      return;
    }
  const char *id = hwpgo_image_build_id_text (image);
  size_t n, units = hwpgo_image_units (image);
  hwpgo_image_functions (image, &n);
  say (f, true, "program", NULL, "%zu functions", n);
  say (f, id != NULL, "build id",
       "Without one a recording can be matched by its path alone: link with "
       "-Wl,--build-id.",
       "%s", id ? id : "none");
  const char *note = hwpgo_image_note (image);
  say (f, !*note, "debug information",
       "The code of units that cannot be read has no lines.", "%zu units%s%s",
       units, *note ? "; " : "", note);
  uint32_t layout = hwpgo_image_discriminator_layout (image);
  say (f, true, "discriminators", NULL, "%s",
       layout ? "the plugin's" : "the compiler's");
  const uint8_t *data;
  size_t size;
  if (hwpgo_image_section (image, HWPGO_BLOCK_MAP_SECTION, &data, &size))
    say (f, true, "block map", NULL, "%zu bytes, for 'hwpgo truth'", size);
  hwpgo_image_close (image);
}

/* --- recordings ----------------------------------------------------------
 */

static void
look_at_events (const struct file *f, struct hwpgo_input *input)
{
  struct hwpgo_perf_record record;
  struct hwpgo_error err;
  int got;
  /* Those of a pipe come with its records.  */
  hwpgo_input_rewind (input, false);
  while ((got = hwpgo_input_next (input, &record, &err)) > 0)
    continue;
  if (got < 0)
    say (f, false, "records", "What comes before it can still be of use.",
         "%s", without_path (f, &err));
  for (size_t i = 0; i < hwpgo_input_n_events (input); i++)
    {
      const struct hwpgo_perf_event *e = hwpgo_input_event (input, i);
      /* PERF_SAMPLE_BRANCH_STACK.  */
      bool stacks = e->sample_type & (1u << 11);
      say (f, true, "event", NULL, "%s, %s%s", e->name,
           stacks ? "with branch stacks" : "without branch stacks",
           e->precise_ip ? ", precise" : "");
    }
}

/* How many of the samples of UNIT came to something.  */
static void
look_at_account (const struct file *f,
                 const struct hwpgo_convert_report *report)
{
  struct hwpgo_error err = { 0 };
  char *warning = NULL;
  size_t size;
  FILE *out = open_memstream (&warning, &size);
  if (!out)
    return;
  int ret = hwpgo_account_judge (out, report, &err);
  fclose (out);
  char *text = warning ? strchr (warning, ':') : NULL;
  if (text)
    text[strcspn (text, "\n")] = '\0';
  const char *trouble = ret ? err.text : text ? text + 2 : NULL;
  say (f, !trouble, "samples", NULL,
       "%" PRIu64 " of %" PRIu64 " can be used%s%s", report->samples_used,
       report->samples, trouble ? "; " : "", trouble ? trouble : "");
  free (warning);
  say (f, report->lost == 0, "complete",
       "Record with a longer period, or give perf more memory (-m).",
       "%" PRIu64 " records or samples lost while recording", report->lost);
  if (report->note[0] && trouble)
    say (f, true, "note", NULL, "%s", report->note);
}

static void
look_at_input (const struct file *f, struct hwpgo_input *input)
{
  struct hwpgo_error err;
  say (f, true, "recording", NULL, "%s", hwpgo_input_kind (input));
  if (hwpgo_input_counted (input))
    {
      say (f, true, "binary", NULL,
           "it names none; give convert the one that ran with --binary");
      return;
    }
  look_at_events (f, input);
  const struct hwpgo_convert_options options
      = { .perf_data = &f->path,
          .n_perf_data = 1,
          .binaries = f->programs->items,
          .n_binaries = f->programs->n };
  struct hwpgo_convert_report report;
  struct hwpgo_bundle bundle;
  if (hwpgo_convert (&options, &bundle, &report, &err) != 0)
    {
      say (f, false, "conversion", NULL, "%s", without_path (f, &err));
      return;
    }
  for (size_t i = 0; i < bundle.n_binaries; i++)
    say (f, true, "binary", NULL, "%s", bundle.binaries[i].path);
  hwpgo_bundle_free (&bundle);
  look_at_account (f, &report);
}

/* --- profiles ------------------------------------------------------------
 */

static void
look_at_profiles (const struct file *f,
                  const struct hwpgo_profile_format *format)
{
  struct hwpgo_bundle bundle;
  struct hwpgo_error err;
  const char *what = format ? "profile" : "bundle";
  if (hwpgo_bundle_read (&bundle, f->path, &err) != 0)
    {
      say (f, false, what, NULL, "%s", without_path (f, &err));
      return;
    }
  say (f, true, what, NULL, "%s",
       format          ? format->name
       : bundle.layout ? "of programs built with the plugin"
                       : "of programs built without the plugin");
  for (int k = 0; k < HWPGO_KINDS; k++)
    {
      const struct hwpgo_profile *p = bundle.profiles[k];
      if (p)
        say (f, p->n_functions > 0, hwpgo_kind_name (k),
             "Nothing that ran was found: ask the doctor about the recording.",
             "%zu functions%s", p->n_functions,
             p->md5_names ? ", by hashes of their names" : "");
    }
  hwpgo_bundle_free (&bundle);
}

/* --- all -----------------------------------------------------------------
 */

/* A recording, or a profile of FORMAT, which is NULL for neither.  Some texts
   look like both until they are read as a recording.  */
static void
look_at_data (const struct file *f, const struct hwpgo_profile_format *format)
{
  struct hwpgo_input *input;
  struct hwpgo_error err;
  if (hwpgo_input_open (&input, f->path, &err) == 0)
    {
      look_at_input (f, input);
      hwpgo_input_close (input);
    }
  else if (format && format->read)
    look_at_profiles (f, format);
  else
    say (f, false, "file", NULL, "%s", without_path (f, &err));
}

static bool
exists (const char *folder, const char *name)
{
  char *path = hwpgo_path_join (folder, name);
  struct stat st;
  bool there = path && stat (path, &st) == 0;
  free (path);
  return there;
}

/* The first bytes of PATH are those of an ELF file.  Nothing is waited for. */
static bool
program_p (const char *path)
{
  struct stat st;
  struct hwpgo_infile in;
  struct hwpgo_error ignored;
  if (stat (path, &st) != 0 || !S_ISREG (st.st_mode)
      || hwpgo_infile_open (&in, path, &ignored) != 0)
    return false;
  bool elf = in.size >= 4 && memcmp (in.data, "\177ELF", 4) == 0;
  hwpgo_infile_close (&in);
  return elf;
}

static void
look_at_file (const struct file *f)
{
  struct stat st;
  struct hwpgo_infile in;
  struct hwpgo_error err;
  if (stat (f->path, &st) != 0)
    say (f, false, "file", NULL, "it is not there");
  else if (S_ISDIR (st.st_mode) && exists (f->path, "manifest"))
    look_at_profiles (f, NULL);
  else if (S_ISDIR (st.st_mode))
    look_at_data (f, NULL);
  /* A pipe would be empty for whoever comes next.  */
  else if (!S_ISREG (st.st_mode))
    say (f, false, "file", NULL, "neither a file nor a folder");
  else if (st.st_size == 0)
    say (f, false, "file", "Whatever should have written it was interrupted.",
         "it has no bytes");
  else if (program_p (f->path))
    look_at_program (f);
  else if (hwpgo_infile_open (&in, f->path, &err) != 0)
    say (f, false, "file", NULL, "%s", without_path (f, &err));
  else
    {
      const struct hwpgo_profile_format *format
          = hwpgo_profile_recognise (in.data, in.size);
      hwpgo_infile_close (&in);
      look_at_data (f, format);
    }
}

void
hwpgo_doctor_files (struct hwpgo_findings *findings,
                    const struct hwpgo_list *files)
{
  struct hwpgo_list programs = { 0 };
  for (size_t i = 0; i < files->n; i++)
    if (program_p (files->items[i]))
      hwpgo_list_add (&programs, files->items[i]);
  for (size_t i = 0; i < files->n; i++)
    {
      const struct file f = { findings, files->items[i], &programs };
      look_at_file (&f);
    }
  free (programs.items);
}
