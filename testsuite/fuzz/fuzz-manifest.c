/* Manifests of bundles: reading, writing, adding up.
   SPDX-License-Identifier: GPL-2.0-or-later

   Corpora: manifest.  */

#include "runtime/profile/manifest.h"
#include "testsuite/fuzz/fuzz.h"

static bool
read_manifest (struct hwpgo_bundle *bundle, const void *data, size_t size)
{
  struct hwpgo_error err = { 0 };
  bool present[HWPGO_KINDS];
  hwpgo_bundle_init (bundle);
  int ret
      = hwpgo_manifest_read (bundle, present, "manifest", data, size, &err);
  fuzz_check_error (ret, &err);
  for (int k = 0; ret == 0 && k < HWPGO_KINDS; k++)
    if (present[k])
      {
        bundle->profiles[k] = hwpgo_profile_new ();
        FUZZ_CHECK (bundle->profiles[k] != NULL);
      }
  if (ret != 0)
    hwpgo_bundle_free (bundle);
  return ret == 0;
}

static char *
write_manifest (const struct hwpgo_bundle *bundle, size_t *size)
{
  char *text;
  FILE *out = open_memstream (&text, size);
  FUZZ_CHECK (out != NULL);
  hwpgo_manifest_write (bundle, out);
  FUZZ_CHECK (fclose (out) == 0);
  return text;
}

static void
reads_back (const struct hwpgo_bundle *bundle)
{
  size_t size, size_again;
  struct hwpgo_bundle again;
  char *text = write_manifest (bundle, &size);
  FUZZ_CHECK (read_manifest (&again, text, size));
  char *text_again = write_manifest (&again, &size_again);
  FUZZ_CHECK (size == size_again && memcmp (text, text_again, size) == 0);
  free (text_again);
  hwpgo_bundle_free (&again);
  free (text);
}

/* A plus B as text, NULL when they do not add up.  */
static char *
add (const struct hwpgo_bundle *a, const struct hwpgo_bundle *b, size_t *size)
{
  struct hwpgo_bundle sum;
  struct hwpgo_error err = { 0 };
  hwpgo_bundle_init (&sum);
  FUZZ_CHECK (hwpgo_bundle_merge (&sum, a, 1, "a", &err) == 0);
  int ret = hwpgo_bundle_merge (&sum, b, 1, "b", &err);
  fuzz_check_error (ret, &err);
  char *text = ret == 0 ? write_manifest (&sum, size) : NULL;
  hwpgo_bundle_free (&sum);
  return text;
}

static void
adds_up_in_any_order (const struct hwpgo_bundle *bundle)
{
  static const char text[]
      = "version: 1\ndiscriminators: 1\nbinary: 12ab a\nbinary: - b\n"
        "frequency-profile: frequency.prof\nfrequency-event: e\n"
        "frequency-source: s\nfrequency-samples: 3\n";
  struct hwpgo_bundle other;
  size_t size, size_other;
  FUZZ_CHECK (read_manifest (&other, text, sizeof text - 1));
  char *sum = add (bundle, &other, &size);
  char *sum_other = add (&other, bundle, &size_other);
  FUZZ_CHECK ((sum == NULL) == (sum_other == NULL));
  if (sum)
    FUZZ_CHECK (size == size_other && memcmp (sum, sum_other, size) == 0);
  free (sum);
  free (sum_other);
  hwpgo_bundle_free (&other);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct hwpgo_bundle bundle;
  if (!read_manifest (&bundle, data, size))
    return 0;
  reads_back (&bundle);
  adds_up_in_any_order (&bundle);
  hwpgo_bundle_free (&bundle);
  return 0;
}
