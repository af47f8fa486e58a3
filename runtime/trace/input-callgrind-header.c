/* The header of callgrind's output, and its names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/trace/input-callgrind.h"

static const char *const column_names[COLUMNS]
    = { "Ir", "Bc", "Bcm", "Bi", "Bim" };

/* The next word of the line; failed at its end.  */
static struct hwpgo_cursor
next_word (struct hwpgo_lines *l)
{
  callgrind_skip_blanks (l);
  struct hwpgo_cursor word = l->words;
  while (!hwpgo_lines_done (l) && *l->words.pos != ' '
         && *l->words.pos != '\t')
    l->words.pos++;
  word.end = l->words.pos;
  word.failed = word.pos == word.end;
  return word;
}

static bool
is_word (const struct hwpgo_cursor *word, const char *text)
{
  size_t n = strlen (text);
  return hwpgo_cursor_left (word) == n && memcmp (word->pos, text, n) == 0;
}

int
hwpgo_callgrind_positions (struct callgrind *g, struct hwpgo_error *err)
{
  g->n_positions = 0;
  g->instr = NONE;
  for (;;)
    {
      struct hwpgo_cursor word = next_word (g->lines);
      if (word.failed)
        break;
      if (g->n_positions == MAX_COLUMNS)
        return hwpgo_lines_bad (g->lines, "too many columns", err);
      if (is_word (&word, "instr"))
        g->instr = g->n_positions;
      g->n_positions++;
    }
  memset (g->position, 0, sizeof g->position);
  g->totals = false;
  if (g->instr != NONE)
    return 0;
  return hwpgo_error_at_line (err, HWPGO_E_UNSUPPORTED, g->lines->rest.file,
                              g->lines->number,
                              "it has no addresses; run callgrind with "
                              "--dump-instr=yes --branch-sim=yes");
}

int
hwpgo_callgrind_events (struct callgrind *g, struct hwpgo_error *err)
{
  for (size_t i = 0; i < COLUMNS; i++)
    g->columns[i] = NONE;
  for (g->n_counts = 0;; g->n_counts++)
    {
      struct hwpgo_cursor word = next_word (g->lines);
      if (word.failed)
        break;
      if (g->n_counts == MAX_COLUMNS)
        return hwpgo_lines_bad (g->lines, "too many columns", err);
      for (size_t i = 0; i < COLUMNS; i++)
        if (is_word (&word, column_names[i]))
          g->columns[i] = g->n_counts;
    }
  return g->columns[IR] != NONE
             ? 0
             : hwpgo_lines_bad (g->lines, "the event Ir is missing", err);
}

int
hwpgo_callgrind_name (struct callgrind *g, const char **name,
                      struct hwpgo_error *err)
{
  struct hwpgo_lines *l = g->lines;
  uint64_t id, *slot = NULL;
  if (hwpgo_lines_take (l, "("))
    {
      if (!hwpgo_lines_number (l, 10, &id) || !hwpgo_lines_take (l, ")"))
        return hwpgo_lines_bad (l, "not a name", err);
      slot = hwpgo_map_slot (&g->objects, id, 0);
      if (!slot)
        return hwpgo_error_nomem (err);
      callgrind_skip_blanks (l);
    }
  size_t n = hwpgo_cursor_left (&l->words);
  if (n == 0 && slot && *slot)
    {
      *name = (const char *) (uintptr_t) *slot;
      return 0;
    }
  if (n == 0)
    return hwpgo_lines_bad (l, "a name that was not told before", err);
  if (memchr (l->words.pos, 0, n))
    return hwpgo_lines_bad (l, "not a name", err);
  *name = hwpgo_strings_intern (&g->strings, (const char *) l->words.pos, n);
  if (!*name)
    return hwpgo_error_nomem (err);
  if (slot)
    *slot = (uint64_t) (uintptr_t) *name;
  return 0;
}
