/* What the verbs of the command share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_HWPGO_VERB_H
#define HWPGO_HWPGO_VERB_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/base/error.h"

/* Exit statuses.  'record' adds those of the command it ran.  */
enum
{
  HWPGO_EXIT_DONE = 0,
  HWPGO_EXIT_FAILED = 1,
  HWPGO_EXIT_USAGE = 2
};

/* Where 'record' and 'convert' write when they are not told.  */
#define HWPGO_DEFAULT_BUNDLE "hwpgo.bundle"

/* Each runs one verb and returns an exit status.  ARGV[0] is "hwpgo VERB".
   Wrong usage ends the process with HWPGO_EXIT_USAGE.  */
#define HWPGO_VERB(name, summary)                                             \
  int hwpgo_verb_##name (int argc, char **argv);
#include "runtime/hwpgo/verbs.def"
#undef HWPGO_VERB

/* Print the one line "hwpgo: error: TEXT" and return HWPGO_EXIT_FAILED.  */
int hwpgo_fail (const struct hwpgo_error *err);

/* Print "hwpgo: ..." on standard error, in one line without controls.  */
void hwpgo_say (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));

struct argp;
struct argp_state;

/* argp_parse, which may find no memory: that ends the process.  */
void hwpgo_parse (const struct argp *argp, int argc, char **argv,
                  unsigned flags, void *input);

/* The value of option NAME, a number between MIN and MAX, from TEXT; wrong
   usage otherwise.  */
uint64_t hwpgo_option_u64 (const struct argp_state *state, const char *name,
                           const char *text, uint64_t min, uint64_t max);

/* A growing list of strings that are not owned.  Zero it to start.  */
struct hwpgo_list
{
  const char **items;
  size_t n, capacity;
};

/* Out of memory is a usage-time failure: it ends the process.  */
void hwpgo_list_add (struct hwpgo_list *list, const char *item);

#endif
