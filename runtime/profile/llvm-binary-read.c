/* Read LLVM's binary form of a sample profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   llvm-binary.h has the grammar, llvm-binary-write.c is the mirror of this
   file.  */

#include "runtime/profile/llvm-binary.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- errors and numbers --------------------------------------------------
 */

int
hwpgo_llvm_malformed (struct hwpgo_llvm_reader *r, const char *fmt, ...)
{
  char detail[160];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (detail, sizeof detail, fmt, ap);
  va_end (ap);
  return hwpgo_error_at_offset (r->err, HWPGO_E_FORMAT, r->in.file,
                                hwpgo_cursor_offset (&r->in), "%s: %s",
                                r->what, detail);
}

int
hwpgo_llvm_check (struct hwpgo_llvm_reader *r)
{
  return hwpgo_cursor_check (&r->in, r->what, r->err);
}

/* A number of records that take SIZE bytes or more each.  */
static int
read_count (struct hwpgo_llvm_reader *r, size_t size, uint64_t *count)
{
  *count = hwpgo_cursor_uleb (&r->in);
  hwpgo_cursor_fits (&r->in, *count, size);
  return hwpgo_llvm_check (r);
}

int
hwpgo_llvm_read_place (struct hwpgo_llvm_reader *r, struct hwpgo_location *at)
{
  uint64_t line = hwpgo_cursor_uleb (&r->in);
  uint64_t discriminator = hwpgo_cursor_uleb (&r->in);
  int ret = hwpgo_llvm_check (r);
  if (ret == 0 && (line > UINT32_MAX || discriminator > UINT32_MAX))
    ret = hwpgo_llvm_malformed (
        r, "expected a place, found line %" PRIu64 " discriminator %" PRIu64,
        line, discriminator);
  *at = (struct hwpgo_location){ (uint32_t) line, (uint32_t) discriminator };
  return ret;
}

/* --- names ---------------------------------------------------------------
 */

static void
read_texts (struct hwpgo_llvm_names *names, struct hwpgo_cursor *in, size_t n)
{
  for (size_t i = 0; i < n && !in->failed; i++)
    {
      size_t left = hwpgo_cursor_left (in);
      const uint8_t *nul = left ? memchr (in->pos, 0, left) : NULL;
      if (!nul)
        in->failed = true;
      else
        names->text[i] = (const char *) hwpgo_cursor_bytes (
            in, (uint64_t) (nul - in->pos) + 1);
    }
}

int
hwpgo_llvm_read_names (struct hwpgo_llvm_names *names, struct hwpgo_cursor *in,
                       enum hwpgo_llvm_names_form form,
                       struct hwpgo_error *err)
{
  static const size_t sizes[] = {
    [HWPGO_NAMES_TEXT] = 1, [HWPGO_NAMES_MD5] = 1, [HWPGO_NAMES_FIXED_MD5] = 8
  };
  hwpgo_llvm_names_free (names);
  uint64_t n = hwpgo_cursor_uleb (in);
  if (!hwpgo_cursor_fits (in, n, sizes[form]))
    return hwpgo_cursor_check (in, "names", err);
  names->n = (size_t) n;
  if (form == HWPGO_NAMES_FIXED_MD5)
    names->fixed = hwpgo_cursor_bytes (in, n * sizes[form]);
  else if (form == HWPGO_NAMES_MD5)
    {
      names->hashes = calloc (n ? n : 1, sizeof *names->hashes);
      for (size_t i = 0; names->hashes && i < n; i++)
        names->hashes[i] = hwpgo_cursor_uleb (in);
    }
  else
    {
      names->text = calloc (n ? n : 1, sizeof *names->text);
      if (names->text)
        read_texts (names, in, (size_t) n);
    }
  if (!names->fixed && !names->hashes && !names->text)
    return hwpgo_error_nomem (err);
  return hwpgo_cursor_check (in, "names", err);
}

void
hwpgo_llvm_names_free (struct hwpgo_llvm_names *names)
{
  free (names->text);
  free (names->hashes);
  memset (names, 0, sizeof *names);
}

static uint64_t
fixed_hash (const uint8_t *p)
{
  uint64_t hash = 0;
  for (unsigned i = 0; i < sizeof hash; i++)
    hash |= (uint64_t) p[i] << 8 * i;
  return hash;
}

static void
set_hash (struct hwpgo_llvm_name *name, uint64_t hash)
{
  name->length = hwpgo_md5_name (name->hash, hash);
  name->text = name->hash;
}

/* The offset that pair I of an index has.  */
static size_t
text_offset (const struct hwpgo_llvm_names *names, size_t i)
{
  const uint8_t *p = names->pairs + i * 8;
  return p[0] | (size_t) p[1] << 8 | (size_t) p[2] << 16 | (size_t) p[3] << 24;
}

/* Text I and its length; NULL if the index is wrong.  */
static const char *
text_at (const struct hwpgo_llvm_names *names, size_t i, size_t *length)
{
  const char *text;
  if (!names->pairs)
    {
      text = names->text[i];
      *length = strlen (text);
      return text;
    }
  size_t begin = text_offset (names, i), end = text_offset (names, i + 1);
  text = (const char *) names->bytes + begin;
  *length = end - begin - 1;
  return memchr (text, 0, end - begin) == text + *length ? text : NULL;
}

int
hwpgo_llvm_name_at (struct hwpgo_llvm_reader *r, size_t i,
                    struct hwpgo_llvm_name *name)
{
  const struct hwpgo_llvm_names *names = r->names;
  if (names->fixed || names->hashes)
    {
      set_hash (name, names->fixed ? fixed_hash (names->fixed + i * 8)
                                   : names->hashes[i]);
      return 0;
    }
  name->text = text_at (names, i, &name->length);
  if (!name->text)
    return hwpgo_llvm_malformed (r, "the index does not fit the names");
  if (name->length == 0)
    return hwpgo_llvm_malformed (r, "a function without a name");
  if (r->md5)
    set_hash (name, hwpgo_name_md5 (name->text, name->length));
  return 0;
}

int
hwpgo_llvm_read_name (struct hwpgo_llvm_reader *r,
                      struct hwpgo_llvm_name *name)
{
  const struct hwpgo_llvm_names *names = r->names;
  uint64_t i = hwpgo_cursor_uleb (&r->in);
  int ret = hwpgo_llvm_check (r);
  if (ret)
    return ret;
  if (!names || i >= names->n)
    return hwpgo_llvm_malformed (
        r, "expected a name, found number %" PRIu64 " of %zu", i,
        names ? names->n : 0);
  return hwpgo_llvm_name_at (r, (size_t) i, name);
}

/* --- functions ------------------------------------------------------------
 */

/* Read one record of F, which is NULL when nothing is kept.  */
static int
read_sample (struct hwpgo_llvm_reader *r, struct hwpgo_function *f)
{
  struct hwpgo_location at;
  struct hwpgo_llvm_name name;
  uint64_t n;
  int ret = hwpgo_llvm_read_place (r, &at);
  if (ret)
    return ret;
  uint64_t count = hwpgo_cursor_uleb (&r->in);
  ret = read_count (r, 2, &n);
  if (ret == 0 && f && hwpgo_function_add_sample (r->profile, f, at, count))
    return hwpgo_error_nomem (r->err);
  for (; ret == 0 && n; n--)
    {
      ret = hwpgo_llvm_read_name (r, &name);
      count = hwpgo_cursor_uleb (&r->in);
      if (ret == 0)
        ret = hwpgo_llvm_check (r);
      if (ret == 0 && f
          && hwpgo_function_add_target (r->profile, f, at, name.text,
                                        name.length, count))
        return hwpgo_error_nomem (r->err);
    }
  return ret;
}

static int read_inlined (struct hwpgo_llvm_reader *r, struct hwpgo_function *f,
                         int depth);

/* Read what follows the name of F, which DEPTH functions hold.  */
static int
read_body (struct hwpgo_llvm_reader *r, struct hwpgo_function *f, int depth)
{
  uint64_t n, total = hwpgo_cursor_uleb (&r->in);
  if (depth >= HWPGO_MAX_INLINE_DEPTH)
    return hwpgo_error_at_offset (r->err, HWPGO_E_LIMIT, r->in.file,
                                  hwpgo_cursor_offset (&r->in),
                                  "%s: inlined calls more than %d deep",
                                  r->what, HWPGO_MAX_INLINE_DEPTH);
  if (f)
    f->total = hwpgo_add (f->total, total);
  int ret = read_count (r, 4, &n);
  for (; ret == 0 && n; n--)
    ret = read_sample (r, f);
  if (ret == 0)
    ret = read_count (r, 6, &n);
  for (; ret == 0 && n; n--)
    ret = read_inlined (r, f, depth + 1);
  return ret;
}

/* Read a call inlined in F (NULL: nothing is kept), DEPTH deep.  */
static int
read_inlined (struct hwpgo_llvm_reader *r, struct hwpgo_function *f, int depth)
{
  struct hwpgo_function *callee = NULL;
  struct hwpgo_location at;
  struct hwpgo_llvm_name name;
  int ret = hwpgo_llvm_read_place (r, &at);
  if (ret == 0)
    ret = hwpgo_llvm_read_name (r, &name);
  if (ret)
    return ret;
  if (f)
    {
      callee = hwpgo_function_callsite (r->profile, f, at, name.text,
                                        name.length);
      if (!callee)
        return hwpgo_error_nomem (r->err);
    }
  return read_body (r, callee, depth);
}

int
hwpgo_llvm_read_inlined (struct hwpgo_llvm_reader *r,
                         struct hwpgo_function *caller,
                         struct hwpgo_location at,
                         struct hwpgo_function **into)
{
  struct hwpgo_location was;
  struct hwpgo_llvm_name name;
  int ret = hwpgo_llvm_read_place (r, &was);
  if (ret == 0)
    ret = hwpgo_llvm_read_name (r, &name);
  if (ret == 0 && !*into)
    {
      *into = hwpgo_function_callsite (r->profile, caller, at, name.text,
                                       name.length);
      if (!*into)
        return hwpgo_error_nomem (r->err);
    }
  return ret ? ret : read_body (r, *into, 1);
}

int
hwpgo_llvm_read_function (struct hwpgo_llvm_reader *r,
                          struct hwpgo_llvm_name *name)
{
  struct hwpgo_function *f = NULL;
  uint64_t head = hwpgo_cursor_uleb (&r->in);
  int ret = hwpgo_llvm_read_name (r, name);
  if (ret == 0 && r->profile)
    {
      f = hwpgo_profile_function (r->profile, name->text, name->length);
      if (!f)
        return hwpgo_error_nomem (r->err);
      f->head = hwpgo_add (f->head, head);
    }
  return ret ? ret : read_body (r, f, 0);
}

/* --- the whole ------------------------------------------------------------
 */

int
hwpgo_llvm_read_magic (struct hwpgo_cursor *in, uint64_t magic,
                       struct hwpgo_error *err)
{
  uint64_t found = hwpgo_cursor_uleb (in);
  uint64_t version = hwpgo_cursor_uleb (in);
  int ret = hwpgo_cursor_check (in, "header", err);
  if (ret == 0 && found != magic)
    ret = hwpgo_error_set (err, HWPGO_E_MAGIC, in->file,
                           "expected a binary profile of LLVM");
  if (ret == 0 && version != HWPGO_LLVM_VERSION)
    ret = hwpgo_error_set (err, HWPGO_E_VERSION, in->file,
                           "%" PRIu64 " of LLVM's binary profiles, not %d",
                           version, HWPGO_LLVM_VERSION);
  return ret;
}

void
hwpgo_llvm_read_summary (struct hwpgo_cursor *in,
                         struct hwpgo_llvm_summary *summary)
{
  struct hwpgo_llvm_summary none = { 0 };
  struct hwpgo_llvm_summary *s = summary ? summary : &none;
  hwpgo_cursor_uleb (in);
  s->max = hwpgo_cursor_uleb (in);
  for (int i = 2; i < 5; i++)
    hwpgo_cursor_uleb (in);
  s->found = false;
  uint64_t n = hwpgo_cursor_uleb (in);
  if (hwpgo_cursor_fits (in, n, 3))
    for (uint64_t i = 0; i < n && !in->failed; i++)
      {
        uint64_t cutoff = hwpgo_cursor_uleb (in);
        uint64_t least = hwpgo_cursor_uleb (in);
        hwpgo_cursor_uleb (in);
        if (cutoff == s->cutoff && !s->found)
          {
            s->found = true;
            s->least = least;
          }
      }
}

int
hwpgo_llvm_binary_read (struct hwpgo_profile *profile, const char *file,
                        const void *data, size_t size, struct hwpgo_error *err)
{
  struct hwpgo_llvm_names names = { 0 };
  struct hwpgo_llvm_name name;
  struct hwpgo_llvm_reader r = { .profile = profile,
                                 .names = &names,
                                 .md5 = profile->md5_names,
                                 .in = hwpgo_cursor_new (file, data, size),
                                 .what = "profile",
                                 .err = err };
  int ret = hwpgo_llvm_read_magic (&r.in, HWPGO_LLVM_MAGIC (HWPGO_LLVM_BINARY),
                                   err);
  if (ret == 0)
    {
      hwpgo_llvm_read_summary (&r.in, NULL);
      ret = hwpgo_cursor_check (&r.in, "summary", err);
    }
  if (ret == 0)
    ret = hwpgo_llvm_read_names (&names, &r.in, HWPGO_NAMES_TEXT, err);
  hwpgo_profile_begin_bulk (profile);
  while (ret == 0 && hwpgo_cursor_left (&r.in))
    ret = hwpgo_llvm_read_function (&r, &name);
  if (hwpgo_profile_end_bulk (profile) && ret == 0)
    ret = hwpgo_error_nomem (err);
  hwpgo_llvm_names_free (&names);
  return ret;
}
