/* The table of profile formats.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <unistd.h>

#include "runtime/profile/bundle.h"
#include "runtime/profile/format.h"
#include "testsuite/unit/unit.h"

static void
rows_are_complete (void)
{
  size_t n, text = 0;
  const struct hwpgo_profile_format *all = hwpgo_profile_formats (&n);
  CHECK (n > 1);
  for (size_t i = 0; i < n; i++)
    {
      const struct hwpgo_profile_format *f = &all[i];
      text += f->magic_size == 0;
      CHECK ((f->name != NULL) == (f->write != NULL));
      CHECK ((f->name != NULL) == (f->summary != NULL));
      CHECK (f->read || f->advice || f->name);
      if (f->name)
        CHECK (f->user != HWPGO_FOR_NONE);
      /* Each is found under its own name, which is none of a bundle.  */
      if (f->name)
        CHECK (hwpgo_profile_format (f->name) == f
               && strcmp (f->name, "bundle") != 0);
    }
  CHECK_U64 (text, 1);
  CHECK (!hwpgo_profile_format ("ascii"));
  CHECK (!hwpgo_profile_format (""));
}

/* What is known and not read is refused with its advice, whatever follows
   the magic; one byte less is something else.  */
static void
magics (void)
{
  size_t n;
  const struct hwpgo_profile_format *all = hwpgo_profile_formats (&n);
  for (size_t i = 0; i < n; i++)
    if (!all[i].read && all[i].magic_size)
      {
        struct hwpgo_error err;
        struct hwpgo_profile *p = hwpgo_profile_new ();
        CHECK (
            hwpgo_profile_read (p, "f", all[i].magic, all[i].magic_size, &err)
            == -HWPGO_E_UNSUPPORTED);
        CHECK (all[i].advice && strstr (err.text, all[i].advice));
        CHECK (hwpgo_profile_read (p, "f", all[i].magic, all[i].magic_size - 1,
                                   &err)
               != -HWPGO_E_UNSUPPORTED);
        hwpgo_profile_free (p);
      }
}

static void
unknown (void)
{
  struct hwpgo_error err;
  struct hwpgo_profile *p = hwpgo_profile_new ();
  CHECK (hwpgo_profile_read (p, "f", "\0\x02", 2, &err) == -HWPGO_E_MAGIC);
  CHECK_STRING (err.text, "f: not a file of this kind: expected a sample "
                          "profile");
  CHECK (hwpgo_profile_read (p, "f", "main:1:2\n 1: 1\n", 15, &err) == 0);
  CHECK (hwpgo_profile_find (p, "main") != NULL);
  /* The writer writes such names.  */
  CHECK (hwpgo_profile_read (p, "f", "adcg:1:2\n 1: 1\n", 15, &err) == 0);
  CHECK (hwpgo_profile_read (p, "f", "PERFILE2:1:2\n", 13, &err) == 0);
  CHECK (hwpgo_profile_read (p, "f", "\x01:1:2\n 1: 1\n", 12, &err) == 0);
  hwpgo_profile_free (p);
}

/* A profile that is not there is written as one without functions, and what
   cannot be opened is an error.  */
static void
files (void)
{
  struct hwpgo_error err;
  struct hwpgo_profile *p = NULL;
  const struct hwpgo_profile_format *text = hwpgo_profile_format ("text");
  CHECK (hwpgo_profile_write_file (NULL, text, NULL, "/nonexistent/test.prof",
                                   &err)
         == -HWPGO_E_SYSTEM);
  char path[] = "/tmp/test-format-XXXXXX";
  int fd = mkstemp (path);
  CHECK (fd >= 0);
  p = hwpgo_profile_new ();
  CHECK (hwpgo_profile_function (p, "f", 1) != NULL);
  CHECK (hwpgo_profile_write_file (p, text, NULL, path, &err) == 0);
  hwpgo_profile_free (p);
  CHECK (hwpgo_profile_read_file (path, &p, &err) == 0);
  CHECK_U64 (p->n_functions, 1);
  hwpgo_profile_free (p);
  CHECK (hwpgo_profile_write_file (NULL, text, NULL, path, &err) == 0);
  CHECK (hwpgo_profile_read_file (path, &p, &err) == -HWPGO_E_EMPTY);
  close (fd);
  unlink (path);
}

int
main (void)
{
  RUN (rows_are_complete);
  RUN (magics);
  RUN (unknown);
  RUN (files);
  return UNIT_RESULT;
}
