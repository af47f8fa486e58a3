/* Bundles: manifest, folder, merge, and files that are no profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/file.h"
#include "runtime/profile/bundle.h"
#include "runtime/profile/discriminator.h"
#include "runtime/profile/manifest.h"
#include "testsuite/unit/profile-text.h"
#include "testsuite/unit/unit.h"

static char folder[] = "/tmp/hwpgo-unit-XXXXXX";

/* The path of NAME in the folder of this run; valid until the eighth call
   after it.  */
static const char *
in_folder (const char *name)
{
  static char paths[8][200];
  static int next;
  char *path = paths[next++ % 8];
  snprintf (path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

static const char *
write_file (const char *name, const void *data, size_t size)
{
  const char *path = in_folder (name);
  FILE *f = fopen (path, "w");
  CHECK (f && fwrite (data, 1, size, f) == size);
  if (f)
    fclose (f);
  return path;
}

static char *
slurp (const char *path)
{
  struct hwpgo_infile in;
  struct hwpgo_error e;
  CHECK (hwpgo_infile_open (&in, path, &e) == 0);
  char *text = in.data ? strndup ((const char *) in.data, in.size) : NULL;
  hwpgo_infile_close (&in);
  return text;
}

static void
remove_bundle (const char *path)
{
  static const char *const names[]
      = { "manifest", "frequency.prof", "mispredict.prof",
          "remembered-frequency.prof", "remembered-mispredict.prof",
          "remembered-held.prof" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      char *file = hwpgo_path_join (path, names[i]);
      unlink (file);
      free (file);
    }
  CHECK (rmdir (path) == 0);
}

static const char whole_manifest[]
    = "version: 1\n"
      "discriminators: 3\n"
      "binary: - /bin/a b\\x0a\n"
      "binary: 0123abcdef /bin/a b\\x0a\n"
      "binary: 00 /lib/l\\x5cib.so\n"
      "frequency-profile: frequency.prof\n"
      "frequency-event: br_inst_retired.near_taken:upp\n"
      "frequency-source: hardware\n"
      "frequency-samples: 10\n"
      "frequency-events: 18446744073709551615\n"
      "mispredict-profile: mispredict.prof\n"
      "mispredict-event: br_misp\n"
      "mispredict-basis: ibs\n"
      "mispredict-source: emulated\n"
      "mispredict-samples: 3\n"
      "mispredict-events: 30\n"
      "remembered-frequency-profile: remembered-frequency.prof\n"
      "remembered-mispredict-profile: remembered-mispredict.prof\n"
      "remembered-held-profile: remembered-held.prof\n";

static int
read_manifest (struct hwpgo_bundle *b, const char *text, size_t size,
               struct hwpgo_error *e)
{
  bool present[HWPGO_KINDS];
  char *copy = malloc (size ? size : 1);
  memcpy (copy, text, size);
  hwpgo_bundle_init (b);
  int ret = hwpgo_manifest_read (b, present, "m", copy, size, e);
  free (copy);
  return ret;
}

static const char *const profiles[HWPGO_KINDS]
    = { "f:5:1\n 1: 5\n", "f:2:0\n 1: 2\n", "f:10000:0\n 1: 10000\n",
        "f:3000:0\n 1: 3000\n", "f:7000:0\n 1: 7000\n" };

/* A bundle with all there is in it.  */
static void
make_bundle (struct hwpgo_bundle *b)
{
  struct hwpgo_error e = { .text = "" };
  CHECK (read_manifest (b, whole_manifest, strlen (whole_manifest), &e) == 0);
  CHECK_STRING (e.text, "");
  for (int k = 0; k < HWPGO_KINDS; k++)
    b->profiles[k] = profile_from_string (profiles[k], &e);
}

static void
a_bundle_goes_round (void)
{
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_bundle b, c;
  make_bundle (&b);
  const char *path = in_folder ("b");
  CHECK (hwpgo_bundle_write (&b, path, &e) == 0);
  CHECK_STRING (e.text, "");
  char *text = slurp (in_folder ("b/manifest"));
  CHECK_STRING (text, whole_manifest);
  free (text);
  CHECK (hwpgo_bundle_read (&c, path, &e) == 0);
  CHECK_U64 (c.layout, HWPGO_DISCRIMINATOR_LAYOUT);
  CHECK_U64 (c.n_binaries, 3);
  CHECK_STRING (c.binaries[0].path, "/bin/a b\n");
  CHECK (c.binaries[0].build_id == NULL);
  CHECK_STRING (c.binaries[1].build_id, "0123abcdef");
  CHECK_STRING (c.binaries[2].path, "/lib/l\\ib.so");
  CHECK_STRING (c.sources[HWPGO_MISPREDICT].event, "br_misp");
  CHECK (hwpgo_bundle_period (&c, HWPGO_MISPREDICT) == 10);
  for (int k = 0; k < HWPGO_KINDS; k++)
    {
      char *got = profile_to_string (c.profiles[k], &e);
      CHECK_STRING (got, profiles[k]);
      free (got);
    }
  hwpgo_bundle_free (&c);
  remove_bundle (path);
  hwpgo_bundle_free (&b);
}

/* What is left for later is counted already.  */
static void
a_bundle_is_read_in_part (void)
{
  static const char *const names[] = { "g", "h" };
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_bundle b, c;
  uint64_t max, hot;
  make_bundle (&b);
  hwpgo_profile_free (b.profiles[HWPGO_FREQUENCY]);
  b.profiles[HWPGO_FREQUENCY]
      = profile_from_string ("f:200011:0\n 1: 100000\n 2: 100000\n"
                             " 3: g:11\n  1: 10\n  2: 1\n  3: 0\n"
                             "h:40000:3\n 1: 40000\n",
                             &e);
  const char *path = in_folder ("b");
  CHECK (hwpgo_bundle_write (&b, path, &e) == 0);
  CHECK (hwpgo_bundle_open (&c, path, &e) == 0);
  CHECK (c.files[HWPGO_FREQUENCY] && c.files[HWPGO_MISPREDICT]);
  CHECK (c.profiles[HWPGO_FREQUENCY]->n_functions == 0);
  CHECK (hwpgo_bundle_counts (&c, HWPGO_FREQUENCY, &max, &hot) == 0);
  CHECK (max == 100000 && hot == 40000);
  CHECK (hwpgo_bundle_counts (&b, HWPGO_FREQUENCY, &max, &hot) == 0);
  CHECK (max == 100000 && hot == 40000);
  CHECK (hwpgo_bundle_load (&c, names, 2, &e) == 0);
  char *got = profile_to_string (c.profiles[HWPGO_FREQUENCY], &e);
  CHECK_STRING (got, "h:40000:3\n 1: 40000\n(elsewhere):0:0\n 0: g:11\n"
                     "  1: 10\n  2: 1\n  3: 0\n");
  free (got);
  CHECK (c.profiles[HWPGO_MISPREDICT]->n_functions == 0);
  /* Another profile in the place of one.  */
  const char *file = write_file ("p", "f:1:0\n 1: 1\n", 12);
  CHECK (hwpgo_bundle_open_profile (&c, HWPGO_MISPREDICT, file, &e) == 0);
  CHECK (!c.files[HWPGO_MISPREDICT]
         && c.profiles[HWPGO_MISPREDICT]->n_functions == 1);
  CHECK (c.sources[HWPGO_MISPREDICT].event == NULL);
  CHECK (hwpgo_bundle_counts (&c, HWPGO_MISPREDICT, &max, &hot) == 0);
  CHECK (max == 1 && hot == 1);
  CHECK (hwpgo_bundle_open_profile (&c, HWPGO_MISPREDICT,
                                    in_folder ("b/frequency.prof"), &e)
         == 0);
  CHECK (hwpgo_bundle_load_all (&c, &e) == 0);
  CHECK (c.profiles[HWPGO_MISPREDICT]->n_functions == 2);
  CHECK (hwpgo_bundle_open_profile (&c, HWPGO_MISPREDICT, in_folder ("none"),
                                    &e)
         == -HWPGO_E_SYSTEM);
  CHECK (c.profiles[HWPGO_MISPREDICT] == NULL);
  unlink (file);
  hwpgo_bundle_free (&c);
  remove_bundle (path);
  hwpgo_bundle_free (&b);
}

static void
empty_profiles_stay_in_a_bundle (void)
{
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_bundle b, c;
  hwpgo_bundle_init (&b);
  CHECK (hwpgo_bundle_period (&b, HWPGO_FREQUENCY) == 1);
  b.profiles[HWPGO_MISPREDICT] = hwpgo_profile_new ();
  const char *path = in_folder ("b");
  CHECK (hwpgo_bundle_write (&b, path, &e) == 0);
  char *text = slurp (in_folder ("b/manifest"));
  CHECK_STRING (text, "version: 1\ndiscriminators: 0\n"
                      "mispredict-profile: mispredict.prof\n");
  free (text);
  CHECK (hwpgo_bundle_read (&c, path, &e) == 0);
  CHECK (c.profiles[HWPGO_FREQUENCY] == NULL);
  CHECK (c.profiles[HWPGO_MISPREDICT]
         && c.profiles[HWPGO_MISPREDICT]->n_functions == 0);
  hwpgo_bundle_free (&c);
  /* The file that the manifest names is gone.  */
  unlink (in_folder ("b/mispredict.prof"));
  CHECK (hwpgo_bundle_read (&c, path, &e) == -HWPGO_E_SYSTEM);
  CHECK (strstr (e.text, "/b/mispredict.prof: cannot open") != NULL);
  CHECK (c.profiles[HWPGO_MISPREDICT] == NULL);
  remove_bundle (path);
  hwpgo_bundle_free (&b);
}

static void
nothing_is_left_of_a_failed_write (void)
{
  struct hwpgo_error e;
  struct hwpgo_bundle b, c;
  make_bundle (&b);
  const char *path = in_folder ("b");
  CHECK (hwpgo_bundle_write (&b, path, &e) == 0);
  hwpgo_profile_function (b.profiles[HWPGO_MISPREDICT], "", 0);
  CHECK (hwpgo_bundle_write (&b, path, &e) == -HWPGO_E_UNSUPPORTED);
  CHECK (hwpgo_bundle_write (&b, in_folder ("c"), &e) < 0);
  CHECK (access (in_folder ("c"), F_OK) != 0);
  /* The one that was there before still is, and whole.  */
  CHECK (hwpgo_bundle_read (&c, path, &e) == 0);
  hwpgo_bundle_free (&c);
  remove_bundle (path);
  hwpgo_bundle_free (&b);
  CHECK (rmdir (folder) == 0 && mkdir (folder, 0700) == 0);
}

static void
check_manifest_refused (const char *text, const char *want)
{
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_bundle b;
  CHECK (read_manifest (&b, text, strlen (text), &e) != 0);
  CHECK_STRING (e.text, want);
  hwpgo_bundle_free (&b);
}

static void
bad_manifests_are_refused (void)
{
#define V "version: 1\n"
#define BAD "m: line 2: malformed: expected "
  check_manifest_refused ("", "m: the file ends too early: there is no "
                              "'version'");
  check_manifest_refused (V, "m: the file ends too early: there is no "
                             "'discriminators'");
  check_manifest_refused ("version: 2\nnew: 1\n",
                          "m: line 1: unknown version: a bundle of version 2, "
                          "and this hwpgo reads up to 1");
  check_manifest_refused ("version: 0\n",
                          "m: line 1: unknown version: a bundle of version 0, "
                          "and this hwpgo reads up to 1");
  check_manifest_refused (V "discriminators: 4\n",
                          "m: line 2: unknown version: discriminators of "
                          "layout 4, and this hwpgo reads up to 3");
  check_manifest_refused ("discriminators: 2\n" V,
                          "m: line 1: malformed: expected the bundle's "
                          "'version' first, found 'discriminators'");
  check_manifest_refused (V "colour: red\n",
                          "m: line 2: not supported: this hwpgo does not know "
                          "the key 'colour'");
  check_manifest_refused (V V, "m: line 2: malformed: 'version' stands here a "
                               "second time");
  check_manifest_refused (V "frequency-samples: 1\nfrequency-samples: 1\n",
                          "m: line 3: malformed: 'frequency-samples' stands "
                          "here a second time");
  check_manifest_refused (V "\n", BAD "'KEY: VALUE', found ''");
  check_manifest_refused (V "binary", "m: line 2: the file ends too early: "
                                      "the line has no end");
  check_manifest_refused (V "binary: x\n", BAD "'BUILD-ID PATH', found 'x'");
  check_manifest_refused (V "binary:  x\n", BAD "a build id in lower-case "
                                                "hexadecimal, or '-', "
                                                "found ''");
  check_manifest_refused (V "binary: AB x\n", BAD "a build id in lower-case "
                                                  "hexadecimal, or '-', "
                                                  "found 'AB'");
#define ESCAPES BAD "text with escapes '\\xHH' alone, found "
  check_manifest_refused (V "binary: ab \n", ESCAPES "''");
  check_manifest_refused (V "frequency-event: \\n\n", ESCAPES "'\\n'");
  check_manifest_refused (V "frequency-event: \\x00\n", ESCAPES "'\\x00'");
  check_manifest_refused (V "frequency-event: \\x1\n", ESCAPES "'\\x1'");
  check_manifest_refused (V "frequency-samples: 0x1\n",
                          BAD "a number below 2^64, found '0x1'");
  check_manifest_refused (V "frequency-samples: 18446744073709551616\n",
                          BAD "a number below 2^64, found "
                              "'18446744073709551616'");
  check_manifest_refused (V "frequency-profile: mispredict.prof\n",
                          BAD "frequency.prof, found 'mispredict.prof'");
}

static void
manifests_cut_and_flipped_are_an_error_or_clean (void)
{
  char text[sizeof whole_manifest];
  size_t size = sizeof text - 1;
  struct hwpgo_error e;
  struct hwpgo_bundle b;
  for (size_t i = 0; i < size; i++)
    {
      int ret = read_manifest (&b, whole_manifest, i, &e);
      CHECK (ret == 0 || strncmp (e.text, "m: ", 3) == 0);
      CHECK (ret != 0 || whole_manifest[i - 1] == '\n');
      hwpgo_bundle_free (&b);
    }
  memcpy (text, whole_manifest, sizeof text);
  for (size_t i = 0; i < size; i++)
    for (int bit = 0; bit < 8; bit++)
      {
        text[i] ^= (char) (1 << bit);
        int ret = read_manifest (&b, text, size, &e);
        CHECK (ret == 0 || strncmp (e.text, "m: ", 3) == 0);
        hwpgo_bundle_free (&b);
        text[i] ^= (char) (1 << bit);
      }
}

/* CHECK that a file of these bytes is refused with CODE and a message that
   holds WANT.  */
static void
check_no_profile (const void *data, size_t size, enum hwpgo_error_code code,
                  const char *want)
{
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_profile *p;
  const char *path = write_file ("x", data, size);
  CHECK (hwpgo_profile_read_file (path, &p, &e) == -(int) code);
  CHECK (p == NULL && strncmp (e.text, path, strlen (path)) == 0);
  if (!strstr (e.text, want))
    CHECK_STRING (e.text, want);
  unlink (path);
}

static void
what_is_no_profile_is_named (void)
{
  check_no_profile ("", 0, HWPGO_E_EMPTY, "expected a sample profile");
  check_no_profile ("PERFILE2\0\0", 10, HWPGO_E_UNSUPPORTED,
                    "'hwpgo convert' makes a profile of it");
  check_no_profile ("\177ELF\2", 5, HWPGO_E_UNSUPPORTED, "a program");
  check_no_profile ("\204\344\320\261\364\311\224\250\123", 9,
                    HWPGO_E_TRUNCATED, "header");
  check_no_profile ("\377\345\320\261\364\311\224\250\123", 9,
                    HWPGO_E_TRUNCATED, "header");
  check_no_profile ("\0\1\2", 3, HWPGO_E_MAGIC, "expected a sample profile");
  check_no_profile ("hello\n", 6, HWPGO_E_FORMAT,
                    "line 1: malformed: expected 'NAME:TOTAL:HEAD'");
  check_no_profile ("f:1:1\n 1: \n", 11, HWPGO_E_FORMAT, "line 2: ");
  struct hwpgo_error e;
  struct hwpgo_profile *p;
  CHECK (hwpgo_profile_read_file (in_folder ("none"), &p, &e)
         == -HWPGO_E_SYSTEM);
  CHECK (strstr (e.text, "/none: cannot open: No such file") != NULL);
  struct hwpgo_bundle b;
  CHECK (hwpgo_bundle_read (&b, in_folder ("none"), &e) == -HWPGO_E_SYSTEM);
  CHECK (hwpgo_bundle_read (&b, folder, &e) == -HWPGO_E_NOT_FOUND);
  CHECK (strstr (e.text, "/manifest: not found: the folder is not a bundle")
         != NULL);
}

static void
one_profile_is_a_bundle_of_frequencies (void)
{
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_bundle b;
  const char *path = write_file ("x", "f:1:1\n", 6);
  CHECK (hwpgo_bundle_read (&b, path, &e) == 0);
  CHECK (b.profiles[HWPGO_FREQUENCY]
         && b.profiles[HWPGO_FREQUENCY]->n_functions == 1);
  CHECK (!b.profiles[HWPGO_MISPREDICT] && b.layout == 0);
  hwpgo_bundle_free (&b);
  /* Comments alone make a profile of nothing.  */
  path = write_file ("x", "# f\n", 4);
  CHECK (hwpgo_bundle_read (&b, path, &e) == 0);
  CHECK_U64 (b.profiles[HWPGO_FREQUENCY]->n_functions, 0);
  hwpgo_bundle_free (&b);
  unlink (path);
}

/* --- merge --------------------------------------------------------------- */

/* CHECK that adding bundle B of MANIFEST to a whole one is refused.  */
static void
check_not_merged (const char *manifest, const char *want)
{
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_bundle a, b;
  make_bundle (&a);
  CHECK (read_manifest (&b, manifest, strlen (manifest), &e) == 0);
  CHECK (hwpgo_bundle_merge (&a, &b, 1, "b", &e) == -HWPGO_E_MISMATCH);
  CHECK_STRING (e.text, want);
  CHECK_U64 (a.sources[HWPGO_FREQUENCY].samples, 10);
  CHECK_U64 (a.n_binaries, 3);
  hwpgo_bundle_free (&a);
  hwpgo_bundle_free (&b);
}

static void
what_does_not_belong_together_is_refused (void)
{
  check_not_merged (
      V "discriminators: 3\nbinary: - z\nfrequency-samples: 1\n"
        "mispredict-event: cycles\n",
      "b: does not belong together: its mispredict profile counts 'cycles', "
      "that of the others 'br_misp'");
  check_not_merged (V "discriminators: 3\nmispredict-event: br_misp\n"
                      "mispredict-basis: branch-stacks\n",
                    "b: does not belong together: its mispredict profile is "
                    "counted from 'branch-stacks', that of the others from "
                    "'ibs'");
  check_not_merged (V "discriminators: 0\nbinary: - z\n",
                    "b: does not belong together: its discriminators are of "
                    "layout 0, those of the others of layout 3");
}

static void
weights_keep_the_period (void)
{
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_bundle a, b;
  make_bundle (&a);
  hwpgo_bundle_init (&b);
  CHECK (hwpgo_bundle_merge (&b, &a, 7, "a", &e) == 0);
  CHECK_U64 (b.sources[HWPGO_MISPREDICT].samples, 21);
  CHECK_U64 (b.sources[HWPGO_MISPREDICT].basis, HWPGO_BASIS_IBS);
  CHECK (hwpgo_bundle_period (&b, HWPGO_MISPREDICT) == 10);
  CHECK_U64 (b.sources[HWPGO_FREQUENCY].events, UINT64_MAX);
  CHECK_U64 (b.profiles[HWPGO_MISPREDICT]->functions[0]->total, 14);
  hwpgo_bundle_free (&a);
  hwpgo_bundle_free (&b);
}

/* The manifest of the sum of PARTS in ORDER.  */
static char *
manifest_of_sum (const struct hwpgo_bundle *parts, const int order[3])
{
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_bundle sum;
  hwpgo_bundle_init (&sum);
  for (int i = 0; i < 3; i++)
    CHECK (hwpgo_bundle_merge (&sum, &parts[order[i]], 1, "p", &e) == 0);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  hwpgo_manifest_write (&sum, out);
  fclose (out);
  hwpgo_bundle_free (&sum);
  return text;
}

static void
the_manifest_does_not_depend_on_the_order (void)
{
  static const char *const manifests[]
      = { V "discriminators: 2\nbinary: 02 b\nbinary: - a\n"
            "frequency-event: e\nfrequency-source: hardware\n"
            "frequency-samples: 1\nfrequency-events: 100\n",
          V "discriminators: 2\nbinary: 01 b\nfrequency-source: emulated\n"
            "frequency-samples: 2\nmispredict-event: m\n",
          V "discriminators: 2\nbinary: 02 b\nbinary: - c\n"
            "frequency-event: e\nfrequency-source: hardware\n"
            "frequency-samples: 4\nfrequency-events: 400\n" };
  static const int orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                    { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
  struct hwpgo_bundle parts[3];
  struct hwpgo_error e;
  for (int i = 0; i < 3; i++)
    CHECK (read_manifest (&parts[i], manifests[i], strlen (manifests[i]), &e)
           == 0);
  for (int i = 0; i < 6; i++)
    {
      char *text = manifest_of_sum (parts, orders[i]);
      CHECK_STRING (text, V "discriminators: 2\nbinary: - a\nbinary: 01 b\n"
                            "binary: 02 b\nbinary: - c\nfrequency-event: e\n"
                            "frequency-source: mixed\nfrequency-samples: 7\n"
                            "frequency-events: 500\nmispredict-event: m\n");
      free (text);
    }
  for (int i = 0; i < 3; i++)
    hwpgo_bundle_free (&parts[i]);
}

/* Time may not grow with the square of the lines: this takes milliseconds, or
   minutes.  */
static void
many_binaries_are_read_at_once (void)
{
  enum
  {
    N = 200000
  };
  struct hwpgo_bundle bundle;
  struct hwpgo_error e;
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  fputs (V "discriminators: 2\n", out);
  for (int i = N; i > 0; i--)
    fprintf (out, "binary: - /bin/%06d\nbinary: %02x /bin/%06d\n", i, i % 256,
             i);
  fclose (out);
  CHECK (read_manifest (&bundle, text, size, &e) == 0);
  CHECK_U64 (bundle.n_binaries, 2 * N);
  CHECK_STRING (bundle.binaries[0].path, "/bin/000001");
  CHECK (bundle.binaries[0].build_id == NULL);
  CHECK_STRING (bundle.binaries[1].build_id, "01");
  CHECK_STRING (bundle.binaries[2 * N - 2].path, "/bin/200000");
  hwpgo_bundle_free (&bundle);
  free (text);
}

int
main (void)
{
  if (!mkdtemp (folder))
    return 1;
  RUN (a_bundle_goes_round);
  RUN (a_bundle_is_read_in_part);
  RUN (empty_profiles_stay_in_a_bundle);
  RUN (nothing_is_left_of_a_failed_write);
  RUN (bad_manifests_are_refused);
  RUN (manifests_cut_and_flipped_are_an_error_or_clean);
  RUN (what_is_no_profile_is_named);
  RUN (one_profile_is_a_bundle_of_frequencies);
  RUN (what_does_not_belong_together_is_refused);
  RUN (weights_keep_the_period);
  RUN (the_manifest_does_not_depend_on_the_order);
  RUN (many_binaries_are_read_at_once);
  rmdir (folder);
  return UNIT_RESULT;
}
