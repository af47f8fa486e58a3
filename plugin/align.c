/* Aligning the lines of a profile with those of the code.
   SPDX-License-Identifier: GPL-2.0-or-later

   Lines of a profile and lines of the code are two sequences, of which one
   came from the other by inserting and deleting runs of lines.  Of all ways to
   do that the one with the best score is taken (O. Gotoh, "An improved
   algorithm for matching biological sequences", 1982): evidence for lines that
   are the same, less a price for each run.

     evidence for       a call of the same function on both lines
                        code at the same places of the line
     evidence against   code on one of the lines, and none on the other
                        a call that is not there

   A profile also has the places that it knows not to have run, so nearly all
   that had code in a function that ran.  A few lines are often inserted in
   one place and in the next, many seldom: the price of a run of lines rises
   with its length up to a limit.

   Large functions are aligned within a band around what their calls have in
   common, in order (lcs.h).  */

#include "plugin/align.h"
#include "plugin/align-band.h"

#include <stdlib.h>
#include <string.h>

/* The scores.  */
enum
{
  NO_PLACES = -6,     /* A line of the profile that has no code.  */
  MORE_PLACES = -1,   /* A line of code that the profile does not have.  */
  UNLIKE_PLACES = -3, /* Code at other places of the line,  */
  LIKE_PLACES = 5,    /* at the same ones: between the two,  */
  MANY_PLACES = 3,    /* and so much more when they are many.  */
  CALL = 12,          /* A call is there.  */
  RENAMED = 4,        /* One is there that may be it.  */
  NO_CALL = -4,       /* It is not.  */
  DELETED_PLACES = -3 /* A line that is deleted had code.  */
};

/* The prices of a run of lines that is inserted or deleted.  Short ones have a
   price for each line, long ones do not.  */
enum
{
  SHORT_RUN = -6,
  SHORT_RUN_LINE = -1,
  LONG_RUN = -16
};

enum
{
  MAX_CALLS = 8,         /* of a line that are compared.  */
  WHOLE_CELLS = 1 << 20, /* Up to so many everything is looked at,  */
  MAX_CELLS = 1 << 23    /* and never more.  */
};

#define IMPOSSIBLE (INT32_MIN / 2)

/* Profiles have no offsets beyond 16 bits, code has none.  */
#define MAX_LINE 0xffff

/* Ways into a cell.  */
enum way
{
  SAME,         /* The line is the same.  */
  DELETED,      /* It is in the profile alone,  */
  INSERTED,     /* or in the code alone, in a short run.  */
  LONG_DELETED, /* In a long one.  */
  LONG_INSERTED,
  WAYS
};

/* The best scores of the ways that end at a cell.  */
struct cell
{
  int32_t score[WAYS];
  enum way best;
};

/* A row is a line of the profile, a column one of the code, from 0 on.  */
struct aligning
{
  const struct hwpgo_outline *from, *to;
  uint32_t rows, columns;
  struct hwpgo_band *bands; /* by row.  */
  size_t *starts;           /* where rows begin in WAYS.  */
  uint16_t *ways;           /* three bits each: from where each way came.  */
  struct cell *above, *row; /* by column.  */
  bool too_much;            /* to look at: nothing is known.  */
};

/* --- evidence ------------------------------------------------------------*/

static int32_t
score_places (const struct aligning *a, struct hwpgo_outline_range r,
              int32_t to)
{
  const struct hwpgo_outline_place *p = a->from->places;
  struct hwpgo_outline_range code = hwpgo_outline_places_of (a->to, to);
  int32_t n = (int32_t) (r.end - r.begin);
  int32_t m = (int32_t) (code.end - code.begin), found = 0;
  size_t k = code.begin;
  if (n == 0 || m == 0)
    return n ? NO_PLACES : m ? MORE_PLACES : 0;
  for (size_t i = r.begin; i < r.end; i++)
    {
      while (k < code.end
             && a->to->places[k].discriminator < p[i].discriminator)
        k++;
      found += k < code.end
               && a->to->places[k].discriminator == p[i].discriminator;
    }
  int32_t many = found - 1 < MANY_PLACES ? found - 1 : MANY_PLACES;
  return UNLIKE_PLACES + (LIKE_PLACES - UNLIKE_PLACES) * 2 * found / (n + m)
         + (many > 0 ? many : 0);
}

static int32_t
score_calls (const struct aligning *a, struct hwpgo_outline_range r,
             int32_t to)
{
  size_t n
      = r.end - r.begin < MAX_CALLS ? r.end - r.begin : (size_t) MAX_CALLS;
  struct hwpgo_outline_range code = hwpgo_outline_calls_of (a->to, to);
  bool any = code.begin < code.end && !a->to->calls[code.end - 1].callee;
  bool alone = false;
  for (size_t i = r.begin; i < r.begin + n; i++)
    for (size_t k = code.begin; k < code.end; k++)
      {
        const struct hwpgo_outline_call *c = &a->from->calls[i];
        const struct hwpgo_outline_call *d = &a->to->calls[k];
        if (c->callee == d->callee)
          return CALL;
        alone |= c->alone && d->alone;
      }
  return alone ? RENAMED : n && !any ? NO_CALL : 0;
}

/* --- the best way --------------------------------------------------------*/

/* Set all bands and the starts of rows, or a->too_much.  */
static int
set_all_bands (struct aligning *a)
{
  size_t cells = 0;
  int ret = 0;
  if ((uint64_t) a->rows * a->columns <= WHOLE_CELLS)
    hwpgo_band_whole (a->bands, a->rows, a->columns);
  else
    ret = hwpgo_band_around_calls (a->bands, a->rows, a->columns, a->from,
                                   a->to);
  for (uint32_t i = 0; i < a->rows && ret == 0; i++)
    {
      a->starts[i] = cells;
      cells += a->bands[i].end - a->bands[i].begin;
      a->too_much = cells > MAX_CELLS;
      if (a->too_much)
        return 0;
    }
  a->starts[a->rows] = cells;
  return ret;
}

/* --- the best way --------------------------------------------------------*/

static const struct cell nowhere
    = { { IMPOSSIBLE, IMPOSSIBLE, IMPOSSIBLE, IMPOSSIBLE, IMPOSSIBLE }, SAME };

/* Price of beginning each way.  */
static const int32_t prices[WAYS]
    = { 0, SHORT_RUN, SHORT_RUN, LONG_RUN, LONG_RUN };

/* Go on from CELL as NEXT: the score, and in *FROM the way that is gone on
   from. To go on as before costs nothing.  */
static int32_t
go_on (const struct cell *cell, enum way next, enum way *from)
{
  int32_t best = cell->score[cell->best];
  *from = cell->best;
  if (best == IMPOSSIBLE || next == SAME)
    return best;
  best += prices[next];
  if (cell->score[next] > best)
    {
      best = cell->score[next];
      *from = next;
    }
  return best;
}

/* Set CELL's best way.  Of equal ones it is the first: lines stay
   together.  */
static void
set_best (struct cell *cell)
{
  cell->best = SAME;
  for (int way = SAME + 1; way < WAYS; way++)
    if (cell->score[way] > cell->score[cell->best])
      cell->best = (enum way) way;
}

/* Fill row I from the one above.  */
static void
fill_row (struct aligning *a, uint32_t i)
{
  struct hwpgo_band band = a->bands[i], above = { 0, 0 };
  struct hwpgo_outline_range places
      = hwpgo_outline_places_of (a->from, (int32_t) i);
  struct hwpgo_outline_range calls
      = hwpgo_outline_calls_of (a->from, (int32_t) i);
  int32_t deleted = places.begin < places.end ? DELETED_PLACES : 0;
  const int32_t extra[WAYS]
      = { 0, SHORT_RUN_LINE + deleted, SHORT_RUN_LINE, deleted, 0 };
  uint16_t *ways = a->ways + a->starts[i];
  if (i > 0)
    above = a->bands[i - 1];
  for (uint32_t j = band.begin; j < band.end; j++, ways++)
    {
      const struct cell *up
          = j >= above.begin && j < above.end ? &a->above[j] : &nowhere;
      const struct cell *before
          = j > above.begin && j <= above.end ? &a->above[j - 1] : &nowhere;
      const struct cell *left = j > band.begin ? &a->row[j - 1] : &nowhere;
      struct cell *cell = &a->row[j];
      const struct cell *sources[WAYS] = { before, up, left, up, left };
      unsigned bits = 0;
      for (int way = SAME; way < WAYS; way++)
        {
          enum way from;
          int32_t score = go_on (sources[way], (enum way) way, &from);
          bits |= (unsigned) from << 3 * way;
          if (score > IMPOSSIBLE)
            score += extra[way];
          cell->score[way] = score;
        }
      if (i == 0 && j == 0)
        cell->score[SAME] = 0;
      if (cell->score[SAME] > IMPOSSIBLE)
        cell->score[SAME] += score_places (a, places, (int32_t) j)
                             + score_calls (a, calls, (int32_t) j);
      set_best (cell);
      *ways = (uint16_t) bits;
    }
}

static int
add_pair (struct hwpgo_alignment *alignment, int32_t from, int32_t to)
{
  if (!HWPGO_GROW (alignment->pairs, alignment->capacity, alignment->n + 1))
    return -HWPGO_E_NOMEM;
  alignment->pairs[alignment->n++] = (struct hwpgo_line_pair){ from, to };
  return 0;
}

/* Put into TO, by row, the column that it is the same as.  What is inserted
   after the last row costs nothing.  */
static void
walk_back (struct aligning *a, int32_t *to)
{
  uint32_t i = a->rows - 1, j = a->bands[i].begin;
  enum way way = SAME;
  int32_t best = IMPOSSIBLE;
  for (uint32_t k = a->bands[i].begin; k < a->bands[i].end; k++)
    for (int w = SAME; w < WAYS; w++)
      if (a->row[k].score[w] > best)
        {
          best = a->row[k].score[w];
          j = k;
          way = (enum way) w;
        }
  a->too_much = best == IMPOSSIBLE;
  while (!a->too_much)
    {
      enum way from
          = a->ways[a->starts[i] + (j - a->bands[i].begin)] >> 3 * way & 7;
      if (way == SAME)
        to[i] = (int32_t) j;
      bool inserted = way == INSERTED || way == LONG_INSERTED;
      bool deleted = way == DELETED || way == LONG_DELETED;
      if (i == 0 && !inserted)
        return;
      i -= !inserted;
      j -= !deleted;
      way = from;
    }
}

static int
align_rows (struct aligning *a, int32_t *to)
{
  int ret = set_all_bands (a);
  if (ret || a->too_much)
    return ret;
  a->ways = malloc (a->starts[a->rows] * sizeof *a->ways);
  if (!a->ways)
    return -HWPGO_E_NOMEM;
  for (uint32_t i = 0; i < a->rows; i++)
    {
      struct cell *row = a->above;
      a->above = a->row;
      a->row = row;
      fill_row (a, i);
    }
  walk_back (a, to);
  return 0;
}

/* --- lines ---------------------------------------------------------------*/

/* The last line of O that is not after END; 0 if there is none.  */
static int32_t
last_line (const struct hwpgo_outline *o, int32_t end)
{
  int32_t last = 0;
  for (size_t i = o->n_places; i-- > 0 && last == 0;)
    if (o->places[i].line <= end && o->places[i].line > 0)
      last = o->places[i].line;
  for (size_t i = o->n_calls; i-- > 0 && o->calls[i].line > last;)
    if (o->calls[i].line <= end)
      last = o->calls[i].line;
  return last;
}

/* Make the pairs of all lines of FROM; with TO NULL none has moved.  What is
   before the declaration, or in a file that is included, stays.  */
static int
make_pairs (struct hwpgo_alignment *alignment,
            const struct hwpgo_outline *from, const int32_t *to, uint32_t rows)
{
  size_t p = 0, c = 0;
  int ret = 0;
  while ((p < from->n_places || c < from->n_calls) && ret == 0)
    {
      int32_t line = p < from->n_places ? from->places[p].line : INT32_MAX;
      if (c < from->n_calls && from->calls[c].line < line)
        line = from->calls[c].line;
      ret = add_pair (alignment, line,
                      line < 0 || !to           ? line
                      : (uint32_t) line >= rows ? HWPGO_LINE_GONE
                                                : to[line]);
      while (p < from->n_places && from->places[p].line == line)
        p++;
      while (c < from->n_calls && from->calls[c].line == line)
        c++;
    }
  return ret;
}

int
hwpgo_align (struct hwpgo_alignment *alignment,
             const struct hwpgo_outline *from, const struct hwpgo_outline *to)
{
  memset (alignment, 0, sizeof *alignment);
  struct aligning a = { .from = from, .to = to };
  a.columns = (uint32_t) last_line (to, MAX_LINE) + 1;
  /* Lines far beyond the end have no more to be the same as.  */
  a.rows = (uint32_t) last_line (from, 2 * ((int32_t) a.columns + 500)) + 1;
  /* That nothing has moved must always be possible.  */
  if (a.columns < a.rows)
    a.columns = a.rows;
  int32_t *lines = malloc (a.rows * sizeof *lines);
  a.bands = malloc (a.rows * sizeof *a.bands);
  a.starts = malloc ((a.rows + (size_t) 1) * sizeof *a.starts);
  a.above = malloc (a.columns * sizeof *a.above);
  a.row = malloc (a.columns * sizeof *a.row);
  int ret = -HWPGO_E_NOMEM;
  if (lines && a.bands && a.starts && a.above && a.row)
    {
      for (uint32_t i = 0; i < a.rows; i++)
        lines[i] = HWPGO_LINE_GONE;
      ret = align_rows (&a, lines);
    }
  for (uint32_t i = 0; a.too_much && i < a.rows; i++)
    lines[i] = (int32_t) i;
  if (ret == 0)
    ret = make_pairs (alignment, from, lines, a.rows);
  free (lines);
  free (a.bands);
  free (a.starts);
  free (a.ways);
  free (a.above);
  free (a.row);
  return ret;
}

int
hwpgo_align_as_is (struct hwpgo_alignment *alignment,
                   const struct hwpgo_outline *from)
{
  memset (alignment, 0, sizeof *alignment);
  return make_pairs (alignment, from, NULL, 0);
}
