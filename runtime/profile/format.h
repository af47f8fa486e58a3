/* The file formats of profiles.
   SPDX-License-Identifier: GPL-2.0-or-later

   formats.def has a row for each; reading goes by the first bytes of the
   file, writing by name.  */

#ifndef HWPGO_PROFILE_FORMAT_H
#define HWPGO_PROFILE_FORMAT_H

#include <stdio.h>

#include "runtime/profile/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Who reads a format: it decides how samples are counted for it.  */
enum hwpgo_format_user
{
  HWPGO_FOR_NONE,
  HWPGO_FOR_LLVM, /* as llvm-profgen counts (doc/convert.md, 6).  */
  HWPGO_FOR_GCC   /* with discriminators as GCC wrote them.  */
};

/* What one format or another leaves open.  All zero: the defaults.  */
struct hwpgo_write_options
{
  bool md5;          /* ExtBinary: names as their 64-bit MD5.  */
  bool compress;     /* ExtBinary: sections deflated.  */
  bool index;        /* ExtBinary: a section of ours that tells where each
                        function is inlined; and lines of any size.  */
  unsigned gcc;      /* gcov: the version of GCC that will read it.  */
  bool copies;       /* gcov: discriminators are of hwpgo's layout, whose copies
                        add up.  */
};

/* Add the profile in the SIZE bytes at DATA to PROFILE; FILE is for messages.
   On error PROFILE holds a part of it.  */
typedef int (*hwpgo_profile_reader) (struct hwpgo_profile *profile,
                                     const char *file, const void *data,
                                     size_t size, struct hwpgo_error *err);
/* Write PROFILE.  Returns 0 or an error; those of OUT stick to it.  */
typedef int (*hwpgo_profile_writer) (const struct hwpgo_profile *profile,
                                     const struct hwpgo_write_options *options,
                                     FILE *out, struct hwpgo_error *err);

/* One row of formats.def.  */
struct hwpgo_profile_format
{
  const char *name; /* on the command line; NULL: never written.  */
  const char *magic;
  size_t magic_size; /* bytes; 0: text.  */
  enum hwpgo_format_user user;
  hwpgo_profile_reader read;  /* NULL: known and not read.  */
  hwpgo_profile_writer write; /* NULL exactly where the name is.  */
  const char *summary; /* completes "FORMAT: ".  */
  const char *advice;  /* for a format that is known and not read.  */
};

/* The formats, in the order of formats.def.  */
const struct hwpgo_profile_format *hwpgo_profile_formats (size_t *n);
/* The one that can be written as NAME; NULL if there is none.  */
const struct hwpgo_profile_format *hwpgo_profile_format (const char *name);

/* The format of the SIZE bytes at DATA, NULL when they are of none.  */
const struct hwpgo_profile_format *hwpgo_profile_recognise (const void *data,
                                                            size_t size);

/* Read a profile of any format, as a hwpgo_profile_reader.  */
int hwpgo_profile_read (struct hwpgo_profile *profile, const char *file,
                        const void *data, size_t size,
                        struct hwpgo_error *err);

/* Write PROFILE (NULL: one without functions) to the file PATH (NULL or "-":
   standard output), which appears when it is complete.  FORMAT is one that
   can be written; OPTIONS may be NULL.  */
int hwpgo_profile_write_file (const struct hwpgo_profile *profile,
                              const struct hwpgo_profile_format *format,
                              const struct hwpgo_write_options *options,
                              const char *path, struct hwpgo_error *err);

#ifdef __cplusplus
}
#endif

#endif
