/* What became of functions' profiles, written down for a link.
   SPDX-License-Identifier: GPL-2.0-or-later

     changes  = FUNCTIONS { function } RENAMED { text text } .
     function = text VERDICT LINES { FROM TO } PLACES { LINE FROM TO } .
     text     = SIZE bytes .

   All are unsigned LEB128; lines are 2^31 more than they are, as they may be
   before the function's declaration.  */

#include "plugin/rematch-internal.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/base/cursor.h"

/* Beyond all lines that a profile or code can have, but for what is gone.  */
#define MAX_LINE (1 << 20)

int
hwpgo_code_note_rename (struct hwpgo_code *code, const char *from,
                        const char *to)
{
  struct hwpgo_renamed r
      = { hwpgo_code_name (code, from), hwpgo_code_name (code, to) };
  if (!r.from || !r.to
      || !HWPGO_GROW (code->renamed, code->renamed_capacity,
                      code->n_renamed + 1))
    return -HWPGO_E_NOMEM;
  code->renamed[code->n_renamed++] = r;
  return 0;
}

const struct hwpgo_renamed *
hwpgo_code_renamed (const struct hwpgo_code *code, size_t i)
{
  return i < code->n_renamed ? &code->renamed[i] : NULL;
}

void
hwpgo_code_set_mask (struct hwpgo_code *code, uint32_t mask)
{
  code->mask = mask;
}

/* --- writing -------------------------------------------------------------*/

static void
put_text (struct hwpgo_bytes *out, const char *text)
{
  size_t size = strlen (text);
  hwpgo_put_uleb (out, size);
  hwpgo_put_bytes (out, text, size);
}

static void
put_line (struct hwpgo_bytes *out, int32_t line)
{
  hwpgo_put_uleb (out, (uint32_t) line ^ 0x80000000u);
}

static void
put_function (struct hwpgo_bytes *out, const struct hwpgo_known *f)
{
  bool moved = f->result.verdict == HWPGO_REMATCH_MOVED;
  size_t n = moved ? f->alignment.n : 0;
  put_text (out, f->result.name);
  hwpgo_put_uleb (out, f->result.verdict);
  hwpgo_put_uleb (out, n);
  for (size_t i = 0; i < n; i++)
    {
      put_line (out, f->alignment.pairs[i].from);
      put_line (out, f->alignment.pairs[i].to);
    }
  n = moved ? f->alignment.n_places : 0;
  hwpgo_put_uleb (out, n);
  for (size_t i = 0; i < n; i++)
    {
      put_line (out, f->alignment.places[i].line);
      hwpgo_put_uleb (out, f->alignment.places[i].from);
      hwpgo_put_uleb (out, f->alignment.places[i].to);
    }
}

void
hwpgo_code_write (const struct hwpgo_code *code, struct hwpgo_bytes *out)
{
  size_t n = 0;
  for (size_t i = 0; i < code->n_seen; i++)
    n += code->seen[i]->result.verdict != HWPGO_REMATCH_FITS;
  hwpgo_put_uleb (out, n);
  for (size_t i = 0; i < code->n_seen; i++)
    if (code->seen[i]->result.verdict != HWPGO_REMATCH_FITS)
      put_function (out, code->seen[i]);
  hwpgo_put_uleb (out, code->n_renamed);
  for (size_t i = 0; i < code->n_renamed; i++)
    {
      put_text (out, code->renamed[i].from);
      put_text (out, code->renamed[i].to);
    }
}

/* --- reading -------------------------------------------------------------*/

struct reading
{
  struct hwpgo_cursor in;
  struct hwpgo_code *code;
  struct hwpgo_strings texts; /* what was read, with a NUL.  */
  bool no_memory;
};

static const char *
read_text (struct reading *r)
{
  uint64_t size = hwpgo_cursor_uleb (&r->in);
  const uint8_t *bytes = hwpgo_cursor_bytes (&r->in, size);
  if (!bytes || memchr (bytes, 0, size))
    {
      r->in.failed = true;
      return NULL;
    }
  const char *text
      = hwpgo_strings_intern (&r->texts, (const char *) bytes, size);
  r->no_memory |= !text;
  return text;
}

static int32_t
read_line (struct reading *r)
{
  uint64_t value = hwpgo_cursor_uleb (&r->in);
  int32_t line = (int32_t) ((uint32_t) value ^ 0x80000000u);
  if (value > UINT32_MAX
      || (line != HWPGO_LINE_GONE && (line > MAX_LINE || line < -MAX_LINE)))
    r->in.failed = true;
  return line;
}

static uint32_t
read_number (struct reading *r)
{
  uint64_t value = hwpgo_cursor_uleb (&r->in);
  r->in.failed |= value > UINT32_MAX;
  return (uint32_t) value;
}

/* An alignment's search relies on the order.  */
static void
read_alignment (struct reading *r, struct hwpgo_alignment *a)
{
  uint64_t n = hwpgo_cursor_uleb (&r->in);
  for (uint64_t i = 0; i < n && !r->in.failed && !r->no_memory; i++)
    {
      struct hwpgo_line_pair pair = { read_line (r), 0 };
      pair.to = read_line (r);
      r->in.failed |= pair.from == HWPGO_LINE_GONE
                      || (a->n && a->pairs[a->n - 1].from >= pair.from);
      if (HWPGO_GROW (a->pairs, a->capacity, a->n + 1))
        a->pairs[a->n++] = pair;
      else
        r->no_memory = true;
    }
  n = hwpgo_cursor_uleb (&r->in);
  for (uint64_t i = 0; i < n && !r->in.failed && !r->no_memory; i++)
    {
      struct hwpgo_place_pair pair = { read_line (r), 0, 0 };
      pair.from = read_number (r);
      pair.to = read_number (r);
      const struct hwpgo_place_pair *last
          = a->n_places ? &a->places[a->n_places - 1] : NULL;
      r->in.failed |= last
                      && (last->line > pair.line
                          || (last->line == pair.line
                              && last->from >= pair.from));
      if (HWPGO_GROW (a->places, a->places_capacity, a->n_places + 1))
        a->places[a->n_places++] = pair;
      else
        r->no_memory = true;
    }
}

/* Let the code have what was read of function NAME, unless that is known.  */
static void
take (struct reading *r, const char *name, uint64_t verdict,
      struct hwpgo_alignment *a)
{
  struct hwpgo_code *code = r->code;
  if (hwpgo_code_find (code, name))
    return;
  struct hwpgo_known *f = hwpgo_code_add (code, name);
  if (!f || !HWPGO_GROW (code->seen, code->seen_capacity, code->n_seen + 1))
    {
      r->no_memory = true;
      return;
    }
  code->seen[code->n_seen++] = f;
  f->result.verdict = (enum hwpgo_rematch_verdict) verdict;
  f->alignment = *a;
  *a = (struct hwpgo_alignment){ 0 };
}

static void
read_function (struct reading *r)
{
  struct hwpgo_alignment a = { 0 };
  const char *name = read_text (r);
  uint64_t verdict = hwpgo_cursor_uleb (&r->in);
  r->in.failed |= verdict != HWPGO_REMATCH_MOVED
                  && verdict != HWPGO_REMATCH_OTHER;
  read_alignment (r, &a);
  if (!r->in.failed && !r->no_memory)
    take (r, name, verdict, &a);
  hwpgo_alignment_free (&a);
}

static void
read_rename (struct reading *r)
{
  const char *from = read_text (r), *to = read_text (r);
  if (from && to && hwpgo_code_note_rename (r->code, from, to) != 0)
    r->no_memory = true;
}

int
hwpgo_code_read (struct hwpgo_code *code, const void *data, size_t size)
{
  struct reading r = { .code = code };
  r.in = hwpgo_cursor_new (NULL, data, size);
  uint64_t n = hwpgo_cursor_uleb (&r.in);
  for (uint64_t i = 0; i < n && !r.in.failed && !r.no_memory; i++)
    read_function (&r);
  n = hwpgo_cursor_uleb (&r.in);
  for (uint64_t i = 0; i < n && !r.in.failed && !r.no_memory; i++)
    read_rename (&r);
  hwpgo_strings_free (&r.texts);
  if (r.no_memory)
    return -HWPGO_E_NOMEM;
  return r.in.failed || hwpgo_cursor_left (&r.in) ? -HWPGO_E_FORMAT : 0;
}
