/* The option --format of the verbs that write profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_HWPGO_FORMAT_OPTION_H
#define HWPGO_HWPGO_FORMAT_OPTION_H

#include <argp.h>

#include "runtime/profile/format.h"

struct hwpgo_format_option
{
  bool given;
  const struct hwpgo_profile_format *format; /* NULL: a bundle, which is the
                                                default.  */
  struct hwpgo_write_options write;
};

/* A child of a verb's argp: it has the options and takes their help from
   formats.def.  The verb sets state->child_inputs of it, at ARGP_KEY_INIT, to
   a zeroed struct hwpgo_format_option, which is complete when argp_parse
   returns.  An unknown format is wrong usage.  */
extern const struct argp hwpgo_format_argp;

#endif
