/* hwpgo doctor: what works on this machine, and what to do about the rest.
   SPDX-License-Identifier: GPL-2.0-or-later

   Each finding is a line "yes WHAT: DETAIL" or "no  WHAT: REASON", the latter
   with a line that tells the cure.  */

#define _GNU_SOURCE
#include <argp.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/file.h"
#include "runtime/base/memory.h"
#include "runtime/hwpgo/parts.h"
#include "runtime/hwpgo/recorder.h"
#include "runtime/hwpgo/verb.h"
#include "runtime/pmu/collect.h"

static const struct argp argp
    = { NULL,
        NULL,
        "",
        "Say what this machine can record with, which of the compilers in "
        "PATH the plugin fits, why not, and what to do about it.  Exit status "
        "0 if there is a way to record and a compiler that fits.",
        NULL,
        NULL,
        NULL };

static void
finding (bool good, const char *what, const char *detail, const char *cure)
{
  printf ("%s %s: %s\n", good ? "yes" : "no ", what, detail);
  if (!good && cure && *cure)
    printf ("      %s\n", cure);
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
check_hardware (void)
{
  char why[160];
  bool stacks = hwpgo_branch_stacks_p (why, sizeof why);
  finding (stacks, "hardware branch stacks", stacks ? "can be sampled" : why,
           "Not needed: 'hwpgo record' then uses the emulated PMU.");
  char *perf = hwpgo_program ("perf");
  char *version = perf ? version_of (perf) : NULL;
  bool works = version && strncmp (version, "perf version", 12) == 0;
  finding (works, "perf", works ? version : "not found in PATH",
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
check_emulated (void)
{
  struct hwpgo_error err;
  char *emulator = hwpgo_pmu_emulator (&err);
  if (!emulator)
    {
      finding (false, "emulated PMU", err.text,
               "Install qemu-user (Debian, Ubuntu, Fedora).");
      return false;
    }
  char *plugin = hwpgo_part ("hwpgo-pmu.so", &err);
  char *version = version_of (emulator);
  char *trouble = plugin ? try_emulator (plugin) : strdup (err.text);
  finding (!trouble, "emulated PMU",
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
check_compiler (const struct compiler *c, const char *plugin)
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
      finding (false, c->path, "cannot be run", NULL);
      goto out;
    }
  char *compile[]
      = { c->path, flag, "-S", "-o", "/dev/null", "-x", "c", "-", NULL };
  text = hwpgo_capture (compile, &status);
  fits = text && status == 0 && !*text;
  if (text)
    text[strcspn (text, "\n")] = '\0';
  finding (fits, what,
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
check_compilers (void)
{
  struct hwpgo_error err;
  char *plugin = hwpgo_part ("hwpgo.so", &err);
  if (!plugin)
    {
      finding (false, "plugin", err.text, "Run 'make install' again.");
      return false;
    }
  struct compilers list = find_compilers ();
  bool some = false;
  for (size_t i = 0; i < list.n; i++)
    some |= check_compiler (&list.items[i], plugin);
  if (list.n == 0)
    finding (false, "compiler", "no gcc in PATH", "Install gcc and g++.");
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

int
hwpgo_verb_doctor (int argc, char **argv)
{
  hwpgo_parse (&argp, argc, argv, 0, NULL);
  bool hardware = check_hardware ();
  bool emulated = check_emulated ();
  bool compiles = check_compilers ();
  bool records = hardware || emulated;
  printf ("\nhwpgo %s here.\n", records && compiles ? "works"
                                : records  ? "can record but not compile"
                                : compiles ? "can compile but not record"
                                           : "does not work");
  return records && compiles ? HWPGO_EXIT_DONE : HWPGO_EXIT_FAILED;
}
