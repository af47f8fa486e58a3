/* The file formats of profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/format.h"

#include <string.h>

#include "runtime/base/file.h"
#include "runtime/profile/extbinary.h"
#include "runtime/profile/gcov.h"
#include "runtime/profile/llvm-binary.h"
#include "runtime/profile/text.h"

static int
write_text (const struct hwpgo_profile *profile,
            const struct hwpgo_write_options *options, FILE *out,
            struct hwpgo_error *err)
{
  (void) options;
  return hwpgo_text_write (profile, out, err);
}

static const struct hwpgo_profile_format formats[] = {
#define HWPGO_PROFILE_FORMAT(name, magic, user, read, write, summary, advice) \
  { name,    magic, sizeof (magic) - 1, HWPGO_FOR_##user, read, write,        \
    summary, advice },
#include "runtime/profile/formats.def"
#undef HWPGO_PROFILE_FORMAT
};

enum
{
  N_FORMATS = sizeof formats / sizeof *formats
};

const struct hwpgo_profile_format *
hwpgo_profile_formats (size_t *n)
{
  *n = N_FORMATS;
  return formats;
}

const struct hwpgo_profile_format *
hwpgo_profile_format (const char *name)
{
  for (size_t i = 0; i < N_FORMATS; i++)
    if (formats[i].name && strcmp (formats[i].name, name) == 0)
      return &formats[i];
  return NULL;
}

/* Some marks are ASCII, which the name of a function can start with, too.
   Where nothing but text follows, with a colon, it is one.  */
static bool
is_name (const char *magic, const void *data, size_t size)
{
  return (magic[0] & 0x80) == 0 && hwpgo_text_looks_like (data, size)
         && memchr (data, ':', size < 4096 ? size : 4096);
}

const struct hwpgo_profile_format *
hwpgo_profile_recognise (const void *data, size_t size)
{
  const struct hwpgo_profile_format *text = NULL;
  for (size_t i = 0; i < N_FORMATS; i++)
    if (formats[i].magic_size == 0)
      text = &formats[i];
    else if (size >= formats[i].magic_size
             && memcmp (data, formats[i].magic, formats[i].magic_size) == 0
             && !is_name (formats[i].magic, data, size))
      return &formats[i];
  return hwpgo_text_looks_like (data, size) ? text : NULL;
}

int
hwpgo_profile_read (struct hwpgo_profile *profile, const char *file,
                    const void *data, size_t size, struct hwpgo_error *err)
{
  const struct hwpgo_profile_format *format
      = hwpgo_profile_recognise (data, size);
  if (!format)
    return hwpgo_error_set (err, HWPGO_E_MAGIC, file,
                            "expected a sample profile");
  if (!format->read)
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, file, "%s",
                            format->advice);
  return format->read (profile, file, data, size, err);
}

int
hwpgo_profile_write_file (const struct hwpgo_profile *profile,
                          const struct hwpgo_profile_format *format,
                          const struct hwpgo_write_options *options,
                          const char *path, struct hwpgo_error *err)
{
  static const struct hwpgo_write_options defaults;
  static const struct hwpgo_profile empty;
  struct hwpgo_outfile out;
  int ret = hwpgo_outfile_open (&out, path, err);
  if (ret)
    return ret;
  ret = format->write (profile ? profile : &empty,
                       options ? options : &defaults, out.stream, err);
  if (ret == 0)
    return hwpgo_outfile_commit (&out, err);
  hwpgo_outfile_discard (&out);
  return ret;
}
