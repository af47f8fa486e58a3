/* What holds for profiles of every format.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "testsuite/fuzz/profile.h"

#include "runtime/profile/extbinary.h"
#include "runtime/profile/format.h"
#include "testsuite/fuzz/fuzz.h"

struct bytes
{
  char *data; /* malloc'ed; NULL: none.  */
  size_t size;
};

static bool
same (struct bytes a, struct bytes b)
{
  return a.size == b.size && memcmp (a.data, b.data, a.size) == 0;
}

/* NULL when they are refused.  */
static struct hwpgo_profile *
read_bytes (const void *data, size_t size, struct hwpgo_error *err)
{
  memset (err, 0, sizeof *err);
  struct hwpgo_profile *profile = hwpgo_profile_new ();
  FUZZ_CHECK (profile != NULL);
  int ret = hwpgo_profile_read (profile, "input", data, size, err);
  fuzz_check_error (ret, err);
  if (ret == 0)
    return profile;
  hwpgo_profile_free (profile);
  return NULL;
}

static struct bytes
write_bytes (const struct hwpgo_profile *profile,
             const struct hwpgo_profile_format *format,
             const struct hwpgo_write_options *options)
{
  struct bytes b;
  struct hwpgo_error err = { 0 };
  FILE *out = open_memstream (&b.data, &b.size);
  FUZZ_CHECK (out != NULL);
  int ret = format->write (profile, options, out, &err);
  FUZZ_CHECK (!ferror (out) && fclose (out) == 0);
  fuzz_check_error (ret, &err);
  if (ret != 0)
    {
      free (b.data);
      return (struct bytes){ NULL, 0 };
    }
  return b;
}

static struct bytes
write_text (const struct hwpgo_profile *profile)
{
  static const struct hwpgo_write_options none;
  return write_bytes (profile, hwpgo_profile_format ("text"), &none);
}

/* What BYTES hold in the same format again.  */
static struct bytes
write_again (struct bytes bytes, const struct hwpgo_profile_format *format,
             const struct hwpgo_write_options *options)
{
  struct hwpgo_error err;
  struct hwpgo_profile *again = bytes.size
                                    ? read_bytes (bytes.data, bytes.size, &err)
                                    : hwpgo_profile_new ();
  /* The first function's name may be the mark of another format.  */
  if (!again && format->magic_size == 0 && (bytes.data[0] & 0x80))
    return (struct bytes){ NULL, 0 };
  if (!again)
    fprintf (stderr, "%s: %s\n", format->name, err.text);
  FUZZ_CHECK (again != NULL);
  struct bytes b = write_bytes (again, format, options);
  FUZZ_CHECK (b.data != NULL);
  hwpgo_profile_free (again);
  return b;
}

/* Nothing gets lost.  Other formats leave things out, on which an order or a
   sum may depend, but they do so once.  */
static bool
exact (const struct hwpgo_profile_format *format,
       const struct hwpgo_write_options *options)
{
  return strcmp (format->name, "text") == 0
         || (strcmp (format->name, "extbinary") == 0 && !options->md5);
}

static void
reads_back (const struct hwpgo_profile *profile,
            const struct hwpgo_profile_format *format,
            const struct hwpgo_write_options *options)
{
  struct bytes first = write_bytes (profile, format, options);
  /* A name or a number may be more than the format has room for.  */
  if (!first.data)
    return;
  struct bytes second = write_again (first, format, options);
  if (!exact (format, options) && second.data)
    {
      free (first.data);
      first = second;
      second = write_again (first, format, options);
    }
  if (!second.data)
    {
      free (first.data);
      return;
    }
  if (!same (first, second))
    fprintf (stderr, "%s, md5 %d, compressed %d, gcov %u\n", format->name,
             options->md5, options->compress, options->gcc);
  FUZZ_CHECK (same (first, second));
  free (second.data);
  free (first.data);
}

/* --- the part for a unit --------------------------------------------------
 */

/* Load for the N NAMES of what is at DATA; NULL when it is refused.  */
static struct hwpgo_profile *
load_part (const void *data, size_t size, const char *const *names, size_t n)
{
  struct hwpgo_extbinary *file;
  struct hwpgo_error err = { 0 };
  struct hwpgo_profile *part = hwpgo_profile_new ();
  FUZZ_CHECK (part != NULL);
  int ret = hwpgo_extbinary_open_data (&file, "input", data, size, &err);
  if (ret == 0)
    ret = hwpgo_extbinary_load_unit (file, part, names, n, &err);
  hwpgo_extbinary_close (file);
  fuzz_check_error (ret, &err);
  if (ret == 0)
    return part;
  hwpgo_profile_free (part);
  return NULL;
}

/* Every other function of PROFILE, and its first inlined call.  */
static const char **
some_names (const struct hwpgo_profile *profile, size_t *n)
{
  const char **names = calloc (profile->n_functions + 1, sizeof *names);
  FUZZ_CHECK (names != NULL);
  *n = 0;
  for (size_t i = 0; i < profile->n_functions; i += 2)
    {
      const struct hwpgo_function *f = profile->functions[i];
      names[(*n)++] = f->name;
      if (f->n_callsites && *n < profile->n_functions)
        names[(*n)++] = f->callsites[0].callee->name;
    }
  return names;
}

/* What is written with an index has for a unit the records that PROFILE
   has.  */
static void
has_parts (const struct hwpgo_profile *profile)
{
  static const struct hwpgo_write_options options = { .index = true };
  size_t n;
  struct bytes all
      = write_bytes (profile, hwpgo_profile_format ("extbinary"), &options);
  const char **names = some_names (profile, &n);
  /* A hash is not found by itself.  */
  struct hwpgo_profile *part
      = all.data ? load_part (all.data, all.size, names, n) : NULL;
  FUZZ_CHECK (!all.data || part);
  for (size_t i = 0; part && !profile->md5_names && i < n; i++)
    {
      const struct hwpgo_function *f = hwpgo_profile_find (profile, names[i]);
      const struct hwpgo_function *g = hwpgo_profile_find (part, names[i]);
      if (f && strcmp (names[i], HWPGO_ELSEWHERE) != 0)
        FUZZ_CHECK (g && f->total == g->total && f->head == g->head
                    && f->n_samples == g->n_samples
                    && f->n_callsites == g->n_callsites);
    }
  hwpgo_profile_free (part);
  free (names);
  free (all.data);
}

void
fuzz_profile_part (const void *data, size_t size)
{
  static const char *const usual[] = { "main", "f", "g", "" };
  struct hwpgo_error err;
  size_t n;
  hwpgo_profile_free (load_part (data, size, usual, 4));
  struct hwpgo_profile *profile = read_bytes (data, size, &err);
  if (!profile)
    return;
  const char **names = some_names (profile, &n);
  hwpgo_profile_free (load_part (data, size, names, n));
  free (names);
  hwpgo_profile_free (profile);
}

void
fuzz_profile_writes (const struct hwpgo_profile *profile)
{
  static const struct hwpgo_write_options options[]
      = { { .md5 = false },
          { .md5 = true },
          { .compress = true, .gcc = 11 },
          { .md5 = true, .compress = true, .gcc = 12 },
          { .gcc = 16 } };
  size_t n;
  const struct hwpgo_profile_format *formats = hwpgo_profile_formats (&n);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0;
         formats[i].write && k < sizeof options / sizeof *options; k++)
      reads_back (profile, &formats[i], &options[k]);
}

/* Three times A and B as text, nothing when they do not add up.  */
static struct bytes
add (const struct hwpgo_profile *a, const struct hwpgo_profile *b,
     bool a_first)
{
  struct hwpgo_error err = { 0 };
  struct hwpgo_profile *sum = hwpgo_profile_new ();
  FUZZ_CHECK (sum != NULL);
  int ret = hwpgo_profile_merge (sum, a_first ? a : b, a_first ? 3 : 1, &err);
  /* One alone is no contradiction.  */
  FUZZ_CHECK (ret == 0);
  ret = hwpgo_profile_merge (sum, a_first ? b : a, a_first ? 1 : 3, &err);
  fuzz_check_error (ret, &err);
  struct bytes text = { NULL, 0 };
  if (ret == 0)
    text = write_text (sum);
  hwpgo_profile_free (sum);
  return text;
}

static void
adds_up_in_any_order (const struct hwpgo_profile *a,
                      const struct hwpgo_profile *b)
{
  struct bytes one = add (a, b, true), other = add (a, b, false);
  FUZZ_CHECK ((one.data == NULL) == (other.data == NULL));
  if (one.data)
    FUZZ_CHECK (same (one, other));
  free (one.data);
  free (other.data);
}

void
fuzz_profile (const void *data, size_t size)
{
  struct hwpgo_error err;
  struct hwpgo_profile *profile = read_bytes (data, size, &err);
  if (!profile)
    return;
  fuzz_profile_writes (profile);
  has_parts (profile);
  /* The first half of the lines is another profile.  */
  struct bytes text = write_text (profile);
  const char *end = text.data && text.size
                        ? memchr (text.data + text.size / 2, '\n',
                                  text.size - text.size / 2)
                        : NULL;
  struct hwpgo_profile *part
      = end ? read_bytes (text.data, (size_t) (end - text.data), &err) : NULL;
  if (part)
    adds_up_in_any_order (profile, part);
  hwpgo_profile_free (part);
  free (text.data);
  hwpgo_profile_free (profile);
}
