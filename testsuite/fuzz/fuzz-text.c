/* Text profiles: reading, writing, adding up.
   SPDX-License-Identifier: GPL-2.0-or-later

   Corpora: text.  */

#include "runtime/profile/text.h"
#include "testsuite/fuzz/fuzz.h"

/* The SIZE bytes at DATA as a profile, NULL when they are refused.  */
static struct hwpgo_profile *
read_text (const void *data, size_t size)
{
  struct hwpgo_error err = { 0 };
  struct hwpgo_profile *profile = hwpgo_profile_new ();
  FUZZ_CHECK (profile != NULL);
  int ret = hwpgo_text_read (profile, "input", data, size, &err);
  fuzz_check_error (ret, &err);
  if (ret == 0)
    return profile;
  hwpgo_profile_free (profile);
  return NULL;
}

/* Whatever was read can be written.  */
static char *
write_text (const struct hwpgo_profile *profile, size_t *size)
{
  struct hwpgo_error err = { 0 };
  char *text;
  FILE *out = open_memstream (&text, size);
  FUZZ_CHECK (out != NULL);
  FUZZ_CHECK (hwpgo_text_write (profile, out, &err) == 0);
  FUZZ_CHECK (fclose (out) == 0);
  return text;
}

static void
reads_back (const struct hwpgo_profile *profile)
{
  size_t size, size_again;
  char *text = write_text (profile, &size);
  struct hwpgo_profile *again = read_text (text, size);
  FUZZ_CHECK (again != NULL);
  char *text_again = write_text (again, &size_again);
  FUZZ_CHECK (size == size_again && memcmp (text, text_again, size) == 0);
  free (text_again);
  hwpgo_profile_free (again);
  free (text);
}

/* A times WEIGHT plus B as text, NULL when they do not add up.  */
static char *
add (const struct hwpgo_profile *a, uint64_t weight,
     const struct hwpgo_profile *b, bool a_first, size_t *size)
{
  struct hwpgo_error err = { 0 };
  struct hwpgo_profile *sum = hwpgo_profile_new ();
  FUZZ_CHECK (sum != NULL);
  int ret
      = hwpgo_profile_merge (sum, a_first ? a : b, a_first ? weight : 1, &err);
  /* One alone is no contradiction.  */
  FUZZ_CHECK (ret == 0);
  ret = hwpgo_profile_merge (sum, a_first ? b : a, a_first ? 1 : weight, &err);
  fuzz_check_error (ret, &err);
  char *text = ret == 0 ? write_text (sum, size) : NULL;
  hwpgo_profile_free (sum);
  return text;
}

static void
adds_up_in_any_order (const struct hwpgo_profile *a,
                      const struct hwpgo_profile *b)
{
  size_t size, other_size;
  char *text = add (a, 3, b, true, &size);
  char *other = add (a, 3, b, false, &other_size);
  FUZZ_CHECK ((text == NULL) == (other == NULL));
  if (text)
    FUZZ_CHECK (size == other_size && memcmp (text, other, size) == 0);
  free (text);
  free (other);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct hwpgo_profile *profile = read_text (data, size);
  if (!profile)
    return 0;
  reads_back (profile);
  /* What stands in front of the second half of the lines is another.  */
  const uint8_t *half
      = size ? memchr (data + size / 2, '\n', size - size / 2) : NULL;
  struct hwpgo_profile *part
      = half ? read_text (data, (size_t) (half - data)) : NULL;
  if (part)
    adds_up_in_any_order (profile, part);
  hwpgo_profile_free (part);
  hwpgo_profile_free (profile);
  return 0;
}
