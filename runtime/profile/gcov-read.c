/* Read a profile for GCC's -fauto-profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   gcov.h has the grammar.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/cursor.h"
#include "runtime/profile/gcov.h"

struct reading
{
  struct hwpgo_profile *profile;
  struct hwpgo_cursor in;
  uint32_t version;
  bool words;         /* lengths of strings are in words.  */
  const char **names; /* owned; in the input.  */
  uint32_t n_names;
  struct hwpgo_error *err;
};

static int
malformed (const struct reading *r, const char *what)
{
  return hwpgo_error_at_offset (r->err, HWPGO_E_FORMAT, r->in.file,
                                hwpgo_cursor_offset (&r->in), "%s", what);
}

static int
check (const struct reading *r)
{
  return hwpgo_cursor_check (&r->in, "profile", r->err);
}

/* Counters of GCC are signed; what would be negative is the highest.  */
static uint64_t
read_counter (struct reading *r)
{
  uint64_t low = hwpgo_cursor_u32 (&r->in);
  uint64_t value = low | (uint64_t) hwpgo_cursor_u32 (&r->in) << 32;
  return value > INT64_MAX ? INT64_MAX : value;
}

/* A number of things of SIZE bytes or more.  */
static int
read_count (struct reading *r, size_t size, uint32_t *n)
{
  *n = hwpgo_cursor_u32 (&r->in);
  hwpgo_cursor_fits (&r->in, *n, size);
  return check (r);
}

static int
expect_section (struct reading *r, int tag, const char *name)
{
  uint32_t found = hwpgo_cursor_u32 (&r->in);
  int ret = check (r);
  if (ret == 0 && found != (uint32_t) tag)
    ret = hwpgo_error_at_offset (
        r->err, HWPGO_E_FORMAT, r->in.file, hwpgo_cursor_offset (&r->in) - 4,
        "expected the section of %s, found 0x%" PRIx32, name, found);
  return ret;
}

/* --- names ---------------------------------------------------------------
 */

static int
read_string (struct reading *r, const char **string)
{
  uint64_t length = hwpgo_cursor_u32 (&r->in);
  if (r->words)
    length *= 4;
  const uint8_t *bytes = hwpgo_cursor_bytes (&r->in, length);
  int ret = check (r);
  if (ret)
    return ret;
  /* GCC writes no bytes at all for the empty string.  */
  *string = length ? (const char *) bytes : "";
  if (length && !memchr (bytes, 0, length))
    return malformed (r, "a string without an end");
  return 0;
}

static int
skip_files (struct reading *r)
{
  uint32_t n;
  const char *ignored;
  int ret = read_count (r, 4, &n);
  for (; ret == 0 && n; n--)
    ret = read_string (r, &ignored);
  return ret;
}

static int
read_all_names (struct reading *r)
{
  int ret = 0;
  if (r->version >= 3)
    ret = skip_files (r);
  if (ret == 0)
    ret = read_count (r, r->version >= 3 ? 8 : 4, &r->n_names);
  if (ret)
    return ret;
  r->names = calloc ((size_t) r->n_names + 1, sizeof *r->names);
  if (!r->names)
    return hwpgo_error_nomem (r->err);
  for (uint32_t i = 0; i < r->n_names && ret == 0; i++)
    {
      ret = read_string (r, &r->names[i]);
      if (r->version >= 3)
        hwpgo_cursor_u32 (&r->in); /* its file.  */
    }
  uint32_t next = 0;
  struct hwpgo_cursor after = r->in;
  if (ret == 0)
    next = hwpgo_cursor_u32 (&after);
  return ret || next == (uint32_t) HWPGO_GCOV_FUNCTIONS
             ? ret
             : malformed (r, "expected the section of functions");
}

static int
read_names (struct reading *r)
{
  int ret = expect_section (r, HWPGO_GCOV_NAMES, "names");
  hwpgo_cursor_u32 (&r->in); /* length, which nobody relies on.  */
  if (ret)
    return ret;
  struct hwpgo_cursor start = r->in;
  r->words = r->version == 1;
  ret = read_all_names (r);
  if (ret == 0 || ret == -HWPGO_E_NOMEM || r->version != 2)
    return ret;
  /* create_gcov 0.19 writes the strings of version 1 into files of version
     2.  */
  struct hwpgo_error *err = r->err, ignored;
  struct hwpgo_cursor end = r->in;
  free (r->names);
  r->names = NULL;
  r->in = start;
  r->words = true;
  r->err = &ignored;
  int again = read_all_names (r);
  r->err = err;
  if (again == -HWPGO_E_NOMEM)
    return hwpgo_error_nomem (err);
  if (again)
    r->in = end;
  return again ? ret : 0;
}

static int
name_at (struct reading *r, uint64_t i, const char **name)
{
  int ret = check (r);
  if (ret)
    return ret;
  if (i >= r->n_names)
    return hwpgo_error_at_offset (
        r->err, HWPGO_E_FORMAT, r->in.file, hwpgo_cursor_offset (&r->in),
        "expected a name, found number %" PRIu64 " of %" PRIu32, i,
        r->n_names);
  *name = r->names[i];
  return **name ? 0 : malformed (r, "a function without a name");
}

/* --- functions -----------------------------------------------------------
 */

static struct hwpgo_location
read_place (struct reading *r)
{
  uint32_t offset = hwpgo_cursor_u32 (&r->in);
  return (struct hwpgo_location){ offset >> 16, offset & 0xffff };
}

static int
read_position (struct reading *r, struct hwpgo_function *f)
{
  struct hwpgo_location at = read_place (r);
  uint32_t n;
  const char *name;
  int ret = read_count (r, 20, &n);
  uint64_t count = read_counter (r);
  if (ret == 0)
    ret = check (r);
  if (ret == 0 && hwpgo_function_add_sample (r->profile, f, at, count))
    return hwpgo_error_nomem (r->err);
  for (; ret == 0 && n; n--)
    {
      hwpgo_cursor_u32 (&r->in); /* the kind, always INDIRECT_CALL.  */
      uint64_t i = read_counter (r);
      count = read_counter (r);
      ret = name_at (r, i, &name);
      if (ret == 0
          && hwpgo_function_add_target (r->profile, f, at, name, strlen (name),
                                        count))
        return hwpgo_error_nomem (r->err);
    }
  return ret;
}

/* Read the rest of F, which DEPTH functions hold, after its name.  */
static int
read_body (struct reading *r, struct hwpgo_function *f, int depth)
{
  uint32_t positions, callsites;
  const char *name;
  if (depth >= HWPGO_MAX_INLINE_DEPTH)
    return hwpgo_error_at_offset (
        r->err, HWPGO_E_LIMIT, r->in.file, hwpgo_cursor_offset (&r->in),
        "inlined calls more than %d deep", HWPGO_MAX_INLINE_DEPTH);
  int ret = read_count (r, 16, &positions);
  if (ret == 0)
    ret = read_count (r, 16, &callsites);
  for (; ret == 0 && positions; positions--)
    ret = read_position (r, f);
  for (; ret == 0 && callsites; callsites--)
    {
      struct hwpgo_location at = read_place (r);
      ret = name_at (r, hwpgo_cursor_u32 (&r->in), &name);
      if (ret)
        break;
      struct hwpgo_function *callee
          = hwpgo_function_callsite (r->profile, f, at, name, strlen (name));
      if (!callee)
        return hwpgo_error_nomem (r->err);
      ret = read_body (r, callee, depth + 1);
    }
  return ret;
}

static int
read_functions (struct reading *r)
{
  uint32_t n;
  const char *name;
  int ret = expect_section (r, HWPGO_GCOV_FUNCTIONS, "functions");
  hwpgo_cursor_u32 (&r->in);
  if (ret == 0)
    ret = read_count (r, r->version >= 3 ? 28 : 20, &n);
  for (; ret == 0 && n; n--)
    {
      uint64_t head = read_counter (r);
      if (r->version >= 3)
        read_counter (r); /* when it ran first.  */
      ret = name_at (r, hwpgo_cursor_u32 (&r->in), &name);
      if (ret)
        break;
      struct hwpgo_function *f
          = hwpgo_profile_function (r->profile, name, strlen (name));
      if (!f)
        return hwpgo_error_nomem (r->err);
      f->head = hwpgo_add (f->head, head);
      ret = read_body (r, f, 0);
    }
  return ret;
}

/* --- the whole -----------------------------------------------------------
 */

static int
skip_summary (struct reading *r)
{
  int ret = expect_section (r, HWPGO_GCOV_SUMMARY, "the summary");
  for (int i = 0; i < 5; i++)
    read_counter (r);
  uint64_t n = read_counter (r);
  if (ret == 0 && hwpgo_cursor_fits (&r->in, n, 20))
    hwpgo_cursor_bytes (&r->in, n * 20);
  return ret ? ret : check (r);
}

static int
read_all (struct reading *r)
{
  uint32_t magic = hwpgo_cursor_u32 (&r->in);
  r->version = hwpgo_cursor_u32 (&r->in);
  hwpgo_cursor_u32 (&r->in);
  int ret = check (r);
  if (ret)
    return ret;
  if (magic != HWPGO_GCOV_MAGIC)
    return hwpgo_error_set (r->err, HWPGO_E_MAGIC, r->in.file,
                            "expected a profile for -fauto-profile");
  if (r->version < 1 || r->version > 3)
    return hwpgo_error_set (r->err, HWPGO_E_VERSION, r->in.file,
                            "0x%" PRIx32 " of profiles for -fauto-profile; "
                            "GCC 11 reads 1, GCC 12 to 15 read 2, GCC 16 "
                            "reads 3",
                            r->version);
  if (r->version >= 3)
    ret = skip_summary (r);
  if (ret == 0)
    ret = read_names (r);
  if (ret)
    return ret;
  hwpgo_profile_begin_bulk (r->profile);
  ret = read_functions (r);
  if (hwpgo_profile_end_bulk (r->profile) && ret == 0)
    ret = hwpgo_error_nomem (r->err);
  hwpgo_profile_update_totals (r->profile);
  return ret;
}

int
hwpgo_gcov_read (struct hwpgo_profile *profile, const char *file,
                 const void *data, size_t size, struct hwpgo_error *err)
{
  struct reading r = { .profile = profile,
                       .in = hwpgo_cursor_new (file, data, size),
                       .err = err };
  /* Files have the low byte first.  */
  const uint16_t one = 1;
  r.in.swap = *(const uint8_t *) &one == 0;
  int ret = read_all (&r);
  free (r.names);
  return ret;
}
