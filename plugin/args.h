/* The plugin's arguments.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PLUGIN_ARGS_H
#define HWPGO_PLUGIN_ARGS_H

#include <stdbool.h>
#include <stdio.h>

#include "runtime/base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One member a row of args.def.  Paths and texts are not owned.  */
struct hwpgo_args
{
#define HWPGO_ARG_PATH(key, field, metavar, help) const char *field;
#define HWPGO_ARG_TEXT(key, field, metavar, help) const char *field;
#define HWPGO_ARG_CHOICE(key, field, choices, help)                           \
  unsigned field; /* the number of the word, from 0 on.  */
#define HWPGO_ARG_FRACTION(key, field, value, min, max, help) double field;
#define HWPGO_ARG_SWITCH(key, field, value, help) bool field;
#include "plugin/args.def"
};

/* Set all to the defaults.  */
void hwpgo_args_init (struct hwpgo_args *args);

/* Take KEY=VALUE; VALUE is NULL when only KEY was given.  Returns 0, or an
   error whose text says what would be right.  */
int hwpgo_args_set (struct hwpgo_args *args, const char *key,
                    const char *value, struct hwpgo_error *err);

/* Print the table, a row a line.  */
void hwpgo_args_help (FILE *out);

#ifdef __cplusplus
}
#endif

#endif
