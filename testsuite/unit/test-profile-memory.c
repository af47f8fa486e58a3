/* A profile when memory runs out at every place.
   SPDX-License-Identifier: GPL-2.0-or-later

   The model and what it allocates with are compiled here a second time, with
   an allocator that fails when told to; the readers and writers link to
   these.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Allocations until one fails, and all after it, unless 'once'; negative:
   never.  */
static long left = -1;
static bool once;

static bool
fails (void)
{
  return left >= 0 && left-- <= 0 && (left = once ? -1 : 0, true);
}

#define malloc(size) (fails () ? NULL : malloc (size))
#define calloc(n, size) (fails () ? NULL : calloc (n, size))
#define realloc(p, size) (fails () ? NULL : realloc (p, size))
#include "runtime/base/memory.c"
#include "runtime/profile/functions.c"
#include "runtime/profile/model.c"
#undef malloc
#undef calloc
#undef realloc

#include "plugin/settle.h"
#include "runtime/profile/bundle.h"
#include "runtime/profile/manifest.h"
#include "runtime/profile/text.h"
#include "testsuite/unit/unit.h"

/* More than the first sizes of all arrays and tables, out of order and with
   places that come twice.  */
static char *
make_text (void)
{
  char *text;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  for (int f = 60; f > 0; f--)
    {
      fprintf (out, "f%d:9:9\n", f);
      for (int s = 9; s > 0; s--)
        fprintf (out, " %d: 1 a:1 b:2 t%d:3\n %d: g:1\n  1: 1\n", s % 7, s,
                 s % 5);
    }
  fclose (out);
  return text;
}

static char *text;

/* Read the profile, add it to another, write it.  */
static int
do_profile (struct hwpgo_error *err)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_profile *sum = hwpgo_profile_new ();
  char *written = NULL;
  size_t size;
  int ret = p && sum ? 0 : hwpgo_error_nomem (err);
  if (ret == 0)
    ret = hwpgo_text_read (p, "t", text, strlen (text), err);
  if (ret == 0)
    ret = hwpgo_profile_merge (sum, p, 1, err);
  FILE *out = open_memstream (&written, &size);
  if (ret == 0)
    ret = hwpgo_text_write (sum, out, err);
  fclose (out);
  free (written);
  hwpgo_profile_free (p);
  hwpgo_profile_free (sum);
  return ret;
}

static int
do_bundle (struct hwpgo_error *err)
{
  static const char manifest[]
      = "version: 1\ndiscriminators: 1\nbinary: 12ab a\nbinary: - b\n"
        "frequency-event: e\nfrequency-source: s\n";
  struct hwpgo_bundle bundle, sum;
  bool present[HWPGO_KINDS];
  hwpgo_bundle_init (&bundle);
  hwpgo_bundle_init (&sum);
  int ret = hwpgo_manifest_read (&bundle, present, "m", manifest,
                                 strlen (manifest), err);
  if (ret == 0)
    {
      bundle.profiles[0] = hwpgo_profile_new ();
      ret = bundle.profiles[0]
                ? hwpgo_bundle_merge (&sum, &bundle, 1, "m", err)
                : hwpgo_error_nomem (err);
    }
  hwpgo_bundle_free (&bundle);
  hwpgo_bundle_free (&sum);
  return ret;
}

/* Fail the first allocation of DO, then the second, and so on.  */
static void
fail_each (int (*do_it) (struct hwpgo_error *))
{
  int ret = -1;
  long n = 0;
  for (; ret != 0 && n < 10000; n++)
    {
      struct hwpgo_error e = { .text = "" };
      left = n;
      ret = do_it (&e);
      left = -1;
      CHECK (ret == 0 || (ret == -HWPGO_E_NOMEM && e.code == HWPGO_E_NOMEM));
    }
  CHECK (ret == 0);
  /* The wrapped allocator was the one at work.  */
  CHECK (n > 5);
}

enum
{
  N_MOVED = 400
};

/* A function in which N_MOVED others were inlined, and g in those.  */
static int
read_moved (struct hwpgo_profile *p, struct hwpgo_error *err)
{
  char *moved = NULL;
  size_t size;
  FILE *out = open_memstream (&moved, &size);
  fprintf (out, "main:9:1\n 1: 1\n");
  for (int i = 1; i <= N_MOVED; i++)
    fprintf (out, " %d: f%d:8\n  1: 4\n  7: g:4\n   3: 4\n", i, i);
  fclose (out);
  int ret = hwpgo_text_read (p, "t", moved, size, err);
  free (moved);
  return ret;
}

/* The unit has the functions and inlines g in them alone.  */
static int
add_moved (struct hwpgo_contexts *contexts)
{
  int ret = hwpgo_contexts_add_function (contexts, "main", false);
  for (int i = 1; i <= N_MOVED && ret == 0; i++)
    {
      char name[8];
      snprintf (name, sizeof name, "f%d", i);
      struct hwpgo_place call
          = { 2, { { "g", { 0, 0 } }, { name, { 7, 0 } } } };
      ret = hwpgo_contexts_add_function (contexts, name, false);
      if (ret == 0)
        ret = hwpgo_contexts_add_inlined (contexts, &call);
    }
  return ret;
}

/* Settle, so that parts go to functions that have no record.  */
static int
do_settling (struct hwpgo_error *err)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_contexts *contexts = hwpgo_contexts_new (false);
  struct hwpgo_settled settled = { 0 };
  int ret = p && contexts ? read_moved (p, err) : -HWPGO_E_NOMEM;
  if (ret == 0)
    ret = add_moved (contexts);
  if (ret == 0)
    ret = hwpgo_settle (&settled, p, contexts, NULL, 0);
  hwpgo_settled_free (&settled);
  hwpgo_contexts_free (contexts);
  hwpgo_profile_free (p);
  return ret ? hwpgo_error_nomem (err) : 0;
}

static void
settling_reports_it (void)
{
  fail_each (do_settling);
  once = true;
  fail_each (do_settling);
  once = false;
}

static void
profiles_report_it (void)
{
  fail_each (do_profile);
}

static void
bundles_report_it (void)
{
  fail_each (do_bundle);
}

int
main (void)
{
  text = make_text ();
  RUN (profiles_report_it);
  RUN (settling_reports_it);
  RUN (bundles_report_it);
  free (text);
  return UNIT_RESULT;
}
