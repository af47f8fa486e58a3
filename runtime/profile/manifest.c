/* The manifest of a bundle: 'key: value' lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/manifest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/text.h"
#include "runtime/profile/discriminator.h"

enum times
{
  ONCE,
  MAYBE,
  MANY
};

/* What reading needs to know.  */
struct reader
{
  struct hwpgo_bundle *bundle;
  bool *present;
  struct hwpgo_binary *binaries; /* malloc'ed; as they stand.  */
  size_t n_binaries, capacity;
  const char *file;
  uint64_t line;
  struct hwpgo_error *err;
};

/* Where a line is written to.  */
struct writer
{
  const struct hwpgo_bundle *bundle;
  FILE *out;
};

static int
malformed (struct reader *r, const char *expected, const char *found)
{
  return hwpgo_error_at_line (r->err, HWPGO_E_FORMAT, r->file, r->line,
                              "expected %s, found '%s'", expected, found);
}

/* --- values --------------------------------------------------------------
   A text is written as it is, but for bytes that would end the line or the
   escape itself: \xHH.  */

static void
write_text (FILE *out, const char *text)
{
  for (const unsigned char *p = (const unsigned char *) text; *p; p++)
    if (*p < ' ' || *p == 0x7f || *p == '\\')
      fprintf (out, "\\x%02x", *p);
    else
      putc (*p, out);
}

/* The value of a lower-case hexadecimal digit, or -1.  */
static int
hex_digit (char c)
{
  static const char digits[] = "0123456789abcdef";
  const char *p = c ? strchr (digits, c) : NULL;
  return p ? (int) (p - digits) : -1;
}

/* Undo the escapes of TEXT in place.  */
static bool
unescape (char *text)
{
  char *to = text;
  for (const char *p = text; *p; p++)
    if (*p != '\\')
      *to++ = *p;
    else
      {
        int high = p[1] == 'x' ? hex_digit (p[2]) : -1;
        int low = high >= 0 ? hex_digit (p[3]) : -1;
        if (low < 0 || high + low == 0)
          return false;
        *to++ = (char) (high * 16 + low);
        p += 3;
      }
  *to = '\0';
  return true;
}

static int
read_text (struct reader *r, char *value, const char **text)
{
  if (!*value || !unescape (value))
    return malformed (r, "text with escapes '\\xHH' alone", value);
  *text = hwpgo_strings_intern (&r->bundle->names, value, strlen (value));
  return *text ? 0 : hwpgo_error_nomem (r->err);
}

static int
read_number (struct reader *r, const char *value, uint64_t *number)
{
  if (value[strspn (value, "0123456789")] == '\0'
      && hwpgo_parse_u64 (value, 0, UINT64_MAX, number))
    return 0;
  return malformed (r, "a number below 2^64", value);
}

/* --- fields --------------------------------------------------------------
   Of each, read takes one line's value; write prints the lines with KEY.  */

static int
read_version (struct reader *r, enum hwpgo_kind kind, char *value)
{
  (void) kind;
  uint64_t version;
  int ret = read_number (r, value, &version);
  if (ret == 0 && (version < 1 || version > HWPGO_BUNDLE_VERSION))
    ret = hwpgo_error_at_line (r->err, HWPGO_E_VERSION, r->file, r->line,
                               "a bundle of version %" PRIu64
                               ", and this hwpgo reads up to %d",
                               version, HWPGO_BUNDLE_VERSION);
  return ret;
}

static void
write_version (struct writer *w, enum hwpgo_kind kind, const char *key)
{
  (void) kind;
  fprintf (w->out, "%s: %d\n", key, HWPGO_BUNDLE_VERSION);
}

static int
read_layout (struct reader *r, enum hwpgo_kind kind, char *value)
{
  (void) kind;
  uint64_t layout;
  int ret = read_number (r, value, &layout);
  if (ret == 0 && layout > HWPGO_DISCRIMINATOR_LAYOUT)
    ret = hwpgo_error_at_line (r->err, HWPGO_E_VERSION, r->file, r->line,
                               "discriminators of layout %" PRIu64
                               ", and this hwpgo reads up to %d",
                               layout, HWPGO_DISCRIMINATOR_LAYOUT);
  if (ret == 0)
    r->bundle->layout = (uint32_t) layout;
  return ret;
}

static void
write_layout (struct writer *w, enum hwpgo_kind kind, const char *key)
{
  (void) kind;
  fprintf (w->out, "%s: %" PRIu32 "\n", key, w->bundle->layout);
}

/* "BUILD-ID PATH", where "-" is no build id.  */
static int
read_binary (struct reader *r, enum hwpgo_kind kind, char *value)
{
  (void) kind;
  const char *path;
  char *blank = strchr (value, ' ');
  if (!blank)
    return malformed (r, "'BUILD-ID PATH'", value);
  *blank = '\0';
  bool none = strcmp (value, "-") == 0;
  for (const char *p = value; !none && (*p || p == value); p++)
    if (hex_digit (*p) < 0)
      return malformed (r, "a build id in lower-case hexadecimal, or '-'",
                        value);
  int ret = read_text (r, blank + 1, &path);
  if (ret)
    return ret;
  const char *id
      = hwpgo_strings_intern (&r->bundle->names, value, strlen (value));
  if (!id || !HWPGO_GROW (r->binaries, r->capacity, r->n_binaries + 1))
    return hwpgo_error_nomem (r->err);
  r->binaries[r->n_binaries++]
      = (struct hwpgo_binary){ path, none ? NULL : id };
  return 0;
}

static void
write_binary (struct writer *w, enum hwpgo_kind kind, const char *key)
{
  (void) kind;
  for (size_t i = 0; i < w->bundle->n_binaries; i++)
    {
      const struct hwpgo_binary *b = &w->bundle->binaries[i];
      fprintf (w->out, "%s: %s ", key, b->build_id ? b->build_id : "-");
      write_text (w->out, b->path);
      putc ('\n', w->out);
    }
}

static int
read_profile (struct reader *r, enum hwpgo_kind kind, char *value)
{
  if (strcmp (value, hwpgo_kind_file (kind)) != 0)
    return malformed (r, hwpgo_kind_file (kind), value);
  r->present[kind] = true;
  return 0;
}

static void
write_profile (struct writer *w, enum hwpgo_kind kind, const char *key)
{
  if (w->bundle->profiles[kind])
    fprintf (w->out, "%s: %s\n", key, hwpgo_kind_file (kind));
}

static void
write_text_line (FILE *out, const char *key, const char *text)
{
  if (!text)
    return;
  fprintf (out, "%s: ", key);
  write_text (out, text);
  putc ('\n', out);
}

static void
write_number_line (FILE *out, const char *key, uint64_t number)
{
  if (number)
    fprintf (out, "%s: %" PRIu64 "\n", key, number);
}

static int
read_event (struct reader *r, enum hwpgo_kind kind, char *value)
{
  return read_text (r, value, &r->bundle->sources[kind].event);
}

static void
write_event (struct writer *w, enum hwpgo_kind kind, const char *key)
{
  write_text_line (w->out, key, w->bundle->sources[kind].event);
}

static const char *const bases[HWPGO_BASES]
    = { [HWPGO_BASIS_USUAL] = "usual",
        [HWPGO_BASIS_ADDRESSES] = "addresses",
        [HWPGO_BASIS_STACKS] = "branch-stacks",
        [HWPGO_BASIS_IBS] = "ibs",
        [HWPGO_BASIS_COUNTS] = "counts" };

const char *
hwpgo_basis_name (enum hwpgo_basis basis)
{
  return bases[basis];
}

static int
read_basis (struct reader *r, enum hwpgo_kind kind, char *value)
{
  for (int b = 0; b < HWPGO_BASES; b++)
    if (strcmp (value, bases[b]) == 0)
      {
        r->bundle->sources[kind].basis = (enum hwpgo_basis) b;
        return 0;
      }
  return malformed (
      r, "'usual', 'addresses', 'branch-stacks', 'ibs' or 'counts'", value);
}

static void
write_basis (struct writer *w, enum hwpgo_kind kind, const char *key)
{
  enum hwpgo_basis basis = w->bundle->sources[kind].basis;
  if (basis != HWPGO_BASIS_USUAL)
    write_text_line (w->out, key, bases[basis]);
}

static int
read_source (struct reader *r, enum hwpgo_kind kind, char *value)
{
  return read_text (r, value, &r->bundle->sources[kind].source);
}

static void
write_source (struct writer *w, enum hwpgo_kind kind, const char *key)
{
  write_text_line (w->out, key, w->bundle->sources[kind].source);
}

static int
read_samples (struct reader *r, enum hwpgo_kind kind, char *value)
{
  return read_number (r, value, &r->bundle->sources[kind].samples);
}

static void
write_samples (struct writer *w, enum hwpgo_kind kind, const char *key)
{
  write_number_line (w->out, key, w->bundle->sources[kind].samples);
}

static int
read_events (struct reader *r, enum hwpgo_kind kind, char *value)
{
  return read_number (r, value, &r->bundle->sources[kind].events);
}

static void
write_events (struct writer *w, enum hwpgo_kind kind, const char *key)
{
  write_number_line (w->out, key, w->bundle->sources[kind].events);
}

/* --- the table -----------------------------------------------------------
 */

static const struct key
{
  const char *name;
  enum hwpgo_kind kind;
  int (*read) (struct reader *, enum hwpgo_kind, char *value);
  void (*write) (struct writer *, enum hwpgo_kind, const char *key);
  enum times times;
} keys[] = {
#define HWPGO_MANIFEST_KEY(name, kind, field, times)                          \
  { name, kind, read_##field, write_##field, times },
#include "runtime/profile/manifest.def"
#undef HWPGO_MANIFEST_KEY
};

enum
{
  N_KEYS = sizeof keys / sizeof *keys
};

/* Read LINE, which is ours to change.  SEEN says which keys came before.  */
static int
read_line (struct reader *r, char *line, bool seen[N_KEYS])
{
  char *colon = strstr (line, ": ");
  if (!colon)
    return malformed (r, "'KEY: VALUE'", line);
  *colon = '\0';
  size_t k = 0;
  while (k < N_KEYS && strcmp (keys[k].name, line) != 0)
    k++;
  if (!seen[0] && k != 0)
    return malformed (r, "the bundle's 'version' first", line);
  if (k == N_KEYS)
    return hwpgo_error_at_line (r->err, HWPGO_E_UNSUPPORTED, r->file, r->line,
                                "this hwpgo does not know the key '%s'", line);
  if (seen[k] && keys[k].times != MANY)
    return hwpgo_error_at_line (r->err, HWPGO_E_FORMAT, r->file, r->line,
                                "'%s' stands here a second time", line);
  seen[k] = true;
  return keys[k].read (r, keys[k].kind, colon + 2);
}

/* TEXT is a copy of the file with a NUL after it.  */
static int
read_lines (struct reader *r, char *text, size_t size)
{
  bool seen[N_KEYS] = { false };
  int ret = 0;
  char *end = text + size;
  for (char *p = text, *newline; p < end && ret == 0; p = newline + 1)
    {
      r->line++;
      newline = memchr (p, '\n', (size_t) (end - p));
      if (!newline)
        return hwpgo_error_at_line (r->err, HWPGO_E_TRUNCATED, r->file,
                                    r->line, "the line has no end");
      if (memchr (p, '\0', (size_t) (newline - p)))
        return malformed (r, "text", "a NUL byte");
      *newline = '\0';
      ret = read_line (r, p, seen);
    }
  for (size_t k = 0; k < N_KEYS && ret == 0; k++)
    if (keys[k].times == ONCE && !seen[k])
      ret = hwpgo_error_set (r->err, HWPGO_E_TRUNCATED, r->file,
                             "there is no '%s'", keys[k].name);
  return ret;
}

int
hwpgo_manifest_read (struct hwpgo_bundle *bundle, bool present[HWPGO_KINDS],
                     const char *file, const void *data, size_t size,
                     struct hwpgo_error *err)
{
  struct reader r
      = { .bundle = bundle, .present = present, .file = file, .err = err };
  memset (present, 0, HWPGO_KINDS * sizeof *present);
  char *text = malloc (size + 1);
  if (!text)
    return hwpgo_error_nomem (err);
  memcpy (text, data, size);
  text[size] = '\0';
  int ret = read_lines (&r, text, size);
  if (ret == 0 && hwpgo_bundle_add_binaries (bundle, r.binaries, r.n_binaries))
    ret = hwpgo_error_nomem (err);
  free (r.binaries);
  free (text);
  return ret;
}

void
hwpgo_manifest_write (const struct hwpgo_bundle *bundle, FILE *out)
{
  struct writer w = { bundle, out };
  for (size_t k = 0; k < N_KEYS; k++)
    keys[k].write (&w, keys[k].kind, keys[k].name);
}
