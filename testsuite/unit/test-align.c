/* Where the lines of a profile are now.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>

#include "plugin/align.h"
#include "testsuite/unit/unit.h"

static const char f[] = "f", g[] = "g", h[] = "h";

/* An outline of TEXT, a character a line, from line 0 on: '.' has no code, a
   digit so many places, a letter one place and a call of that function, '*'
   one through a pointer.  */
static struct hwpgo_outline
outline (const char *text)
{
  struct hwpgo_outline o = { 0 };
  for (uint32_t line = 0; text[line]; line++)
    {
      char c = text[line];
      uint32_t places = c == '.' ? 0 : c >= '0' && c <= '9' ? c - '0' : 1;
      for (uint32_t i = 0; i < places; i++)
        CHECK (hwpgo_outline_add_place (&o, (struct hwpgo_location){ line, i },
                                        100)
               == 0);
      if (c == 'f' || c == 'g' || c == 'h' || c == '*')
        CHECK (hwpgo_outline_add_call (&o, (struct hwpgo_location){ line, 0 },
                                       c == 'f'   ? f
                                       : c == 'g' ? g
                                       : c == 'h' ? h
                                                  : NULL,
                                       100)
               == 0);
    }
  hwpgo_outline_finish (&o);
  return o;
}

/* Check that the lines of FROM are now at those of TO that WANT says, a
   character a line of FROM: 'a' is line 0, and so on; '-' is gone; '.' has no
   code.  */
static void
aligns (const char *from, const char *to, const char *want)
{
  struct hwpgo_outline a = outline (from), b = outline (to);
  struct hwpgo_alignment alignment;
  char got[100];
  CHECK (hwpgo_align (&alignment, &a, &b) == 0);
  memset (got, '.', sizeof got);
  got[strlen (from)] = '\0';
  for (size_t i = 0; i < alignment.n; i++)
    got[alignment.pairs[i].from] = alignment.pairs[i].to == HWPGO_LINE_GONE
                                       ? '-'
                                       : (char) ('a' + alignment.pairs[i].to);
  CHECK_STRING (got, want);
  hwpgo_alignment_free (&alignment);
  hwpgo_outline_free (&a);
  hwpgo_outline_free (&b);
}

static void
what_did_not_change (void)
{
  aligns ("1.1f2.1g11", "1.1f2.1g11", "a.cde.ghij");
  /* The profile lacks what did not run, and the code what GCC made of it.  */
  aligns ("1.1f..1.11", "1.1f2.1g11", "a.cd..g.ij");
  aligns ("1.1f2.1h11", "1.1f2.1g11", "a.cde.ghij");
  aligns ("1", "1", "a");
  aligns ("", "1", "");
}

static void
lines_were_inserted (void)
{
  aligns ("1.1f2.1g11", "1....1f2.1g11", "a.fgh.jklm");
  aligns ("1.1f2.1g11", "1.1f1112.1g11", "a.cdh.jklm");
  aligns ("11f11g11", "11fh1111g11", "abcghijk");
}

static void
lines_were_deleted (void)
{
  aligns ("1.1f2.1g11", "1.1f1g11", "a.cd-.efgh");
  aligns ("1...f2.1g11", "1f2.1g11", "a...bc.efgh");
}

/* Without calls, which lines have code, and how much, is what there is.  */
static void
without_calls (void)
{
  aligns ("1.3.12..1141", "1....3.12..1141", "a.f.hi..lmno");
  aligns ("1.3.12..1141", "1.3.1...2..1141", "a.c.ei..lmno");
}

/* Two of three calls of one function did not run.  The one that did is where
   it was, and no call was inserted.  */
static void
one_of_several_calls (void)
{
  aligns ("1......1f1", "1.f.1f.1f1", "a......hij");
  aligns ("1......1f1", "1.f.1f..1f1", "a......ijk");
}

static void
calls_through_pointers (void)
{
  aligns ("1.1f2.1g11", "1.1*2.1*11", "a.cde.ghij");
}

/* Places of one line have many counts and the code none: the line stays.  */
static void
one_odd_line (void)
{
  aligns ("1.1f2.1g11..3", "1.1f2.1g11", "a.cde.ghij..m");
}

/* A large function, with lines inserted far apart: the band follows the
   calls.  */
static void
large_functions (void)
{
  enum
  {
    LINES = 20000
  };
  static char names[LINES / 10][8];
  struct hwpgo_outline a = { 0 }, b = { 0 };
  struct hwpgo_alignment alignment;
  for (uint32_t i = 0; i < LINES; i++)
    {
      uint32_t now = i < 4000 ? i : i < 15000 ? i + 700 : i + 500;
      struct hwpgo_location from = { i, 0 }, to = { now, 0 };
      CHECK (hwpgo_outline_add_place (&a, from, 1) == 0);
      CHECK (hwpgo_outline_add_place (&b, to, 1) == 0);
      if (i % 10 != 5)
        continue;
      sprintf (names[i / 10], "f%u", i / 10 % 500);
      const char *callee = names[i / 10 % 500];
      CHECK (hwpgo_outline_add_call (&a, from, callee, 1) == 0);
      CHECK (hwpgo_outline_add_call (&b, to, callee, 1) == 0);
    }
  hwpgo_outline_finish (&a);
  hwpgo_outline_finish (&b);
  CHECK (hwpgo_align (&alignment, &a, &b) == 0);
  CHECK_U64 (hwpgo_alignment_line (&alignment, 3900), 3900);
  CHECK_U64 (hwpgo_alignment_line (&alignment, 4100), 4800);
  CHECK_U64 (hwpgo_alignment_line (&alignment, 14700), 15400);
  CHECK_U64 (hwpgo_alignment_line (&alignment, 19000), 19500);
  hwpgo_alignment_free (&alignment);
  hwpgo_outline_free (&a);
  hwpgo_outline_free (&b);
}

/* Absurd lines in the profile of a small function cost little.  */
static void
absurd_lines (void)
{
  struct hwpgo_outline a = { 0 }, b = outline ("1.1f2.1g11");
  struct hwpgo_alignment alignment;
  for (uint32_t i = 0; i < 100000; i++)
    {
      struct hwpgo_location at = { i * 40000, i % 3 };
      CHECK (hwpgo_outline_add_place (&a, at, UINT64_MAX) == 0);
      at.line = i % 7;
      CHECK (hwpgo_outline_add_call (&a, at, f, UINT64_MAX) == 0);
      CHECK (hwpgo_outline_add_call (&a, at, g, 0) == 0);
    }
  hwpgo_outline_finish (&a);
  CHECK (hwpgo_align (&alignment, &a, &b) == 0);
  CHECK_U64 (hwpgo_alignment_line (&alignment, 0), 0);
  CHECK (hwpgo_alignment_line (&alignment, 40000) == HWPGO_LINE_GONE);
  struct hwpgo_fit fit = hwpgo_outline_fit (&a, &b, &alignment);
  CHECK_U64 (fit.samples, UINT64_MAX);
  CHECK (fit.lines_found < fit.lines);
  hwpgo_alignment_free (&alignment);
  hwpgo_outline_free (&a);
  hwpgo_outline_free (&b);
}

static void
what_fits (void)
{
  struct hwpgo_outline a = outline ("1.1f2.1g11");
  struct hwpgo_outline b = outline ("1....1f2.1g11");
  struct hwpgo_alignment alignment;
  struct hwpgo_fit fit = hwpgo_outline_fit (&a, &b, NULL);
  CHECK_U64 (fit.samples, 900);
  CHECK_U64 (fit.call_sites, 2);
  CHECK_U64 (fit.call_sites_found, 0);
  CHECK (!hwpgo_outline_within (&a, &b));
  CHECK (hwpgo_outline_within (&a, &a));
  CHECK (hwpgo_align (&alignment, &a, &b) == 0);
  fit = hwpgo_outline_fit (&a, &b, &alignment);
  CHECK_U64 (fit.samples_found, 900);
  CHECK_U64 (fit.call_sites_found, 2);
  CHECK_U64 (fit.lines_found, fit.lines);
  hwpgo_alignment_free (&alignment);
  hwpgo_outline_free (&a);
  hwpgo_outline_free (&b);
}

int
main (void)
{
  RUN (what_did_not_change);
  RUN (lines_were_inserted);
  RUN (lines_were_deleted);
  RUN (without_calls);
  RUN (one_of_several_calls);
  RUN (calls_through_pointers);
  RUN (one_odd_line);
  RUN (large_functions);
  RUN (absurd_lines);
  RUN (what_fits);
  return UNIT_RESULT;
}
