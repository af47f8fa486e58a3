/* hwpgo doctor: what works on this machine, and what to do about the rest.
   SPDX-License-Identifier: GPL-2.0-or-later

   Files are looked at by doctor-files.c.  */

#define _GNU_SOURCE
#include <argp.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/file.h"
#include "runtime/base/memory.h"
#include "runtime/base/text.h"
#include "runtime/hwpgo/doctor.h"
#include "runtime/hwpgo/parts.h"
#include "runtime/hwpgo/recorder.h"
#include "runtime/hwpgo/verb.h"
#include "runtime/pmu/collect.h"

enum
{
  KEY_JSON = 256
};

struct doctor
{
  struct hwpgo_list files;
  struct hwpgo_findings findings;
};

static const struct argp_option options[]
    = { { "json", KEY_JSON, 0, 0, "As a JSON list of findings", 0 }, { 0 } };

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct doctor *doctor = state->input;
  switch (key)
    {
    case KEY_JSON:
      doctor->findings.json = true;
      return 0;
    case ARGP_KEY_ARG:
      hwpgo_list_add (&doctor->files, arg);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp
    = { options,
        parse,
        "[FILE...]",
        "Say what this machine can record with, which of the compilers in "
        "PATH the plugin fits, why not, and what to do about it; or with "
        "FILEs, which may be recordings, programs, profiles and bundles, what "
        "is in them and what comes of them; programs are taken for those "
        "that the recordings are of.  Exit status 0 if there is a way "
        "to record and a compiler that fits, or if nothing is wrong with the "
        "FILEs.",
        NULL,
        NULL,
        NULL };

static void
print_json_finding (const struct hwpgo_findings *findings, bool good,
                    const char *what, const char *detail, const char *cure)
{
  printf ("%s\n  {\"good\": %s", findings->n ? "," : "[",
          good ? "true" : "false");
  hwpgo_json_member_string (stdout, false, "what", what);
  hwpgo_json_member_string (stdout, false, "detail", detail);
  if (!good && cure && *cure)
    hwpgo_json_member_string (stdout, false, "cure", cure);
  putchar ('}');
}

void
hwpgo_finding (struct hwpgo_findings *findings, bool good, const char *what,
               const char *detail, const char *cure)
{
  if (findings->json)
    print_json_finding (findings, good, what, detail, cure);
  else
    {
      fputs (good ? "yes " : "no  ", stdout);
      hwpgo_print_plain (stdout, what);
      fputs (": ", stdout);
      hwpgo_print_plain (stdout, detail);
      putchar ('\n');
      if (!good && cure && *cure)
        printf ("      %s\n", cure);
    }
  findings->bad |= !good;
  findings->n++;
}

/* The first line of what 'PROGRAM --version' prints; malloc'ed.  */
static char *
version_of (char *program)
{
  char option[] = "--version";
  char *argv[] = { program, option, NULL };
  int status;
  char *text = hwpgo_capture (argv, &status);
  if (text)
    text[strcspn (text, "\n")] = '\0';
  return text;
}

/* --- recording ----------------------------------------------------------- */

static bool
check_hardware (struct hwpgo_findings *f)
{
  char why[160];
  bool stacks = hwpgo_branch_stacks_p (why, sizeof why);
  hwpgo_finding (f, stacks, "hardware branch stacks",
                 stacks ? "can be sampled" : why,
                 "Not needed: 'hwpgo record' then uses the emulated PMU.");
  char *perf = hwpgo_program ("perf");
  char *version = perf ? version_of (perf) : NULL;
  bool works = version && strncmp (version, "perf version", 12) == 0;
  hwpgo_finding (f, works, "perf", works ? version : "not found in PATH",
                 "Needed for hardware branch stacks only: install linux-perf"
                 " (Debian), linux-tools (Ubuntu) or perf (Fedora).");
  free (version);
  free (perf);
  return stacks && works;
}

/* Run the program 'true' under EMULATOR with PLUGIN, which must say nothing.
   What it says otherwise, malloc'ed, or NULL if all is well.  */
static char *
try_emulator (const char *plugin)
{
  struct hwpgo_error err = { 0 };
  char program[] = "true";
  char *argv[] = { program, NULL };
  struct hwpgo_pmu_config config = { .plugin = plugin };
  char **command = NULL;
  char *text = NULL, *scratch = hwpgo_scratch_new (&err);
  int status = -1;
  config.spool = scratch;
  hwpgo_pmu_defaults (&config);
  if (scratch)
    command = hwpgo_pmu_command (&config, argv, &err);
  if (command)
    {
      text = hwpgo_capture (command, &status);
      hwpgo_pmu_command_free (command);
      if (!text || (!*text && status != 0))
        hwpgo_error_set (&err, HWPGO_E_UNSUPPORTED, NULL,
                         "the emulator does not run");
    }
  hwpgo_scratch_free (scratch);
  if (err.code != HWPGO_OK)
    {
      free (text);
      return strdup (err.text);
    }
  if (*text)
    return text;
  free (text);
  return NULL;
}

static bool
check_emulated (struct hwpgo_findings *f)
{
  struct hwpgo_error err;
  char *emulator = hwpgo_pmu_emulator (hwpgo_guest_default (), &err);
  if (!emulator)
    {
      hwpgo_finding (f, false, "emulated PMU", err.text,
                     "Install qemu-user (Debian, Ubuntu, Fedora).");
      return false;
    }
  char *plugin = hwpgo_part ("hwpgo-pmu.so", &err);
  char *version = version_of (emulator);
  char *trouble = plugin ? try_emulator (plugin) : strdup (err.text);
  hwpgo_finding (
      f, !trouble, "emulated PMU",
      trouble   ? trouble
      : version ? version
                : emulator,
      plugin ? "It takes a qemu-user 7 or 8 that was built with plugins, "
               "as Debian 12 has."
             : "Run 'make install' again.");
  bool works = !trouble;
  free (trouble);
  free (version);
  free (plugin);
  free (emulator);
  return works;
}

/* --- compilers ----------------------------------------------------------- */

/* A compiler in PATH: gcc or gcc-N.  */
struct compiler
{
  char *name, *path, *real; /* owned.  */
};

struct compilers
{
  struct compiler *items;
  size_t n, capacity;
};

static bool
compiler_name_p (const char *name)
{
  if (strncmp (name, "gcc", 3) != 0)
    return false;
  const char *p = name + 3;
  if (*p == '-')
    for (p++; isdigit ((unsigned char) *p); p++)
      continue;
  return !*p && p[-1] != '-';
}

/* Add PATH unless it is another name of one that is there.  */
static void
add_compiler (struct compilers *list, const char *folder, const char *name)
{
  struct compiler c = { strdup (name), hwpgo_path_join (folder, name), NULL };
  if (c.path)
    c.real = realpath (c.path, NULL);
  bool known = !c.name || !c.real;
  for (size_t i = 0; !known && i < list->n; i++)
    known = strcmp (list->items[i].real, c.real) == 0;
  if (!known && HWPGO_GROW (list->items, list->capacity, list->n + 1))
    list->items[list->n++] = c;
  else
    {
      free (c.name);
      free (c.path);
      free (c.real);
    }
}

static int
by_version (const struct dirent **a, const struct dirent **b)
{
  /* The numbered names first: they say more than "gcc" does.  */
  int plain = (strchr ((*a)->d_name, '-') == NULL)
              - (strchr ((*b)->d_name, '-') == NULL);
  return plain ? plain : strverscmp ((*a)->d_name, (*b)->d_name);
}

static int
select_compilers (const struct dirent *entry)
{
  return compiler_name_p (entry->d_name);
}

static struct compilers
find_compilers (void)
{
  struct compilers list = { 0 };
  const char *path = getenv ("PATH");
  while (path && *path)
    {
      size_t n = strcspn (path, ":");
      char *folder = strndup (path, n);
      struct dirent **entries;
      int count
          = folder ? scandir (folder, &entries, select_compilers, by_version)
                   : -1;
      for (int i = 0; i < count; i++)
        {
          add_compiler (&list, folder, entries[i]->d_name);
          free (entries[i]);
        }
      if (count >= 0)
        free (entries);
      free (folder);
      path += n + (path[n] == ':');
    }
  return list;
}

/* What to do about a GCC that the plugin does not fit; malloc'ed, or NULL when
   out of memory.  */
static char *
compiler_cure (int major)
{
  static const int supported[] = { HWPGO_GCC_SUPPORTED };
  char *cure = NULL;
  for (size_t i = 0; i < sizeof supported / sizeof supported[0]; i++)
    if (supported[i] == major)
      return asprintf (&cure,
                       "Install gcc-%d-plugin-dev (Fedora: gcc-plugin-devel) "
                       "and g++-%d, then build hwpgo again.",
                       major, major)
                     < 0
                 ? NULL
                 : cure;
  return strdup ("hwpgo has no plugin for this version: builds with it are "
                 "left as they are.");
}

/* Compile nothing with the plugin, which must have nothing to say.  */
static bool
check_compiler (struct hwpgo_findings *f, const struct compiler *c,
                const char *plugin)
{
  char *flag = NULL, *version = NULL, *text = NULL, *what = NULL, *cure = NULL;
  char *ask[] = { c->path, "-dumpfullversion", NULL };
  int status = -1;
  bool fits = false;
  version = hwpgo_capture (ask, &status);
  if (!version || status != 0 || asprintf (&flag, "-fplugin=%s", plugin) < 0
      || asprintf (&what, "plugin for %s (GCC %s)", c->name, version) < 0
      || !(cure = compiler_cure (atoi (version))))
    {
      hwpgo_finding (f, false, c->path, "cannot be run", NULL);
      goto out;
    }
  char *compile[]
      = { c->path, flag, "-S", "-o", "/dev/null", "-x", "c", "-", NULL };
  text = hwpgo_capture (compile, &status);
  fits = text && status == 0 && !*text;
  if (text)
    text[strcspn (text, "\n")] = '\0';
  hwpgo_finding (f, fits, what,
                 fits            ? "fits"
                 : text && *text ? text
                                 : "does not load",
                 cure);
out:
  free (flag);
  free (version);
  free (text);
  free (what);
  free (cure);
  return fits;
}

static bool
check_compilers (struct hwpgo_findings *f)
{
  struct hwpgo_error err;
  char *plugin = hwpgo_part ("hwpgo.so", &err);
  if (!plugin)
    {
      hwpgo_finding (f, false, "plugin", err.text,
                     "Run 'make install' again.");
      return false;
    }
  struct compilers list = find_compilers ();
  bool some = false;
  for (size_t i = 0; i < list.n; i++)
    some |= check_compiler (f, &list.items[i], plugin);
  if (list.n == 0)
    hwpgo_finding (f, false, "compiler", "no gcc in PATH",
                   "Install gcc and g++.");
  for (size_t i = 0; i < list.n; i++)
    {
      free (list.items[i].name);
      free (list.items[i].path);
      free (list.items[i].real);
    }
  free (list.items);
  free (plugin);
  return some;
}

/* Is there all that it takes?  */
static bool
check_machine (struct hwpgo_findings *f)
{
  bool hardware = check_hardware (f);
  bool emulated = check_emulated (f);
  bool compiles = check_compilers (f);
  bool records = hardware || emulated;
  if (!f->json)
    printf ("\nhwpgo %s here.\n", records && compiles ? "works"
                                  : records  ? "can record but not compile"
                                  : compiles ? "can compile but not record"
                                             : "does not work");
  return records && compiles;
}

int
hwpgo_verb_doctor (int argc, char **argv)
{
  struct doctor doctor = { 0 };
  hwpgo_parse (&argp, argc, argv, 0, &doctor);
  bool good = true;
  if (doctor.files.n)
    {
      hwpgo_doctor_files (&doctor.findings, &doctor.files);
      good = !doctor.findings.bad;
    }
  else
    good = check_machine (&doctor.findings);
  if (doctor.findings.json)
    puts ("\n]");
  free (doctor.files.items);
  if (fflush (stdout) != 0)
    {
      struct hwpgo_error err;
      hwpgo_error_errno (&err, "standard output", "write");
      return hwpgo_fail (&err);
    }
  return good ? HWPGO_EXIT_DONE : HWPGO_EXIT_FAILED;
}
