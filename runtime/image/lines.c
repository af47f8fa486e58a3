/* The line table of one unit.
   SPDX-License-Identifier: GPL-2.0-or-later

   DWARF 2 to 5, 32 and 64 bit.  Only what a sample profile needs: no file
   names, no columns.  Rows with is_stmt 0 count like all others.  */

#include <stdlib.h>

#include "runtime/base/cursor.h"
#include "runtime/image/image-internal.h"

/* The state machine of DWARF 5 section 6.2.2, and where its rows go.  */
struct machine
{
  const struct hwpgo_image *image;
  struct hwpgo_cursor program;

  /* From the header.  */
  unsigned version, minimum_length, maximum_operations;
  int8_t line_base;
  uint8_t line_range, opcode_base;
  const uint8_t *operands; /* of the standard opcodes, from 1 on.  */

  uint64_t address;
  unsigned operation;
  uint32_t line, discriminator;

  bool in_sequence; /* LAST is a row of this sequence.  */
  bool discarded;   /* the sequence starts outside the code.  */
  uint64_t rank;    /* of the sequence.  */
  struct hwpgo_line last;

  struct hwpgo_line *lines;
  size_t n_lines, capacity;
  bool no_memory;
};

static void
start_sequence (struct machine *m)
{
  m->address = 0;
  m->operation = 0;
  m->line = 1;
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
  if (!HWPGO_GROW (m->lines, m->capacity, m->n_lines + 1))
    m->no_memory = true;
  else
    m->lines[m->n_lines++] = m->last;
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
  return (uint64_t) distance << 32 | (m->n_lines & UINT32_MAX);
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
    default: /* files, columns, flags, and what is newer.  */
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
  hwpgo_cursor_u8 (&h); /* default of is_stmt.  */
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

bool
hwpgo_image_lines (struct hwpgo_image *image,
                   const struct hwpgo_dwarf_unit *unit, uint64_t offset,
                   struct hwpgo_line **lines, size_t *n)
{
  *lines = NULL;
  *n = 0;
  struct hwpgo_cursor c
      = hwpgo_dwarf_section (unit, HWPGO_SECTION_LINE, offset);
  struct machine m = { .image = image };
  /* Several units can say that one table is theirs.  */
  if (read_header (&m, &c)
      && hwpgo_dwarf_spend (unit->object, hwpgo_cursor_left (&m.program) / 4))
    run (&m);
  else
    m.program.failed = true;
  if (m.program.failed || m.no_memory)
    {
      free (m.lines);
      return false;
    }
  if (m.n_lines)
    qsort (m.lines, m.n_lines, sizeof *m.lines, by_address);
  *lines = m.lines;
  *n = remove_overlaps (m.lines, m.n_lines);
  return true;
}
