/* The line table of one unit.
   SPDX-License-Identifier: GPL-2.0-or-later

   DWARF 2 to 5, 32 and 64 bit.  Only what a sample profile needs: no file
   names, no columns.  Rows with is_stmt 0 count like all others, but are no
   beginnings.  */

#include <stdlib.h>

#include "runtime/base/cursor.h"
#include "runtime/image/image-internal.h"
#include "runtime/profile/discriminator.h"

/* The state machine of DWARF 5 section 6.2.2, and where its rows go.  */
struct machine
{
  const struct hwpgo_image *image;
  struct hwpgo_cursor program;

  /* From the header.  */
  unsigned version, minimum_length, maximum_operations;
  bool usual_statement;
  int8_t line_base;
  uint8_t line_range, opcode_base;
  const uint8_t *operands; /* of the standard opcodes, from 1 on.  */

  uint64_t address;
  unsigned operation;
  uint32_t file, line, discriminator;
  bool statement;

  bool in_sequence; /* LAST is a row of this sequence.  */
  bool discarded;   /* the sequence starts outside the code.  */
  uint64_t rank;    /* of the sequence.  */
  struct hwpgo_line last;

  struct hwpgo_lines *lines;
  bool no_memory;
};

static void
start_sequence (struct machine *m)
{
  m->address = 0;
  m->operation = 0;
  m->file = 1;
  m->line = 1;
  m->statement = m->usual_statement;
  m->discriminator = 0;
  m->in_sequence = false;
  m->discarded = false;
}

/* The row before ends where this one starts.  */
static void
close_row (struct machine *m)
{
  m->last.high = m->address;
  if (!m->in_sequence || m->discarded || m->last.low >= m->last.high)
    return;
  if (!hwpgo_image_is_code (m->image, m->last.low, m->last.high))
    return;
  struct hwpgo_lines *l = m->lines;
  if (!HWPGO_GROW (l->items, l->capacity, l->n + 1))
    m->no_memory = true;
  else
    l->items[l->n++] = m->last;
}

/* Note the row that was appended if it is a beginning.  */
static void
note_beginning (struct machine *m)
{
  if (!m->statement || m->discarded || m->image->layout == 0
      || !(m->last.discriminator & HWPGO_DISCRIMINATOR_BEGIN))
    return;
  struct hwpgo_lines *l = m->lines;
  if (!HWPGO_GROW (l->beginnings, l->beginnings_capacity, l->n_beginnings + 1))
    m->no_memory = true;
  else
    l->beginnings[l->n_beginnings++]
        = (struct hwpgo_beginning){ m->address, m->rank, m->file, m->line,
                                    m->last.discriminator };
}

/* Several sequences describe the same code when the linker folded functions
   that are equal.  The one of the function that counts starts at the line of
   that function, or soon after; of equals the first one is taken.  */
static uint64_t
rank_sequence (struct machine *m)
{
  const struct hwpgo_subprogram *s
      = hwpgo_image_subprogram_at (m->image, m->address);
  uint32_t distance = s ? m->line - s->decl_line : 0;
  return (uint64_t) distance << 32 | (m->lines->n & UINT32_MAX);
}

static void
append_row (struct machine *m, bool end)
{
  close_row (m);
  if (!m->in_sequence)
    m->discarded = !hwpgo_image_is_code (m->image, m->address, m->address + 1);
  if (!m->in_sequence)
    m->rank = rank_sequence (m);
  m->in_sequence = true;
  m->last.low = m->address;
  m->last.line = m->line;
  m->last.discriminator = m->discriminator;
  m->last.rank = m->rank;
  m->discriminator = 0;
  if (end)
    start_sequence (m);
  else
    note_beginning (m);
}

static void
advance (struct machine *m, uint64_t operations)
{
  if (m->maximum_operations <= 1)
    m->address += operations * m->minimum_length;
  else
    {
      uint64_t n = m->operation + operations;
      m->address += n / m->maximum_operations * m->minimum_length;
      m->operation = n % m->maximum_operations;
    }
}

static void
extended_opcode (struct machine *m)
{
  uint64_t length = hwpgo_dwarf_uleb (&m->program);
  struct hwpgo_cursor c = hwpgo_cursor_sub (&m->program, length);
  if (length == 0)
    return;
  switch (hwpgo_cursor_u8 (&c))
    {
    case DW_LNE_end_sequence:
      append_row (m, true);
      break;
    case DW_LNE_set_address:
      m->operation = 0;
      m->address = length == 5   ? hwpgo_cursor_u32 (&c)
                   : length == 9 ? hwpgo_cursor_u64 (&c)
                                 : 0;
      break;
    case DW_LNE_set_discriminator:
      m->discriminator = hwpgo_dwarf_uleb (&c);
      break;
    default: /* a file's name or something newer.  */
      break;
    }
  m->program.failed |= c.failed;
}

static void
standard_opcode (struct machine *m, uint8_t opcode)
{
  switch (opcode)
    {
    case DW_LNS_copy:
      append_row (m, false);
      break;
    case DW_LNS_advance_pc:
      advance (m, hwpgo_dwarf_uleb (&m->program));
      break;
    case DW_LNS_advance_line:
      m->line += (uint32_t) hwpgo_dwarf_sleb (&m->program);
      break;
    case DW_LNS_const_add_pc:
      advance (m, (255 - m->opcode_base) / m->line_range);
      break;
    case DW_LNS_fixed_advance_pc:
      m->address += hwpgo_cursor_u16 (&m->program);
      m->operation = 0;
      break;
    case DW_LNS_set_file:
      m->file = hwpgo_dwarf_uleb (&m->program);
      break;
    case DW_LNS_negate_stmt:
      m->statement = !m->statement;
      break;
    default: /* columns, other flags, and what is newer.  */
      for (unsigned i = m->operands[opcode - 1]; i > 0; i--)
        hwpgo_dwarf_uleb (&m->program);
      break;
    }
}

static void
run (struct machine *m)
{
  start_sequence (m);
  while (hwpgo_cursor_left (&m->program) && !m->program.failed
         && !m->no_memory)
    {
      uint8_t opcode = hwpgo_cursor_u8 (&m->program);
      if (opcode >= m->opcode_base)
        {
          unsigned n = opcode - m->opcode_base;
          advance (m, n / m->line_range);
          m->line += (uint32_t) (m->line_base + (int) (n % m->line_range));
          append_row (m, false);
        }
      else if (opcode == 0)
        extended_opcode (m);
      else
        standard_opcode (m, opcode);
    }
}

/* Read the header at C and leave the program in M.  */
static bool
read_header (struct machine *m, struct hwpgo_cursor *c)
{
  uint64_t length = hwpgo_cursor_u32 (c);
  bool wide = length == UINT32_MAX;
  if (wide)
    length = hwpgo_cursor_u64 (c);
  struct hwpgo_cursor unit = hwpgo_cursor_sub (c, length);
  m->version = hwpgo_cursor_u16 (&unit);
  if (m->version < 2 || m->version > 5)
    return false;
  if (m->version == 5)
    hwpgo_cursor_bytes (&unit, 2); /* sizes of address and selector.  */
  uint64_t header = wide ? hwpgo_cursor_u64 (&unit) : hwpgo_cursor_u32 (&unit);
  struct hwpgo_cursor h = hwpgo_cursor_sub (&unit, header);
  m->minimum_length = hwpgo_cursor_u8 (&h);
  m->maximum_operations = m->version >= 4 ? hwpgo_cursor_u8 (&h) : 1;
  m->usual_statement = hwpgo_cursor_u8 (&h);
  m->line_base = (int8_t) hwpgo_cursor_u8 (&h);
  m->line_range = hwpgo_cursor_u8 (&h);
  m->opcode_base = hwpgo_cursor_u8 (&h);
  if (m->line_range == 0 || m->opcode_base == 0)
    return false;
  m->operands = hwpgo_cursor_bytes (&h, m->opcode_base - 1);
  m->program = unit;
  return m->operands && !h.failed && !unit.failed;
}

static int
by_address (const void *a, const void *b)
{
  const struct hwpgo_line *x = a, *y = b;
  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return (x->high > y->high) - (x->high < y->high);
}

/* Of rows that overlap keep those with the lowest rank, and of the others what
   is behind them.  */
static size_t
remove_overlaps (struct hwpgo_line *lines, size_t n)
{
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    {
      struct hwpgo_line l = lines[i];
      while (kept && l.low < lines[kept - 1].high
             && l.rank < lines[kept - 1].rank)
        {
          /* The better one takes over where it starts.  */
          lines[kept - 1].high = l.low;
          if (lines[kept - 1].low < l.low)
            break;
          kept--;
        }
      if (kept && l.low < lines[kept - 1].high)
        l.low = lines[kept - 1].high;
      if (l.low < l.high)
        lines[kept++] = l;
    }
  return kept;
}

static int
beginnings_by_address (const void *a, const void *b)
{
  const struct hwpgo_beginning *x = a, *y = b;
  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return (x->discriminator > y->discriminator)
         - (x->discriminator < y->discriminator);
}

/* Remove the beginnings in LINES of sequences of which the rows there were
   removed as well.  */
static void
remove_overlapped_beginnings (struct hwpgo_lines *lines)
{
  size_t kept = 0, l = 0;
  for (size_t i = 0; i < lines->n_beginnings; i++)
    {
      const struct hwpgo_beginning *b = &lines->beginnings[i];
      while (l < lines->n && lines->items[l].high <= b->address)
        l++;
      if (l < lines->n && lines->items[l].low <= b->address
          && lines->items[l].rank == b->rank)
        lines->beginnings[kept++] = *b;
    }
  lines->n_beginnings = kept;
}

void
hwpgo_image_lines_free (struct hwpgo_lines *lines)
{
  free (lines->items);
  free (lines->beginnings);
  *lines = (struct hwpgo_lines){ 0 };
}

bool
hwpgo_image_lines (struct hwpgo_image *image,
                   const struct hwpgo_dwarf_unit *unit, uint64_t offset,
                   struct hwpgo_lines *lines)
{
  *lines = (struct hwpgo_lines){ 0 };
  struct hwpgo_cursor c
      = hwpgo_dwarf_section (unit, HWPGO_SECTION_LINE, offset);
  struct machine m = { .image = image, .lines = lines };
  /* Several units can say that one table is theirs.  */
  if (read_header (&m, &c)
      && hwpgo_dwarf_spend (unit->object, hwpgo_cursor_left (&m.program) / 4))
    run (&m);
  else
    m.program.failed = true;
  if (m.program.failed || m.no_memory)
    {
      hwpgo_image_lines_free (lines);
      return false;
    }
  if (lines->n)
    qsort (lines->items, lines->n, sizeof *lines->items, by_address);
  lines->n = remove_overlaps (lines->items, lines->n);
  if (lines->n_beginnings)
    qsort (lines->beginnings, lines->n_beginnings, sizeof *lines->beginnings,
           beginnings_by_address);
  remove_overlapped_beginnings (lines);
  return true;
}
