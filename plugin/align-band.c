/* Where in a large function to look for lines that are the same.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/align-band.h"
#include "plugin/lcs.h"

#include <stdlib.h>

enum
{
  MAX_DIFFERENCES = 1000, /* of the sequences of calls.  */
  BAND = 128              /* lines to each side of the calls.  */
};

struct banding
{
  struct hwpgo_band *bands; /* by row.  */
  uint32_t rows, columns;
};

/* What is called in FROM and in TO, as symbols in the order of lines, and on
   which lines.  Calls that only one of them has are left out.  */
struct call_sequence
{
  uint32_t *symbols;
  int32_t *lines;
  size_t n;
};

static int
take_calls (struct call_sequence *s, const struct hwpgo_outline *outline,
            const struct hwpgo_map *symbols)
{
  size_t room = outline->n_calls ? outline->n_calls : 1;
  s->symbols = malloc (room * sizeof *s->symbols);
  s->lines = malloc (room * sizeof *s->lines);
  if (!s->symbols || !s->lines)
    return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < outline->n_calls; i++)
    {
      const struct hwpgo_outline_call *call = &outline->calls[i];
      const uint64_t *symbol
          = hwpgo_map_find (symbols, (uintptr_t) call->callee, 0);
      if (!call->callee || !symbol)
        continue;
      s->symbols[s->n] = (uint32_t) *symbol;
      s->lines[s->n++] = call->line;
    }
  return 0;
}

static int
number_callees (struct hwpgo_map *symbols, const struct hwpgo_outline *outline)
{
  for (size_t i = 0; i < outline->n_calls; i++)
    {
      uint64_t *slot
          = hwpgo_map_slot (symbols, (uintptr_t) outline->calls[i].callee, 0);
      if (!slot)
        return -HWPGO_E_NOMEM;
      if (*slot == 0)
        *slot = symbols->used;
    }
  return 0;
}

/* Set the bands of rows FIRST to LAST, where lines move by between LOW and
   HIGH.  */
static void
set_bands (struct banding *b, int64_t first, int64_t last, int64_t low,
           int64_t high)
{
  for (int64_t i = first < 0 ? 0 : first; i <= last && i < b->rows; i++)
    {
      int64_t begin = i + low - BAND, end = i + high + BAND + 1;
      begin = begin < 0 ? 0 : begin;
      end = end > b->columns ? b->columns : end;
      if (end <= begin)
        {
          begin = begin >= b->columns ? b->columns - 1 : 0;
          end = begin + 1;
        }
      b->bands[i] = (struct hwpgo_band){ (uint32_t) begin, (uint32_t) end };
    }
}

static void
follow_calls (struct banding *b, const struct call_sequence *f,
              const struct call_sequence *t,
              const struct hwpgo_lcs_pair *pairs, size_t n)
{
  int64_t line = 0, moved = 0;
  for (size_t i = 0; i < n; i++)
    {
      int64_t to = f->lines[pairs[i].i];
      int64_t now = t->lines[pairs[i].k] - to;
      set_bands (b, line, to, now < moved ? now : moved,
                 now > moved ? now : moved);
      line = to;
      moved = now;
    }
  set_bands (b, line, b->rows, moved, moved);
}

int
hwpgo_band_around_calls (struct hwpgo_band *bands, uint32_t rows,
                         uint32_t columns, const struct hwpgo_outline *from,
                         const struct hwpgo_outline *to)
{
  struct banding b = { bands, rows, columns };
  struct hwpgo_map symbols = { 0 };
  struct call_sequence f = { 0 }, t = { 0 };
  struct hwpgo_lcs_pair *pairs = NULL;
  size_t n;
  int ret = number_callees (&symbols, from);
  if (ret == 0)
    ret = take_calls (&f, from, &symbols);
  if (ret == 0)
    ret = take_calls (&t, to, &symbols);
  if (ret == 0)
    ret = hwpgo_lcs (f.symbols, f.n, t.symbols, t.n, MAX_DIFFERENCES, &pairs,
                     &n);
  if (ret == 0)
    follow_calls (&b, &f, &t, pairs, n);
  hwpgo_map_free (&symbols);
  free (pairs);
  free (f.symbols);
  free (f.lines);
  free (t.symbols);
  free (t.lines);
  return ret;
}

void
hwpgo_band_whole (struct hwpgo_band *bands, uint32_t rows, uint32_t columns)
{
  for (uint32_t i = 0; i < rows; i++)
    bands[i] = (struct hwpgo_band){ 0, columns };
}
