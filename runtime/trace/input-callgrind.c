/* What valgrind's callgrind has counted, instruction by instruction.
   SPDX-License-Identifier: GPL-2.0-or-later

   The format is that of the Callgrind manual ("Callgrind Format
   Specification"), made with --dump-instr=yes and, for mispredicts,
   --branch-sim=yes.  Addresses are those of the ELF file.  Names are told
   once, '(ID) NAME', and then as '(ID)'.  Positions may be relative to those
   of the last line of counts: '+N', '-N', '*'.

     ob=(1) /program
     fn=(2) main
     0x401136 7 100 20 3        100 executions, 20 of a branch, 3 mispredicts
     cfn=(3) f
     calls=10 0x401170 12       calls from the next line to there
     +4 +1 5000                 which has what they cost, no counts of its own
     jcnd=5/20 -22 *            5 of 20 were taken; the manual has 20 5
     * *                        from here

   Conditional branches are counted in either direction.

   The same position can come twice in a row, for one of three reasons.  What a
   call costs in the procedure linkage table, which callgrind leaves out of the
   calls, stands behind them (--skip-plt): these are no executions.  Of an
   instruction that repeats itself (rep stosb) all turns but the first stand
   apart: neither.  And another block of code may begin there.  */

#include "runtime/trace/input-callgrind.h"

static int
enter_object (struct callgrind *g, const char *name, struct hwpgo_error *err)
{
  g->wanted = false;
  /* Code that valgrind knows no file of.  */
  if (strcmp (name, "???") == 0)
    return 0;
  return g->sink->binary (g->sink->data, name, HWPGO_ORIGIN_ELF, &g->wanted,
                          err);
}

/* Take a position that may be relative to LAST.  */
static bool
take_position (struct hwpgo_lines *l, uint64_t last, uint64_t *position)
{
  uint64_t n;
  if (hwpgo_lines_take (l, "*"))
    *position = last;
  else if (hwpgo_lines_take (l, "+"))
    {
      if (!hwpgo_lines_number (l, 10, &n))
        return false;
      *position = last + n;
    }
  else if (hwpgo_lines_take (l, "-"))
    {
      if (!hwpgo_lines_number (l, 10, &n))
        return false;
      *position = last - n;
    }
  else
    return hwpgo_lines_number (l, hwpgo_lines_take (l, "0x") ? 16 : 10,
                               position);
  return true;
}

/* Take all positions of a line into POSITION, the last ones being those of
   G.  */
static bool
take_all_positions (struct callgrind *g, uint64_t *position)
{
  for (size_t i = 0; i < g->n_positions; i++)
    {
      if (i && !callgrind_skip_blanks (g->lines))
        return false;
      if (!take_position (g->lines, g->position[i], &position[i]))
        return false;
    }
  return true;
}

static int
tell (struct callgrind *g, enum hwpgo_counted what, uint64_t a, uint64_t b,
      uint64_t count, struct hwpgo_error *err)
{
  return g->wanted ? g->sink->add (g->sink->data, what, a, b, count, err) : 0;
}

/* Tell VALUES of the instruction that was counted last as WHAT.  */
static int
tell_values (struct callgrind *g, enum hwpgo_counted what,
             const uint64_t *values, struct hwpgo_error *err)
{
  uint64_t at = g->counted_at;
  int rc = values[IR] ? tell (g, what, at, at, values[IR], err) : 0;
  /* That a branch is always predicted is worth telling, too.  */
  if (!rc && (values[BC] || values[BI]))
    rc = tell (g, HWPGO_COUNTED_MISPREDICT, at, at,
               hwpgo_add (values[BCM], values[BIM]), err);
  return rc;
}

/* What is next tells what the counts held are: CALLS from that position or
   something else.  */
static int
settle_held (struct callgrind *g, bool calls, struct hwpgo_error *err)
{
  bool linkage = g->called && !calls;
  if (!g->held)
    return 0;
  g->held = false;
  g->called = false;
  return linkage
             ? 0
             : tell_values (g,
                            calls ? HWPGO_COUNTED_RANGE : HWPGO_COUNTED_AGAIN,
                            g->held_values, err);
}

static int
tell_counts (struct callgrind *g, const uint64_t *counts,
             struct hwpgo_error *err)
{
  uint64_t values[COLUMNS], at = g->position[g->instr];
  for (size_t i = 0; i < COLUMNS; i++)
    values[i] = g->columns[i] == NONE ? 0 : counts[g->columns[i]];
  int rc = settle_held (g, false, err);
  if (rc)
    return rc;
  if (g->counted && g->counted_at == at)
    {
      g->held = true;
      memcpy (g->held_values, values, sizeof values);
      return 0;
    }
  g->counted = true;
  g->called = false;
  g->counted_at = at;
  return tell_values (g, HWPGO_COUNTED_RANGE, values, err);
}

/* The calls or jumps from the current position.  Those into another object are
   entries there.  */
static int
tell_branch (struct callgrind *g, struct hwpgo_error *err)
{
  uint64_t at = g->position[g->instr];
  const char *callee = g->next == CALL ? g->callee : NULL;
  bool call = g->next == CALL;
  g->next = COUNTS;
  if (call)
    g->callee = NULL;
  g->called = g->called || (call && g->counted && g->counted_at == at);
  if (!callee || callee == g->object)
    return tell (g, HWPGO_COUNTED_BRANCH, at, g->target, g->times, err);
  int rc = enter_object (g, callee, err);
  if (!rc)
    rc = tell (g, HWPGO_COUNTED_BRANCH, HWPGO_COUNTED_ELSEWHERE, g->target,
               g->times, err);
  if (!rc && g->object)
    rc = enter_object (g, g->object, err);
  else
    g->wanted = false;
  return rc;
}

static int
take_counts (struct callgrind *g, struct hwpgo_error *err)
{
  uint64_t counts[MAX_COLUMNS];
  if (g->n_positions == 0 || g->n_counts == 0)
    return hwpgo_lines_bad (g->lines, "counts before 'positions' and 'events'",
                            err);
  if (!take_all_positions (g, g->position))
    return hwpgo_lines_bad (g->lines, "not a position", err);
  if (g->next != COUNTS)
    return tell_branch (g, err);
  if (!g->wanted)
    return 0;
  memset (counts, 0, g->n_counts * sizeof *counts);
  for (unsigned i = 0; i < g->n_counts; i++)
    {
      bool blank = callgrind_skip_blanks (g->lines);
      /* Zeros at the end are left out.  */
      if (hwpgo_lines_done (g->lines))
        break;
      if (!blank || !hwpgo_lines_number (g->lines, 10, &counts[i]))
        return hwpgo_lines_bad (g->lines, "not a count", err);
    }
  callgrind_skip_blanks (g->lines);
  if (!hwpgo_lines_done (g->lines))
    return hwpgo_lines_bad (g->lines, "more counts than events", err);
  return tell_counts (g, counts, err);
}

/* calls=TIMES TARGET; jump=TIMES TARGET; jcnd=TIMES/EXECUTED TARGET or
   jcnd=EXECUTED TIMES TARGET.  */
static int
take_branch (struct callgrind *g, enum next next, bool conditional,
             struct hwpgo_error *err)
{
  struct hwpgo_lines *l = g->lines;
  uint64_t target[MAX_COLUMNS], executed;
  bool good = hwpgo_lines_number (l, 10, &g->times);
  if (good && conditional && hwpgo_lines_take (l, "/"))
    good = hwpgo_lines_number (l, 10, &executed);
  else if (good && conditional)
    good = callgrind_skip_blanks (l) && hwpgo_lines_number (l, 10, &g->times);
  if (g->n_positions == 0 || !good || !callgrind_skip_blanks (l)
      || !take_all_positions (g, target))
    return hwpgo_lines_bad (l, "not a call or jump", err);
  g->target = target[g->instr];
  g->next = next;
  return 0;
}

/* A line that is no counts begins with C: settle what is held.  */
static int
leave_counts (struct callgrind *g, uint8_t c, struct hwpgo_error *err)
{
  /* calls, cob, cfi, cfl, cfn; not "creator" and "cmd".  */
  struct hwpgo_lines l = *g->lines;
  bool of_calls
      = c == 'c'
        && (hwpgo_lines_take (&l, "calls=") || hwpgo_lines_take (&l, "cob=")
            || hwpgo_lines_take (&l, "cf"));
  int rc = settle_held (g, of_calls, err);
  /* jump, jcnd, jfi, jfn; those are from the same position, too.  */
  if (!of_calls && c != 'j')
    g->counted = false;
  return rc;
}

static int
take_line (struct callgrind *g, struct hwpgo_error *err)
{
  struct hwpgo_lines *l = g->lines;
  uint8_t c = hwpgo_lines_done (l) ? 0 : *l->words.pos;
  if ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '*')
    return take_counts (g, err);
  int rc = leave_counts (g, c, err);
  if (rc || c == 0)
    return rc;
  if (g->next != COUNTS)
    return hwpgo_lines_bad (l, "a call or jump without its position", err);
  if (hwpgo_lines_take (l, "calls="))
    return take_branch (g, CALL, false, err);
  if (hwpgo_lines_take (l, "jump="))
    return take_branch (g, JUMP, false, err);
  if (hwpgo_lines_take (l, "jcnd="))
    return take_branch (g, JUMP, true, err);
  if (hwpgo_lines_take (l, "cob="))
    return hwpgo_callgrind_name (g, &g->callee, err);
  if (hwpgo_lines_take (l, "ob="))
    {
      rc = hwpgo_callgrind_name (g, &g->object, err);
      return rc ? rc : enter_object (g, g->object, err);
    }
  if (hwpgo_lines_take (l, "positions:"))
    return hwpgo_callgrind_positions (g, err);
  if (hwpgo_lines_take (l, "events:"))
    return hwpgo_callgrind_events (g, err);
  if (hwpgo_lines_take (l, "totals:"))
    g->totals = true;
  return 0;
}

bool
hwpgo_callgrind_is (struct hwpgo_lines lines)
{
  bool version = false;
  /* The header begins with a comment, or the version, or the creator.  */
  for (int i = 0; i < 100 && hwpgo_lines_next (&lines); i++)
    {
      if (hwpgo_lines_take (&lines, "# callgrind format")
          || hwpgo_lines_take (&lines, "creator: callgrind"))
        return true;
      if (version
          && (hwpgo_lines_take (&lines, "positions:")
              || hwpgo_lines_take (&lines, "events:")))
        return true;
      version = version || hwpgo_lines_take (&lines, "version: ");
      if (!version && !hwpgo_lines_done (&lines))
        return false;
    }
  return false;
}

int
hwpgo_callgrind_counts (struct hwpgo_lines *lines,
                        const struct hwpgo_counts_sink *sink,
                        struct hwpgo_error *err)
{
  struct callgrind g = { .lines = lines, .sink = sink };
  int rc = 0;
  while (!rc && hwpgo_lines_next (lines))
    rc = take_line (&g, err);
  if (!rc)
    rc = settle_held (&g, false, err);
  if (!rc && !g.totals)
    rc = hwpgo_error_at_line (err, HWPGO_E_TRUNCATED, lines->rest.file,
                              lines->number, "the totals are missing");
  hwpgo_strings_free (&g.strings);
  hwpgo_map_free (&g.objects);
  return rc;
}
