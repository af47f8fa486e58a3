/* What the files that read callgrind's output share.
   SPDX-License-Identifier: GPL-2.0-or-later

   input-callgrind.c has the format.  */

#ifndef HWPGO_TRACE_INPUT_CALLGRIND_H
#define HWPGO_TRACE_INPUT_CALLGRIND_H

#include "runtime/base/memory.h"
#include "runtime/trace/input-forms.h"

/* A line of counts has no more positions and counts.  */
#define MAX_COLUMNS 64
/* No column.  */
#define NONE MAX_COLUMNS

enum column
{
  IR,
  BC,
  BCM,
  BI,
  BIM,
  COLUMNS
};

/* What the next line of positions is.  */
enum next
{
  COUNTS,
  CALL, /* where the calls are.  */
  JUMP
};

struct callgrind
{
  struct hwpgo_lines *lines;
  const struct hwpgo_counts_sink *sink;
  struct hwpgo_strings strings;
  struct hwpgo_map objects;       /* (id, 0) to the name's address.  */
  const char *object, *callee;    /* interned; NULL: the same object.  */
  bool wanted;                    /* counts of OBJECT.  */
  size_t n_positions, instr;      /* columns; INSTR is the address's.  */
  unsigned n_counts;              /* columns.  */
  unsigned columns[COLUMNS];      /* among these, or NONE.  */
  uint64_t position[MAX_COLUMNS]; /* of the last line.  */
  enum next next;
  uint64_t times, target; /* of CALL and JUMP.  */
  /* The last line of counts, and whether calls came after it.  */
  bool counted, called;
  uint64_t counted_at;
  /* Another one at that position, of which the next line tells more.  */
  bool held;
  uint64_t held_values[COLUMNS];
  bool totals; /* the last part is whole.  */
};

/* True if there were blanks, which are taken.  */
static inline bool
callgrind_skip_blanks (struct hwpgo_lines *l)
{
  const uint8_t *start = l->words.pos;
  while (l->words.pos < l->words.end
         && (*l->words.pos == ' ' || *l->words.pos == '\t'))
    l->words.pos++;
  return l->words.pos > start;
}

/* Take what is behind "positions:" and "events:".  */
int hwpgo_callgrind_positions (struct callgrind *g, struct hwpgo_error *err);
int hwpgo_callgrind_events (struct callgrind *g, struct hwpgo_error *err);
/* Take '(ID) NAME', '(ID)' or 'NAME' of an object; *NAME is interned.  */
int hwpgo_callgrind_name (struct callgrind *g, const char **name,
                          struct hwpgo_error *err);

#endif
