/* Profiles from and to strings, for the unit tests.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_UNIT_PROFILE_TEXT_H
#define HWPGO_UNIT_PROFILE_TEXT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/profile/text.h"

/* Read the SIZE bytes at DATA from a block of exactly that size, so that a
   sanitizer sees a byte too many.  NULL after an error.  */
static inline struct hwpgo_profile *
profile_from_bytes (const char *data, size_t size, struct hwpgo_error *err)
{
  char *copy = malloc (size ? size : 1);
  struct hwpgo_profile *p = hwpgo_profile_new ();
  memcpy (copy, data, size);
  int ret = hwpgo_text_read (p, "t", copy, size, err);
  free (copy);
  if (ret == 0)
    return p;
  hwpgo_profile_free (p);
  return NULL;
}

static inline struct hwpgo_profile *
profile_from_string (const char *text, struct hwpgo_error *err)
{
  return profile_from_bytes (text, strlen (text), err);
}

/* PROFILE as text, to be freed; NULL after an error.  */
static inline char *
profile_to_string (const struct hwpgo_profile *profile,
                   struct hwpgo_error *err)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  int ret = hwpgo_text_write (profile, out, err);
  fclose (out);
  if (ret == 0)
    return text;
  free (text);
  return NULL;
}

#endif
