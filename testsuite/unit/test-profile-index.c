/* A unit's part of a profile with an index, against all of it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/settle.h"
#include "runtime/profile/extbinary.h"
#include "testsuite/unit/profile-random.h"
#include "testsuite/unit/profile-text.h"
#include "testsuite/unit/unit.h"

/* PROFILE with an index, *SIZE bytes of malloc.  */
static char *
encode (const struct hwpgo_profile *profile, size_t *size)
{
  static const struct hwpgo_write_options options = { .index = true };
  struct hwpgo_error err;
  char *data = NULL;
  FILE *out = open_memstream (&data, size);
  CHECK (hwpgo_extbinary_write (profile, &options, out, &err) == 0);
  fclose (out);
  return data;
}

/* Load the part for the N NAMES into *PART; the part is the caller's.  */
static int
load (const void *data, size_t size, const char *const *names, size_t n,
      struct hwpgo_profile **part, bool *indexed, struct hwpgo_error *err)
{
  struct hwpgo_extbinary *x;
  *part = hwpgo_profile_new ();
  int ret = hwpgo_extbinary_open_data (&x, "x", data, size, err);
  *indexed = ret == 0 && hwpgo_extbinary_indexed (x);
  if (ret == 0)
    ret = hwpgo_extbinary_load_unit (x, *part, names, n, err);
  hwpgo_extbinary_close (x);
  return ret;
}

static struct hwpgo_profile *
part_of (const struct hwpgo_profile *profile, const char *const *names,
         size_t n)
{
  struct hwpgo_profile *part;
  struct hwpgo_error err = { .text = "" };
  bool indexed;
  size_t size;
  char *data = encode (profile, &size);
  CHECK (load (data, size, names, n, &part, &indexed, &err) == 0);
  CHECK_STRING (err.text, "");
  CHECK (indexed || profile->n_functions == 0);
  free (data);
  return part;
}

static const char program[] = "caller:600:1\n"
                              " 1: 1\n"
                              " 2: wrapper:300\n"
                              "  5: leaf:200\n"
                              "   1: 200 other:3\n"
                              "  6: 100\n"
                              " 3: leaf:7\n"
                              "  1: 7\n"
                              "leaf:9:9\n"
                              " 1: 9\n"
                              "other:90:2\n"
                              " 70000.1: 90\n"
                              "wrapper:50:5\n"
                              " 5: leaf:40\n"
                              "  1: 40\n"
                              " 6: 10\n";

/* Records, and the outermost of what is inlined elsewhere, summed up; each
   once.  */
static void
a_unit_gets_its_part (void)
{
  static const struct
  {
    const char *names[3];
    size_t n;
    const char *want;
  } cases[] = {
    { { "leaf" },
      1,
      "(elsewhere):0:0\n"
      " 0: leaf:247\n  1: 247 other:3\n"
      "leaf:9:9\n 1: 9\n" },
    { { "wrapper", "absent", "leaf" },
      3,
      "(elsewhere):0:0\n"
      " 0: wrapper:300\n  5: leaf:200\n   1: 200 other:3\n  6: 100\n"
      " 2: leaf:7\n  1: 7\n"
      "leaf:9:9\n 1: 9\n"
      "wrapper:50:5\n 5: leaf:40\n  1: 40\n 6: 10\n" },
    { { "other", "other" }, 2, "other:90:2\n 70000.1: 90\n" },
    { { "absent" }, 1, "" },
    { { NULL }, 0, "" },
  };
  struct hwpgo_error err;
  struct hwpgo_profile *p = profile_from_string (program, &err);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct hwpgo_profile *q = part_of (p, cases[i].names, cases[i].n);
      struct hwpgo_profile *r = profile_from_string (cases[i].want, &err);
      char *got = profile_to_string (q, &err);
      char *want = profile_to_string (r, &err);
      CHECK_STRING (got, want);
      free (got);
      free (want);
      hwpgo_profile_free (q);
      hwpgo_profile_free (r);
    }
  hwpgo_profile_free (p);
}

/* Hashes are found by the names' hashes.  */
static void
hashes_are_found (void)
{
  static const struct hwpgo_write_options options = { .md5 = true };
  static const char *const names[] = { "leaf" };
  struct hwpgo_error err;
  struct hwpgo_profile *p = profile_from_string (program, &err), *q, *r;
  char *data = NULL, *indexed;
  size_t size;
  FILE *out = open_memstream (&data, &size);
  hwpgo_function_add_sample (p, hwpgo_profile_find (p, "other"),
                             (struct hwpgo_location){ 1, 1 }, 1);
  hwpgo_profile_find (p, "other")->samples[1].at.line = 7;
  CHECK (hwpgo_extbinary_write (p, &options, out, &err) == 0);
  fclose (out);
  q = hwpgo_profile_new ();
  CHECK (hwpgo_extbinary_read (q, "x", data, size, &err) == 0);
  free (data);
  indexed = encode (q, &size);
  bool found;
  CHECK (load (indexed, size, names, 1, &r, &found, &err) == 0 && found);
  CHECK (r->md5_names && r->n_functions == 2);
  CHECK (hwpgo_profile_find (r, "leaf")->head == 9);
  free (indexed);
  hwpgo_profile_free (p);
  hwpgo_profile_free (q);
  hwpgo_profile_free (r);
}

/* Of the list of symbols there is what the unit asks for.  */
static void
listed_names_are_found (void)
{
  enum
  {
    MANY = 3000,
    LONG = 100000
  };
  static char texts[MANY][16];
  static char giant[LONG + 1];
  const char *all[MANY], *asked[] = { "leaf", "n0", "n1x", "n2999", "zebra" };
  struct hwpgo_error err;
  struct hwpgo_profile *p = profile_from_string (program, &err), *q;
  for (int i = 0; i < MANY; i++)
    {
      snprintf (texts[i], sizeof texts[i], "n%d", i);
      all[i] = texts[i];
    }
  q = part_of (p, asked, 5);
  CHECK (q->n_symbols == 0);
  hwpgo_profile_free (q);
  CHECK (hwpgo_profile_add_symbols (p, all, MANY) == 0);
  q = part_of (p, asked, 5);
  CHECK (q->n_symbols == 2);
  CHECK_STRING (q->symbols[0], "n0");
  CHECK_STRING (q->symbols[1], "n2999");
  hwpgo_profile_free (q);
  for (int i = 0; i < MANY; i++)
    {
      q = part_of (p, &all[i], 1);
      CHECK (q->n_symbols == 1);
      hwpgo_profile_free (q);
      i += i < MANY - 20 ? 50 : 0;
    }
  /* A name too long to be looked through hides others.  */
  memset (giant, 'a', LONG);
  all[0] = giant;
  CHECK (hwpgo_profile_add_symbols (p, all, 1) == 0);
  q = part_of (p, asked, 5);
  CHECK (q->n_symbols == 0);
  hwpgo_profile_free (q);
  hwpgo_profile_free (p);
}

/* --- settled, it is the same as all ---------------------------------------
 */

static char *
settled (const struct hwpgo_profile *profile,
         const struct hwpgo_contexts *contexts, int shift)
{
  struct hwpgo_settled s;
  struct hwpgo_error err;
  CHECK (hwpgo_settle (&s, profile, contexts, NULL, shift) == 0);
  char *text = profile_to_string (s.profile, &err);
  hwpgo_settled_free (&s);
  return text;
}

static void
settling_a_part_settles_all (void)
{
  static const char *const all[]
      = { "a", "b", "ns::c(int, int)", "d", "f0", "f1", "f2", "f3", "f4" };
  enum
  {
    N = sizeof all / sizeof *all
  };
  for (uint64_t seed = 1; seed <= 600; seed++)
    {
      uint64_t state = seed;
      const char *names[N + 3];
      size_t n = 0;
      struct hwpgo_profile *p = random_profile (seed, false);
      struct hwpgo_contexts *c = hwpgo_contexts_new (false);
      for (size_t i = 0; i < N; i++)
        if (random_below (&state, 3) == 0)
          {
            names[n++] = all[i];
            hwpgo_contexts_add_function (c, all[i], random_below (&state, 2));
          }
      size_t bodies = n;
      for (int k = 0; bodies && k < 3; k++)
        {
          struct hwpgo_place place = { .n_frames = 2 };
          place.frames[0].function = all[random_below (&state, 4)];
          place.frames[1].function
              = names[random_below (&state, (uint32_t) bodies)];
          place.frames[1].at.line = random_below (&state, 4);
          names[n++] = place.frames[0].function;
          hwpgo_contexts_add_inlined (c, &place);
        }
      struct hwpgo_profile *q = part_of (p, names, n);
      /* Counts are not made smaller: what is one sum there is rounded once.  */
      int shift = (int) random_below (&state, 4);
      char *got = settled (q, c, shift), *want = settled (p, c, shift);
      CHECK_STRING (got, want);
      free (got);
      free (want);
      hwpgo_contexts_free (c);
      hwpgo_profile_free (p);
      hwpgo_profile_free (q);
    }
}

/* --- hostile input --------------------------------------------------------
 */

/* Where the section of TYPE is in the header of DATA, and in the file.  */
static char *
section (char *data, uint64_t type, char **header)
{
  uint64_t found, at, n;
  memcpy (&n, data + 10, sizeof n);
  for (uint64_t i = 0; i < n; i++)
    {
      *header = data + 18 + i * 32;
      memcpy (&found, *header, sizeof found);
      memcpy (&at, *header + 16, sizeof at);
      if (found == type)
        return data + at;
    }
  CHECK (false);
  return data;
}

enum
{
  INDEX = 0x67707768
};

static void
check_malformed (const char *data, size_t size, const char *const *names,
                 size_t n)
{
  struct hwpgo_profile *part;
  struct hwpgo_error err = { .text = "" };
  bool indexed;
  CHECK (load (data, size, names, n, &part, &indexed, &err)
         == -HWPGO_E_FORMAT);
  CHECK (strstr (err.text, "index") && strstr (err.text, "fit"));
  hwpgo_profile_free (part);
}

/* Each number of the index, wrong.  */
static void
an_index_that_does_not_fit_is_refused (void)
{
  static const char *const names[]
      = { "caller", "leaf", "other", "wrapper", "absent" };
  struct hwpgo_error err;
  struct hwpgo_profile *p = profile_from_string (program, &err);
  size_t size;
  char *data = encode (p, &size), *header = NULL;
  char *index = section (data, INDEX, &header);
  uint32_t values[] = { 0, 1, 3, 1u << 20, UINT32_MAX, UINT32_MAX - 1 };
  uint32_t n_names = 4, pairs = 2 * (n_names + 1), n_places = 8;
  CHECK (memcmp (index, &n_names, 4) == 0);
  CHECK (memcmp (index + 4, &n_places, 4) == 0);
  for (uint32_t i = 2; i < 2 + pairs + n_places; i++)
    for (size_t k = 0; k < sizeof values / sizeof *values; k++)
      {
        struct hwpgo_profile *part;
        bool indexed;
        uint32_t old;
        memcpy (&old, index + i * 4, 4);
        if (old == values[k])
          continue;
        memcpy (index + i * 4, &values[k], 4);
        int ret = load (data, size, names, 5, &part, &indexed, &err);
        /* A place within what is read anyway does not matter, nor a pair that
           does not mix up what belongs to whom.  */
        CHECK (ret == 0 || ret == -HWPGO_E_FORMAT
               || ret == -HWPGO_E_TRUNCATED);
        CHECK (i != 2 || ret != 0);
        memcpy (index + i * 4, &old, 4);
        hwpgo_profile_free (part);
      }
  /* The names overlap.  */
  char saved[16];
  memcpy (saved, index + 8, sizeof saved);
  memcpy (index + 16, index + 8, 4);
  check_malformed (data, size, names, 5);
  memcpy (index + 8, saved, sizeof saved);
  /* The place of another function.  */
  char *places = index + 8 + pairs * 4;
  memcpy (saved, places, 4);
  memcpy (places, places + 4, 4);
  check_malformed (data, size, names, 1);
  memcpy (places, saved, 4);
  /* No section of the type: read as a whole.  */
  uint64_t unknown = 31;
  memcpy (header, &unknown, sizeof unknown);
  struct hwpgo_profile *part;
  bool indexed;
  CHECK (load (data, size, names, 1, &part, &indexed, &err) == 0 && !indexed);
  CHECK_U64 (part->n_functions, 4);
  hwpgo_profile_free (part);
  free (data);
  hwpgo_profile_free (p);
}

/* An error or a result, whatever bit is wrong, and not more than there is.  */
static void
damaged (void)
{
  static const char *const names[] = { "leaf", "wrapper", "other" };
  struct hwpgo_error err;
  struct hwpgo_profile *p = profile_from_string (program, &err), *part;
  size_t size;
  char *data = encode (p, &size);
  bool indexed;
  for (size_t i = 0; i < size; i++)
    {
      char *cut = malloc (i ? i : 1);
      memcpy (cut, data, i);
      CHECK (load (cut, i, names, 3, &part, &indexed, &err) != 0);
      hwpgo_profile_free (part);
      free (cut);
      for (int bit = 0; bit < 8; bit++)
        {
          data[i] ^= (char) (1 << bit);
          if (load (data, size, names, 3, &part, &indexed, &err) == 0
              && indexed)
            CHECK (part->n_functions <= 4);
          data[i] ^= (char) (1 << bit);
          hwpgo_profile_free (part);
        }
    }
  free (data);
  hwpgo_profile_free (p);
}

int
main (void)
{
  RUN (a_unit_gets_its_part);
  RUN (hashes_are_found);
  RUN (listed_names_are_found);
  RUN (settling_a_part_settles_all);
  RUN (an_index_that_does_not_fit_is_refused);
  RUN (damaged);
  return UNIT_RESULT;
}
