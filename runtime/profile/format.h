/* The file formats of profiles.
   SPDX-License-Identifier: GPL-2.0-or-later

   formats.def has a row for each; reading goes by the first bytes of the
   file (hwpgo_profile_read_file in bundle.h), writing by name.  */

#ifndef HWPGO_PROFILE_FORMAT_H
#define HWPGO_PROFILE_FORMAT_H

#include <stdio.h>

#include "runtime/profile/model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hwpgo_write_options
{
  bool md5;          /* ExtBinary: names as their 64-bit MD5.  */
  bool compress;     /* ExtBinary: sections deflated.  */
  unsigned gcov_version; /* gcov: 1 (GCC 11), 2 (GCC 12 to 15), 3 (GCC 16).  */
};

typedef int (*hwpgo_profile_reader) (struct hwpgo_profile *profile,
                                     const char *file, const void *data,
                                     size_t size, struct hwpgo_error *err);
typedef int (*hwpgo_profile_writer) (const struct hwpgo_profile *profile,
                                     const struct hwpgo_write_options *options,
                                     FILE *out, struct hwpgo_error *err);

/* One row of formats.def.  */
struct hwpgo_profile_format
{
  const char *name; /* on the command line; NULL: never written.  */
  const char *magic;
  size_t magic_size; /* bytes; 0: text.  */
  hwpgo_profile_reader read;
  hwpgo_profile_writer write;
  const char *summary; /* completes "FORMAT: ".  */
  const char *advice;  /* for a format that is known and not read.  */
};

/* The formats, in the order of formats.def.  */
const struct hwpgo_profile_format *hwpgo_profile_formats (size_t *n);
/* The one that can be written as NAME; NULL if there is none.  */
const struct hwpgo_profile_format *hwpgo_profile_format (const char *name);

#ifdef __cplusplus
}
#endif

#endif
