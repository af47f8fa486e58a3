/* Rows: lines and inlined calls put together.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdlib.h>

#include "runtime/base/bisect.h"
#include "runtime/image/image-internal.h"

/* Profiles of the LLVM family keep 16 bits of a line's distance.  */
#define LINE_MASK 0xffff

struct builder
{
  struct hwpgo_row *rows;
  size_t n, capacity;
};

static bool
add_row (struct builder *b, const struct hwpgo_line *line, uint64_t low,
         uint64_t high, const struct hwpgo_scope *scope)
{
  if (!HWPGO_GROW (b->rows, b->capacity, b->n + 1))
    return false;
  b->rows[b->n++]
      = (struct hwpgo_row){ low,   high, line->line, line->discriminator,
                            scope, NULL };
  return true;
}

/* Cut LINES where the scope changes.  */
static bool
join (struct builder *b, const struct hwpgo_line *lines, size_t n_lines,
      const struct hwpgo_scope_range *scopes, size_t n_scopes)
{
  size_t s = 0;
  for (size_t i = 0; i < n_lines; i++)
    {
      uint64_t at = lines[i].low;
      while (at < lines[i].high)
        {
          while (s < n_scopes && scopes[s].high <= at)
            s++;
          bool inside = s < n_scopes && scopes[s].low <= at;
          uint64_t high = lines[i].high;
          uint64_t edge = s == n_scopes ? UINT64_MAX
                          : inside      ? scopes[s].high
                                        : scopes[s].low;
          if (edge < high)
            high = edge;
          if (!add_row (b, &lines[i], at, high,
                        inside ? scopes[s].scope : NULL))
            return false;
          at = high;
        }
    }
  return true;
}

/* The scope of B, which stands where INNERMOST has code.  Several inlined
   calls can begin with that code, and it may be the beginning of something in
   a caller.  A statement is behind the line of its function, and there is no
   other function between.  */
static const struct hwpgo_scope *
scope_of (const struct hwpgo_beginning *b, const struct hwpgo_scope *innermost)
{
  const struct hwpgo_scope *best = NULL;
  for (const struct hwpgo_scope *s = innermost; s; s = s->parent)
    if (s->decl_file == b->file && s->decl_line <= b->line
        && (!best || s->decl_line > best->decl_line))
      best = s;
  return best ? best : innermost;
}

/* Give the beginnings in LINES their scopes, in UNIT.  */
static bool
join_beginnings (struct hwpgo_unit *unit, const struct hwpgo_lines *lines,
                 const struct hwpgo_scope_range *scopes, size_t n_scopes)
{
  size_t s = 0;
  struct builder b = { 0 };
  for (size_t i = 0; i < lines->n_beginnings; i++)
    {
      const struct hwpgo_beginning *x = &lines->beginnings[i];
      struct hwpgo_line line
          = { .line = x->line, .discriminator = x->discriminator };
      while (s < n_scopes && scopes[s].high <= x->address)
        s++;
      if (s == n_scopes || scopes[s].low > x->address)
        continue;
      if (!add_row (&b, &line, x->address, x->address,
                    scope_of (x, scopes[s].scope)))
        {
          free (b.rows);
          return false;
        }
    }
  unit->beginnings = b.rows;
  unit->n_beginnings = b.n;
  return true;
}

void
hwpgo_image_build_rows (struct hwpgo_image *image, struct hwpgo_unit *unit)
{
  if (unit->built)
    return;
  unit->built = true;
  errno = 0;
  struct hwpgo_lines lines = { 0 };
  struct hwpgo_scope_range *scopes = NULL;
  size_t n_scopes = 0;
  struct builder b = { 0 };
  struct hwpgo_split split;
  struct hwpgo_entry root;
  uint64_t offset;
  struct hwpgo_dwarf_unit *entries = hwpgo_split_open (&split, image, unit);
  bool good = entries && hwpgo_entry_root (unit->dwarf, &root);
  /* A unit without code needs no line table.  */
  if (!good || !hwpgo_entry_value (&root, HWPGO_AT_STMT_LIST))
    goto out;
  good = hwpgo_entry_number (&root, HWPGO_AT_STMT_LIST, &offset)
         && hwpgo_image_lines (image, unit->dwarf, offset, &lines)
         && hwpgo_image_scopes (image, entries, &scopes, &n_scopes)
         && join (&b, lines.items, lines.n, scopes, n_scopes)
         && join_beginnings (unit, &lines, scopes, n_scopes);
out:
  image->no_memory |= errno == ENOMEM;
  if (!good)
    {
      image->bad_units++;
      free (b.rows);
      b = (struct builder){ 0 };
    }
  unit->rows = b.rows;
  unit->n_rows = b.n;
  hwpgo_split_close (&split);
  hwpgo_image_lines_free (&lines);
  free (scopes);
}

/* The frames of ROW, NULL when something about them is not known.  */
static const struct hwpgo_image_frame *
make_frames (struct hwpgo_image *image, const struct hwpgo_row *row)
{
  size_t n = row->scope->depth + 1;
  struct hwpgo_image_frame *frames
      = hwpgo_arena_alloc (&image->arena, n * sizeof *frames);
  image->no_memory |= !frames;
  if (!frames)
    return NULL;
  uint32_t line = row->line, discriminator = row->discriminator, column = 0;
  const struct hwpgo_scope *s = row->scope;
  for (size_t i = 0; i < n; i++, s = s->parent)
    {
      if (!s->name)
        return NULL;
      frames[i].function = s->name;
      frames[i].line = (line - s->decl_line) & LINE_MASK;
      frames[i].discriminator = discriminator;
      frames[i].column = column;
      line = s->call_line;
      discriminator = s->call_discriminator;
      column = s->call_column;
    }
  return frames;
}

void
hwpgo_image_fill_frames (struct hwpgo_image *image, struct hwpgo_row *row)
{
  if (row->frames || !row->scope)
    return;
  if (row->scope->depth < HWPGO_IMAGE_MAX_FRAMES)
    row->frames = make_frames (image, row);
  /* Do not try again.  */
  if (!row->frames)
    row->scope = NULL;
}

/* Fill in OUT what the scopes around R say, of which the frames are known.  */
static void
look_around (const struct hwpgo_row *r, struct hwpgo_image_row *out)
{
  const struct hwpgo_scope *s = r->scope;
  out->unknown_line = r->line == 0;
  for (; s->parent; s = s->parent)
    out->unknown_line |= s->call_line == 0;
  out->function = s;
}

/* Put R of UNIT in OUT.  */
static void
describe (struct hwpgo_image *image, const struct hwpgo_unit *unit,
          struct hwpgo_row *r, struct hwpgo_image_row *out)
{
  hwpgo_image_fill_frames (image, r);
  *out = (struct hwpgo_image_row){ .low = r->low, .high = r->high };
  out->frames = r->frames;
  out->n_frames = r->frames ? r->scope->depth + 1 : 0;
  if (r->frames)
    look_around (r, out);
  out->context = r->frames ? r->scope : NULL;
  out->encoding = unit->encoding;
}

static struct hwpgo_unit *
unit_at (struct hwpgo_image *image, uint64_t vaddr)
{
  size_t first;
  HWPGO_BISECT (first, image->n_spans, i, image->spans[i].high <= vaddr);
  if (first == image->n_spans || vaddr < image->spans[first].low)
    return NULL;
  return &image->units[image->spans[first].unit];
}

/* The index of the row of UNIT at VADDR, or n_rows.  Walks over code ask for
   one row after the other.  */
static size_t
find_row (const struct hwpgo_unit *unit, uint64_t vaddr)
{
  for (size_t i = unit->last; i < unit->n_rows && i < unit->last + 2; i++)
    if (vaddr >= unit->rows[i].low && vaddr < unit->rows[i].high)
      return i;
  size_t first;
  HWPGO_BISECT (first, unit->n_rows, i, unit->rows[i].high <= vaddr);
  if (first < unit->n_rows && vaddr < unit->rows[first].low)
    return unit->n_rows;
  return first;
}

bool
hwpgo_image_row_at (struct hwpgo_image *image, uint64_t vaddr,
                    struct hwpgo_image_row *row)
{
  *row = (struct hwpgo_image_row){ 0 };
  struct hwpgo_unit *unit = unit_at (image, vaddr);
  if (!unit)
    return false;
  hwpgo_image_build_rows (image, unit);
  size_t i = find_row (unit, vaddr);
  if (i == unit->n_rows)
    return false;
  unit->last = i;
  struct hwpgo_row *r = &unit->rows[i];
  describe (image, unit, r, row);
  return true;
}

/* The index of the first beginning of UNIT at VADDR or behind it.  */
static size_t
find_beginning (const struct hwpgo_unit *unit, uint64_t vaddr)
{
  size_t first;
  HWPGO_BISECT (first, unit->n_beginnings, i, unit->beginnings[i].low < vaddr);
  return first;
}

bool
hwpgo_image_each_beginning (
    struct hwpgo_image *image, uint64_t low, uint64_t high,
    bool (*visit) (const struct hwpgo_image_row *row, void *data), void *data)
{
  struct hwpgo_unit *unit = unit_at (image, low);
  if (!unit)
    return true;
  hwpgo_image_build_rows (image, unit);
  for (size_t i = find_beginning (unit, low);
       i < unit->n_beginnings && unit->beginnings[i].low < high; i++)
    {
      struct hwpgo_image_row row;
      describe (image, unit, &unit->beginnings[i], &row);
      if (row.n_frames && !row.unknown_line && !visit (&row, data))
        return false;
    }
  return true;
}
