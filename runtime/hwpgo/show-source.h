/* Source files, line by line, for 'hwpgo show --annotate'.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_HWPGO_SHOW_SOURCE_H
#define HWPGO_HWPGO_SHOW_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "runtime/base/file.h"

struct hwpgo_source_file
{
  char *name; /* as debug information has it; owned.  */
  struct hwpgo_infile file;
  bool found;
  bool newer;           /* than the binary.  */
  const uint8_t **lines; /* where each begins, and the end; owned.  */
  size_t n_lines;
};

struct hwpgo_sources
{
  const char *const *folders; /* to look in, in this order, before the name is
                                 taken as it is.  */
  size_t n_folders;
  time_t built; /* when the binary was; 0: not known.  */
  struct hwpgo_source_file *files;
  size_t n, capacity;
};

/* The file that debug information calls NAME.  In each folder it is looked for
   under NAME, and under what is left of NAME without its first folders, as gdb
   does.  NULL when out of memory; a file that is not there is remembered with
   FOUND false.  It lives until the next call.  */
const struct hwpgo_source_file *
hwpgo_sources_get (struct hwpgo_sources *sources, const char *name);
void hwpgo_sources_free (struct hwpgo_sources *sources);

/* Line NUMBER, from 1, without its end; NULL if there is none.  *SIZE is in
   bytes.  */
const uint8_t *hwpgo_source_line (const struct hwpgo_source_file *file,
                                  uint64_t number, size_t *size);

#endif
