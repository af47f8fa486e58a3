/* Profiles of code that has changed since.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "plugin/rematch.h"
#include "plugin/rename.h"
#include "runtime/profile/text.h"
#include "testsuite/unit/unit.h"

static struct hwpgo_profile *
read_text (const char *text)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_error e;
  CHECK (hwpgo_text_read (p, "t", text, strlen (text), &e) == 0);
  return p;
}

/* Add function NAME to CODE: TEXT has a character a line, '.' for no code, a
   letter for a call of the function of that name.  */
static void
add (struct hwpgo_code *code, const char *name, const char *text)
{
  struct hwpgo_outline *o = hwpgo_code_function (code, name);
  for (uint32_t line = 0; text[line]; line++)
    {
      struct hwpgo_location at = { line, 0 };
      char callee[2] = { text[line], '\0' };
      if (text[line] == '.')
        continue;
      CHECK (hwpgo_outline_add_place (o, at, 0) == 0);
      if (text[line] >= 'a' && text[line] <= 'z')
        CHECK (
            hwpgo_outline_add_call (o, at, hwpgo_code_name (code, callee), 0)
            == 0);
    }
}

/* A link that reads what CODE has written does the same with P: WANT, or
   nothing.  What is cut anywhere is refused.  */
static void
link_does_the_same (const struct hwpgo_code *code,
                    const struct hwpgo_profile *p, const char *want)
{
  struct hwpgo_bytes out = { 0 };
  struct hwpgo_profile *now;
  struct hwpgo_error e;
  char *got = NULL;
  size_t size;
  hwpgo_code_write (code, &out);
  for (size_t n = 0; n < out.n; n++)
    {
      struct hwpgo_code *other = hwpgo_code_new ();
      CHECK (hwpgo_code_read (other, out.data, n) == -HWPGO_E_FORMAT);
      hwpgo_code_free (other);
    }
  struct hwpgo_code *other = hwpgo_code_new ();
  CHECK (hwpgo_code_read (other, out.data, out.n) == 0);
  /* Another unit that says the same changes nothing.  */
  CHECK (hwpgo_code_read (other, out.data, out.n) == 0);
  hwpgo_code_set_mask (other, 0xff);
  CHECK (hwpgo_rematch_apply (other, p, NULL, &now) == 0);
  CHECK ((now != NULL) == (want != NULL));
  if (now && want)
    {
      FILE *f = open_memstream (&got, &size);
      CHECK (hwpgo_text_write (now, f, &e) == 0);
      fclose (f);
      CHECK_STRING (got, want);
      free (got);
    }
  hwpgo_profile_free (now);
  hwpgo_code_free (other);
  free (out.data);
}

/* Check that the profile TEXT becomes WANT (NULL: it stays) in CODE.  */
static void
becomes (struct hwpgo_code *code, const char *text, const char *want)
{
  struct hwpgo_profile *p = read_text (text), *now;
  struct hwpgo_error e;
  char *got = NULL;
  size_t size;
  CHECK (hwpgo_rematch (code, p, NULL, NULL, 0xff) == 0);
  CHECK (hwpgo_rematch_apply (code, p, NULL, &now) == 0);
  CHECK ((now != NULL) == (want != NULL));
  if (now && want)
    {
      FILE *f = open_memstream (&got, &size);
      CHECK (hwpgo_text_write (now, f, &e) == 0);
      fclose (f);
      CHECK_STRING (got, want);
      free (got);
    }
  link_does_the_same (code, p, want);
  hwpgo_profile_free (p);
  hwpgo_profile_free (now);
  hwpgo_code_free (code);
}

static const char usual[] = "main:290:1\n"
                            " 0: 10\n"
                            " 1: 10\n"
                            " 3: 50 f:40\n"
                            " 4: 50\n"
                            " 6: 90\n"
                            " 7: g:80\n"
                            "  1: 80\n";

static void
what_fits_stays (void)
{
  struct hwpgo_code *code = hwpgo_code_new ();
  add (code, "main", "11.f1.1g1");
  add (code, "g", "11");
  becomes (code, usual, NULL);
}

static void
what_moved_goes_along (void)
{
  struct hwpgo_code *code = hwpgo_code_new ();
  add (code, "main", "11....f1.11g1");
  add (code, "g", "11");
  becomes (code, usual,
           "main:290:1\n"
           " 0: 10\n"
           " 1: 10\n"
           " 6: 50 f:40\n"
           " 7: 50\n"
           " 10: 90\n"
           " 11: g:80\n"
           "  1: 80\n");
}

/* A function is one in all contexts: what is inlined moves by the same.  */
static void
inlined_code_moves (void)
{
  struct hwpgo_code *code = hwpgo_code_new ();
  add (code, "g", "1.....11a11b1");
  becomes (code,
           "far:50:1\n"
           " 9: g:50\n"
           "  1: 10\n"
           "  2: 10\n"
           "  3: 10 a:10\n"
           "  4: 0\n"
           "  5: 10\n"
           "  6: 10 b:10\n"
           "g:20:1\n"
           " 1: 10\n"
           " 3: 10 a:9\n",
           "far:50:1\n"
           " 9: g:50\n"
           "  6: 10\n"
           "  7: 10\n"
           "  8: 10 a:10\n"
           "  9: 0\n"
           "  10: 10\n"
           "  11: 10 b:10\n"
           "g:20:1\n"
           " 6: 10\n"
           " 8: 10 a:9\n");
}

/* What calls other functions is other code, whatever lines it has.  */
static void
other_code_is_not_matched (void)
{
  struct hwpgo_code *code = hwpgo_code_new ();
  struct hwpgo_profile *p = read_text ("main:90:1\n"
                                       " 1: 10 a:10\n"
                                       " 2: 10 b:10\n"
                                       " 3: 10 c:10\n"
                                       " 4: 60 d:10\n");
  struct hwpgo_profile *now;
  uint64_t count;
  add (code, "main", "11x1y1z111111");
  CHECK (hwpgo_rematch (code, p, NULL, NULL, 0xff) == 0);
  CHECK (hwpgo_rematched (code, 0)->verdict == HWPGO_REMATCH_OTHER);
  CHECK (hwpgo_rematched (code, 1) == NULL);
  CHECK (hwpgo_rematch_apply (code, p, NULL, &now) == 0);
  for (uint32_t line = 0; line <= 0xffff; line++)
    CHECK (!hwpgo_function_count (
        now->functions[0], (struct hwpgo_location){ line, 0 }, 0, &count));
  CHECK_U64 (now->functions[0]->total, 90);
  hwpgo_profile_free (p);
  hwpgo_profile_free (now);
  hwpgo_code_free (code);
}

/* The calls of both ways of a branch at line 2 had become one there.  */
static void
calls_of_converted_branches_say_nothing (void)
{
  static const char text[] = "main:90:1\n"
                             " 1: 10 a:10\n"
                             " 2: 30 f:30\n"
                             " 5: 30\n"
                             " 6: 10 b:10\n";
  for (int converted = 0; converted <= 1; converted++)
    {
      struct hwpgo_code *code = hwpgo_code_new ();
      struct hwpgo_profile *p = read_text (text);
      struct hwpgo_profile *at = read_text (converted ? "main:100:0\n"
                                                        " 2: 100\n"
                                                      : "main:100:0\n"
                                                        " 5: 100\n");
      add (code, "main", "1a1f1fb1");
      CHECK (hwpgo_rematch (code, p, at, NULL, 0xff) == 0);
      CHECK_U64 (hwpgo_rematched (code, 0)->verdict,
                 converted ? HWPGO_REMATCH_FITS : HWPGO_REMATCH_MOVED);
      hwpgo_profile_free (p);
      hwpgo_profile_free (at);
      hwpgo_code_free (code);
    }
}

/* A line lost one of two calls: the place of the other is another now, and
   that of the first is gone.  */
static void
places_follow_calls (void)
{
  struct hwpgo_code *code = hwpgo_code_new ();
  add (code, "main", "11f1");
  becomes (code,
           "main:180:1\n"
           " 1: 10\n"
           " 2: 20 g:20\n"
           " 2.1: 70 f:70\n"
           " 2.2: 70\n"
           " 3: 10\n",
           "main:180:1\n"
           " 1: 10\n"
           " 2: 70 f:70\n"
           " 2.2: 70\n"
           " 3: 10\n"
           " 4294967295.0: 20 g:20\n");
}

/* Lines before the declaration, and discriminators that are masked.  */
static void
odd_places (void)
{
  struct hwpgo_code *code = hwpgo_code_new ();
  struct hwpgo_outline *o = hwpgo_code_function (code, "main");
  CHECK (hwpgo_outline_add_place (o, (struct hwpgo_location){ 65535, 0 }, 0)
         == 0);
  add (code, "main", "1.....fg1");
  becomes (code,
           "main:50:1\n"
           " 1: 10 f:1\n"
           " 2.256: 10 g:1\n"
           " 3: 10\n"
           " 65535.512: 20\n",
           "main:50:1\n"
           " 6: 10 f:1\n"
           " 7.256: 10 g:1\n"
           " 8: 10\n"
           " 65535.512: 20\n");
}

/* The accepted of the renames in CODE by the profile TEXT: "FROM=TO " for
   each.  */
static void
renames_are (struct hwpgo_code *code, const char *text, const char *want)
{
  struct hwpgo_profile *p = read_text (text);
  struct hwpgo_renames renames = { 0 };
  char got[200] = "";
  CHECK (hwpgo_rematch (code, p, NULL, NULL, 0xff) == 0);
  CHECK (hwpgo_renames_find (code, &renames) == 0);
  CHECK (hwpgo_renames_judge (code, &renames, p, NULL, 0xff) == 0);
  for (size_t i = 0; i < renames.n; i++)
    if (renames.items[i].accepted)
      {
        size_t length = strlen (got);
        snprintf (got + length, sizeof got - length, "%s=%s ",
                  renames.items[i].from, renames.items[i].to);
      }
  CHECK_STRING (got, want);
  hwpgo_renames_free (&renames);
  hwpgo_profile_free (p);
  hwpgo_code_free (code);
}

static void
renamed_functions (void)
{
  struct hwpgo_code *code = hwpgo_code_new ();
  add (code, "main", "1n1m1");
  add (code, "n", "1f1.11");
  add (code, "m", "1..g.111h1");
  renames_are (code,
               "main:20:1\n 1: 10 old:10\n 3: 10 other:10\n"
               "old:20:1\n 1: 10 f:10\n 2: 10\n"
               "other:20:1\n 3: 10 g:10\n 5: 10\n 8: 10 h:9\n",
               "old=n other=m ");
}

/* On one line both are called; which is which, their bodies say.  */
static void
two_on_a_line (void)
{
  struct hwpgo_code *code = hwpgo_code_new ();
  struct hwpgo_outline *o = hwpgo_code_function (code, "main");
  add (code, "main", "1n1");
  CHECK (hwpgo_outline_add_call (o, (struct hwpgo_location){ 1, 0 },
                                 hwpgo_code_name (code, "m"), 0)
         == 0);
  add (code, "n", "1f1.11");
  add (code, "m", "1..g.111h1");
  renames_are (code,
               "main:10:1\n 1: 10 zold:10 aother:10\n"
               "zold:20:1\n 1: 10 f:10\n 2: 10\n"
               "aother:30:1\n 3: 10 g:10\n 5: 10\n 8: 10 h:9\n",
               "aother=m zold=n ");
}

static void
no_renamed_functions (void)
{
  /* It is called still.  */
  struct hwpgo_code *code = hwpgo_code_new ();
  add (code, "main", "1n1o1");
  add (code, "n", "1f1.11");
  renames_are (code,
               "main:10:1\n 1: 10 o:10\n"
               "o:20:1\n 1: 10 f:10\n 2: 10\n",
               "");
  /* What is called now ran before, too.  */
  code = hwpgo_code_new ();
  add (code, "main", "1n1");
  add (code, "n", "1f1.11");
  renames_are (code,
               "main:10:1\n 1: 10 old:10\n"
               "n:20:1\n 1: 10 f:10\n 2: 10\n"
               "old:20:1\n 1: 10 f:10\n 2: 10\n",
               "");
  /* It is another function.  */
  code = hwpgo_code_new ();
  add (code, "main", "1n1");
  add (code, "n", "1f.g11");
  renames_are (code,
               "main:10:1\n 1: 10 old:10\n"
               "old:30:1\n 1: 10 h:10\n 2: 10 i:10\n 9: 10\n",
               "");
}

static void
damaged_changes (void)
{
  static const struct
  {
    const char *what, *bytes;
    size_t size;
  } bad[] = {
    { "a verdict that needs no telling", "\1\1f\0\0\0\0", 7 },
    { "lines that fall",
      "\1\1f\1\2\202\200\200\200\10\202\200\200\200\10"
      "\201\200\200\200\10\201\200\200\200\10\0\0",
      27 },
    { "a line that is too far",
      "\1\1f\1\1\202\200\200\200\10\200\200\200\200\17\0\0", 17 },
    { "a name with a NUL", "\1\2f\0\2\0\0\0", 8 },
    { "a byte too many", "\0\0\0", 3 },
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
      struct hwpgo_code *code = hwpgo_code_new ();
      CHECK (hwpgo_code_read (code, bad[i].bytes, bad[i].size)
             == -HWPGO_E_FORMAT);
      hwpgo_code_free (code);
    }
  struct hwpgo_code *code = hwpgo_code_new ();
  CHECK (hwpgo_code_read (code, "\1\1f\2\0\0\1\1a\1b", 11) == 0);
  const struct hwpgo_renamed *r = hwpgo_code_renamed (code, 0);
  CHECK_STRING (r->from, "a");
  CHECK_STRING (r->to, "b");
  CHECK (hwpgo_code_renamed (code, 1) == NULL);
  hwpgo_code_free (code);
}

int
main (void)
{
  RUN (damaged_changes);
  RUN (what_fits_stays);
  RUN (what_moved_goes_along);
  RUN (inlined_code_moves);
  RUN (other_code_is_not_matched);
  RUN (calls_of_converted_branches_say_nothing);
  RUN (places_follow_calls);
  RUN (odd_places);
  RUN (renamed_functions);
  RUN (two_on_a_line);
  RUN (no_renamed_functions);
  return UNIT_RESULT;
}
