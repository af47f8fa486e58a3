/* Small programs, compiled when a unit test needs their debug information.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_UNIT_PROGRAM_H
#define HWPGO_UNIT_PROGRAM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A folder for the files of one test.  */
static char unit_folder[] = "/tmp/hwpgo-unit-XXXXXX";

static inline bool
unit_make_folder (void)
{
  return mkdtemp (unit_folder) != NULL;
}

static inline void
unit_remove_folder (void)
{
  char command[64];
  snprintf (command, sizeof command, "rm -rf '%s'", unit_folder);
  if (system (command) != 0)
    printf ("cannot remove %s\n", unit_folder);
}

/* The path of NAME in the folder; valid until the fourth call after it.  */
static inline const char *
unit_path (const char *name)
{
  static char paths[4][128];
  static unsigned next;
  char *path = paths[next++ % 4];
  snprintf (path, sizeof paths[0], "%s/%s", unit_folder, name);
  return path;
}

static inline bool
unit_write (const char *name, const void *data, size_t size)
{
  FILE *f = fopen (unit_path (name), "wb");
  if (!f)
    return false;
  bool good = fwrite (data, 1, size, f) == size;
  return fclose (f) == 0 && good;
}

/* Compile SOURCE (C, or C++ when NAME's first letter is '+') into NAME with
   FLAGS.  */
static inline bool
unit_compile (const char *name, const char *source, const char *flags)
{
  bool cxx = name[0] == '+';
  const char *file = cxx ? "source.cc" : "source.c";
  char command[512];
  if (!unit_write (file, source, strlen (source)))
    return false;
  snprintf (command, sizeof command, "%s %s -o '%s' '%s'", cxx ? "c++" : "cc",
            flags, unit_path (name), unit_path (file));
  return system (command) == 0;
}

#endif
