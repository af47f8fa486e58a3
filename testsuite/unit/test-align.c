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
  CHECK (hwpgo_alignment_line (&alignment, 80000) == HWPGO_LINE_GONE);
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

/* --- edited functions ----------------------------------------------------*/

static uint32_t
next_random (uint32_t *seed, uint32_t n)
{
  *seed = *seed * 1664525 + 1013904223;
  return (*seed >> 8) % n;
}

/* A line of a program: so many places, and perhaps a call.  */
struct line
{
  uint32_t places;
  const char *callee;
  uint32_t now; /* its number after the edits; gone with GONE.  */
};

#define GONE UINT32_MAX

static struct line
random_line (uint32_t *seed)
{
  static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g" };
  uint32_t kind = next_random (seed, 10);
  return (struct line){ .places = kind < 2   ? 0
                                  : kind < 8 ? 1
                                             : next_random (seed, 4) + 1,
                        .callee
                        = kind == 5 ? names[next_random (seed, 7)] : NULL };
}

static void
add_line (struct hwpgo_outline *o, const struct line *line, uint32_t number)
{
  for (uint32_t i = 0; i < line->places; i++)
    CHECK (hwpgo_outline_add_place (o, (struct hwpgo_location){ number, i }, 1)
           == 0);
  if (line->callee)
    CHECK (hwpgo_outline_add_call (o, (struct hwpgo_location){ number, 0 },
                                   line->callee, 1)
           == 0);
}

/* Align N random lines with what is left of them after EDITS runs of lines
   were inserted or deleted.  Adds to *ALL the lines with code that are left,
   to *RIGHT those that were found.  */
static void
align_edited (uint32_t *seed, uint32_t n, uint32_t edits, size_t *all,
              size_t *right)
{
  struct hwpgo_outline from = { 0 }, to = { 0 };
  struct hwpgo_alignment alignment;
  struct line lines[400];
  uint32_t now = 0, deleted = 0;
  int32_t last = -1;
  for (uint32_t i = 0; i < n; i++)
    {
      bool edit = i > 0 && next_random (seed, n) < edits;
      if (edit && next_random (seed, 2))
        deleted = next_random (seed, 5) + 1;
      else if (edit)
        for (uint32_t k = next_random (seed, 9) + 1; k > 0; k--)
          {
            struct line new = random_line (seed);
            add_line (&to, &new, now++);
          }
      lines[i] = random_line (seed);
      add_line (&from, &lines[i], i);
      lines[i].now = deleted ? GONE : now;
      if (deleted)
        deleted--;
      else
        add_line (&to, &lines[i], now++);
    }
  hwpgo_outline_finish (&from);
  hwpgo_outline_finish (&to);
  CHECK (hwpgo_align (&alignment, &from, &to) == 0);
  for (size_t i = 0; i < alignment.n; i++)
    {
      const struct hwpgo_line_pair *pair = &alignment.pairs[i];
      CHECK (i == 0 || pair[-1].from < pair->from);
      CHECK (pair->to == HWPGO_LINE_GONE || pair->to > last);
      last = pair->to == HWPGO_LINE_GONE ? last : pair->to;
      if (lines[pair->from].now == GONE)
        continue;
      ++*all;
      *right += pair->to == (int32_t) lines[pair->from].now;
    }
  hwpgo_alignment_free (&alignment);
  hwpgo_outline_free (&from);
  hwpgo_outline_free (&to);
}

static void
edited_functions (void)
{
  uint32_t seed = 7;
  size_t all = 0, right = 0, same = 0, same_right = 0;
  for (int round = 0; round < 200; round++)
    {
      uint32_t n = next_random (&seed, 300) + 50;
      align_edited (&seed, n, 4, &all, &right);
      align_edited (&seed, n, 0, &same, &same_right);
    }
  CHECK_U64 (same_right, same);
  CHECK (all > 10000 && right > all * 9 / 10);
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
  RUN (edited_functions);
  return UNIT_RESULT;
}
