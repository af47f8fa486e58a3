/* Text profiles: reading, writing, and every way to be wrong.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "testsuite/unit/profile-text.h"
#include "testsuite/unit/unit.h"

/* CHECK that TEXT is read and written as WANT.  */
static void
check_written (const char *text, const char *want)
{
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_profile *p = profile_from_string (text, &e);
  CHECK_STRING (e.text, "");
  char *got = p ? profile_to_string (p, &e) : NULL;
  CHECK_STRING (got, want);
  free (got);
  hwpgo_profile_free (p);
}

/* CHECK that TEXT is refused with a message that ends in WANT.  */
static void
check_refused (const char *text, const char *want)
{
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_profile *p = profile_from_string (text, &e);
  CHECK (p == NULL);
  CHECK_STRING (e.text, want);
  hwpgo_profile_free (p);
}

/* All that the grammar has, in the order in which it is written.  */
static const char everything[]
    = "ns::f(int, a<b, c>):300:0\n"
      " 1: 6 q:5\n"
      " !CFGChecksum: 0\n" /* LLVM's word for none.  */
      "main:200:5\n"
      " 0: 5\n"
      " 1: 10 c:4 aaa:3 ab:3 b:3\n"
      " 2.5: 0\n"
      " 4: 10 std::foo<int, char>:7 operator new(unsigned long):3 zero:0\n"
      " 65535: 18446744073709551615\n"
      " 70000.4294967295: 3\n"
      " 3: aaa:4\n"
      "  1: 4\n"
      "  2.7: ns::g(int, int):8\n"
      "   5: 8 h:8\n"
      "   !CFGChecksum: 0\n"
      "  !CFGChecksum: 12\n"
      "  !Attributes: 2\n"
      " 3: b:4\n"
      "  1: 4\n"
      "  !CFGChecksum: 13\n"
      " !CFGChecksum: 18446744073709551615\n"
      " !Attributes: 4294967295\n"
      "zero:0:0\n"
      " 1: 0\n"
      " !CFGChecksum: 7\n";

static void
the_whole_grammar_goes_round (void)
{
  check_written (everything, everything);
}

static void
contents_are_as_written (void)
{
  struct hwpgo_error e;
  struct hwpgo_profile *p = profile_from_string (everything, &e);
  const struct hwpgo_function *f = hwpgo_profile_find (p, "main");
  CHECK (f->total == 200 && f->head == 5);
  CHECK (f->has_checksum && f->checksum == UINT64_MAX);
  CHECK (f->has_attributes && f->attributes == UINT32_MAX);
  CHECK_U64 (f->n_samples, 6);
  CHECK_U64 (f->samples[2].at.discriminator, 5);
  CHECK_STRING (f->samples[3].targets[0].name, "operator new(unsigned long)");
  CHECK_U64 (f->samples[5].at.line, 70000);
  CHECK_U64 (f->n_callsites, 2);
  const struct hwpgo_function *g = f->callsites[0].callee->callsites[0].callee;
  CHECK_STRING (g->name, "ns::g(int, int)");
  CHECK (g->total == 8 && g->head == 0 && !g->has_checksum);
  CHECK (hwpgo_profile_find (p, "ns::g(int, int)") == NULL);
  hwpgo_profile_free (p);
}

static void
blanks_comments_and_line_ends_do_not_matter (void)
{
  check_written ("# c\n\n   \n   # c\nf:1:2\r\n# c\n 1: 3\r\n\n",
                 "f:1:2\n 1: 3\n");
  check_written ("f:1:2\n 1: 3   b:2  a:2", "f:1:2\n 1: 3 a:2 b:2\n");
  check_written ("f:01:002\n 03.00: 004\n", "f:1:2\n 3: 4\n");
  check_written ("", "");
  check_written ("\n# nothing\n  \n", "");
}

static void
repeated_lines_are_summed (void)
{
  check_written ("f:1:2\n 1: 3 a:1\n 1: 4 a:2 b:1\n"
                 "g:3:0\nf:10:20\n 2: a:5\n  1: 6\n 2: a:7\n  1: 8\n 1: 1\n",
                 "f:11:22\n 1: 8 a:3 b:1\n 2: a:12\n  1: 14\ng:3:0\n");
  check_written ("f:18446744073709551615:1\nf:1:18446744073709551615\n",
                 "f:18446744073709551615:18446744073709551615\n");
  /* As LLVM does it.  */
  check_written ("f:1:2\n 1: 3 a:7 b:1 a:2\n", "f:1:2\n 1: 3 a:2 b:1\n");
}

static void
unsorted_input_is_sorted (void)
{
  check_written ("a:1:0\nb:5:0\n 9: 1\n 3.2: 1\n 3.1: x:0\n 3: 1\n 1: y:0\n"
                 " 1: x:0\n",
                 "b:5:0\n 3: 1\n 3.2: 1\n 9: 1\n 1: x:0\n 1: y:0\n 3.1: x:0\n"
                 "a:1:0\n");
}

static void
any_order_is_the_same (void)
{
  const char *parts[] = { " 1: 1 a:1 b:2\n",
                          " 1: 2 a:1 c:1\n",
                          " 1.1: 4\n",
                          " 2: 8\n",
                          " 2: g:1\n  1: 1\n",
                          " 2: g:2\n  1: 2\n  2: 9\n",
                          " 2: f:4\n  3: 4\n",
                          " 1: g:8\n  5: h:1\n   1: 1\n  4: 1\n",
                          " 1: g:16\n  5: h:2\n   1: 2\n   0: 1\n" };
  enum
  {
    N = sizeof parts / sizeof *parts
  };
  uint32_t state = 1;
  for (int round = 0; round < 300; round++)
    {
      char text[500] = "f:5:1\n";
      for (uint32_t i = 0; i < N; i++)
        {
          state = state * 1664525 + 1013904223;
          uint32_t other = i + (state >> 16) % (N - i);
          const char *part = parts[other];
          parts[other] = parts[i];
          parts[i] = part;
          strcat (text, part);
        }
      check_written (text,
                     "f:5:1\n 1: 3 a:2 b:2 c:1\n 1.1: 4\n 2: 8\n 1: g:24\n"
                     "  4: 1\n  5: h:3\n   0: 1\n   1: 3\n 2: f:4\n  3: 4\n"
                     " 2: g:3\n  1: 3\n  2: 9\n");
    }
  check_refused ("f:1:1\n 2: g:1\n  !CFGChecksum: 1\n 1: 1\n 2: g:1\n"
                 "  !CFGChecksum: 2\n 1: g:1\n 2: g:1\n  !CFGChecksum: 3\n",
                 "t: does not belong together: two checksums of one inlined "
                 "call");
}

static void
newer_lines_are_read_over (void)
{
  check_written ("f:1:2\n 1: 3\n 1: vtables _ZTV1a:1 _ZTV1b:2\n !Flat\n",
                 "f:1:2\n 1: 3\n");
  check_refused ("f:1:2\n 1: vtables _ZTV1a\n",
                 "t: line 2: malformed: expected ' NAME:COUNT' for a target, "
                 "found '_ZTV1a'");
}

static void
bad_first_lines_are_refused (void)
{
#define HEAD "t: line 1: malformed: expected 'NAME:TOTAL:HEAD', found "
  check_refused ("f", HEAD "'f'");
  check_refused ("f:1", HEAD "'f:1'");
  check_refused (":1:2", HEAD "':1:2'");
  check_refused ("1:2", HEAD "'1:2'");
  check_refused ("f:1:", HEAD "'f:1:'");
  check_refused ("f::1", HEAD "'f::1'");
  check_refused ("f:x:1", HEAD "'f:x:1'");
  check_refused ("f:-1:1", HEAD "'f:-1:1'");
  check_refused ("f:+1:1", HEAD "'f:+1:1'");
  check_refused ("f:1:1 ", HEAD "'f:1:1 '");
  check_refused ("f:18446744073709551616:1",
                 HEAD "'f:18446744073709551616:1'");
  check_refused ("\tf", HEAD "'?f'");
  check_refused ("# c\n\n 1: 2\n",
                 "t: line 3: malformed: expected a function, "
                 "'NAME:TOTAL:HEAD', first, found '1: 2'");
  check_refused ("[main:3 @ f]:1:2\n",
                 "t: line 1: not supported: a context-sensitive profile; "
                 "'llvm-profdata merge --sample --text "
                 "--convert-sample-profile-layout=nest' makes one that is "
                 "read");
}

static void
bad_places_are_refused (void)
{
#define LINE(t) "f:1:2\n" t "\n", "t: line 2: malformed: expected "
#define OFFSET "a line offset up to 65535, found "
  check_refused (LINE (" x: 1") OFFSET "'x'");
  check_refused (LINE (" : 1") OFFSET "''");
  check_refused (LINE (" 65536: 1") OFFSET "'65536'");
  check_refused (LINE (" 1") "': ' and a count or 'NAME:TOTAL', found ''");
  check_refused (LINE (" 1:") "': ' and a count or 'NAME:TOTAL', found ':'");
  check_refused (LINE (" 1:2") "': ' and a count or 'NAME:TOTAL', found ':2'");
  check_refused (LINE (" 1:x2") "': ' and a count or 'NAME:TOTAL', "
                                "found ':x2'");
  check_refused (LINE (" 1.: 1") "a discriminator up to 4294967295, found ''");
  check_refused (LINE (" 1.2.3: 1") "a discriminator up to 4294967295, "
                                    "found '2.3'");
  check_refused (LINE (" 1.4294967296: 1") "a discriminator up to 4294967295, "
                                           "found '4294967296'");
  check_refused (LINE (" 4294967296.1: 1") "a line offset up to 4294967295, "
                                           "found '4294967296'");
  check_refused (LINE (" .1: 1") "a line offset up to 4294967295, found ''");
}

static void
bad_counts_are_refused (void)
{
#define TARGET "' NAME:COUNT' for a target, found "
#define CALL "a count or 'NAME:TOTAL', found "
  check_refused (LINE (" 1: 2x") "a count, found '2x'");
  check_refused (LINE (" 1: 18446744073709551616") "a count, found "
                                                   "'18446744073709551616'");
  check_refused (LINE (" 1: -2") CALL "'-2'");
  check_refused (LINE (" 1: f") CALL "'f'");
  check_refused (LINE (" 1: f:") CALL "'f:'");
  check_refused (LINE (" 1: :1") CALL "':1'");
  check_refused (LINE (" 1:  f:1") CALL "' f:1'");
  check_refused (LINE (" 1: f:1x") CALL "'f:1x'");
  check_refused (LINE (" 1: 2 ") TARGET "''");
  check_refused (LINE (" 1: 2 f") TARGET "'f'");
  check_refused (LINE (" 1: 2 f:") TARGET "'f:'");
  check_refused (LINE (" 1: 2 :3") TARGET "':3'");
  check_refused (LINE (" 1: 2 f:1 g") TARGET "'g'");
  check_refused (LINE (" 1: 2 f:18446744073709551616") TARGET
                 "'f:18446744073709551616'");
}

static void
bad_nesting_and_metadata_are_refused (void)
{
  check_refused (LINE ("  1: 2") "at most 1 blanks at the start, found 2");
  check_refused ("f:1:2\n 1: g:3\n  1: 2\n 2: 1\n  2: 1\n",
                 "t: line 5: malformed: expected at most 1 blanks at the "
                 "start, found 2");
#define META "'!CFGChecksum: N' or '!Attributes: N', found "
  check_refused (LINE (" !") META "'!'");
  check_refused (LINE (" !CFGChecksum: x") META "'!CFGChecksum: x'");
  check_refused (LINE (" !Attributes: 4294967296") META
                 "'!Attributes: 4294967296'");
  check_refused (LINE (" !Attribute: 1") META "'!Attribute: 1'");
  check_refused ("f:1:2\n 1: g:1\n  !Flat\n",
                 "t: line 3: malformed: expected " META "'!Flat'");
  check_refused ("f:1:2\n !Attributes: 1\n 1: 2\n",
                 "t: line 3: malformed: expected nothing more of a function "
                 "after its metadata, found '1: 2'");
  check_refused ("f:1:2\n 1: g:1\n  !Attributes: 1\n  1: 2\n",
                 "t: line 4: malformed: expected nothing more of a function "
                 "after its metadata, found '1: 2'");
  check_written ("f:1:2\n 1: g:1\n  !Attributes: 1\n 1: g:1\n  1: 2\n",
                 "f:1:2\n 1: g:2\n  1: 2\n  !Attributes: 1\n");
}

static void
depth_is_limited (void)
{
  char *text = malloc (2000 * 1100);
  for (int depth = HWPGO_MAX_INLINE_DEPTH - 1; depth <= HWPGO_MAX_INLINE_DEPTH;
       depth++)
    {
      char *p = text + sprintf (text, "f:0:0\n");
      for (int i = 1; i <= depth; i++)
        p += sprintf (p, "%*s1: f:0\n", i, "");
      struct hwpgo_error e = { .text = "" };
      struct hwpgo_profile *profile = profile_from_string (text, &e);
      CHECK ((profile != NULL) == (depth < HWPGO_MAX_INLINE_DEPTH));
      CHECK (profile || e.code == HWPGO_E_LIMIT);
      char *again = profile ? profile_to_string (profile, &e) : NULL;
      CHECK (!profile || strcmp (again, text) == 0);
      free (again);
      hwpgo_profile_free (profile);
    }
  free (text);
}

/* CHECK that the SIZE bytes at DATA are an error or load cleanly: what was
   written of it reads back to the same.  */
static void
check_sane (const char *data, size_t size)
{
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_profile *p = profile_from_bytes (data, size, &e);
  if (!p)
    {
      CHECK (e.code != HWPGO_OK && strncmp (e.text, "t: line ", 8) == 0);
      return;
    }
  char *once = profile_to_string (p, &e);
  CHECK_STRING (e.text, "");
  hwpgo_profile_free (p);
  p = once ? profile_from_string (once, &e) : NULL;
  char *twice = p ? profile_to_string (p, &e) : NULL;
  CHECK (twice && strcmp (once, twice) == 0);
  free (once);
  free (twice);
  hwpgo_profile_free (p);
}

static void
cut_at_every_byte (void)
{
  for (size_t size = 0; size < sizeof everything; size++)
    check_sane (everything, size);
}

static void
every_byte_flipped (void)
{
  static const unsigned char flips[]
      = { 1, 2, 4, 8, 16, 32, 64, 128, 255, ':' ^ ' ', ' ' ^ '\n' };
  char text[sizeof everything];
  memcpy (text, everything, sizeof text);
  for (size_t i = 0; i + 1 < sizeof text; i++)
    for (size_t k = 0; k < sizeof flips; k++)
      {
        text[i] ^= (char) flips[k];
        check_sane (text, sizeof text - 1);
        text[i] ^= (char) flips[k];
      }
}

static void
names_that_do_not_read_back_are_not_written (void)
{
  static const char *const bad[] = { "", " f", "#f", "[f]:1", "f\ng" };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
      struct hwpgo_error e = { .text = "" };
      struct hwpgo_profile *p = hwpgo_profile_new ();
      hwpgo_profile_function (p, bad[i], strlen (bad[i]));
      CHECK (profile_to_string (p, &e) == NULL);
      CHECK (e.code == HWPGO_E_UNSUPPORTED);
      hwpgo_profile_free (p);
    }
  static const char *const targets[] = { "", ":f", " f", "f:1 g", "f\n" };
  static const char *const callees[] = { "", "1f", " f", "vtables f", "\n" };
  for (size_t i = 0; i < 10; i++)
    {
      const char *name = i < 5 ? targets[i] : callees[i - 5];
      struct hwpgo_location at = { 1, 0 };
      struct hwpgo_error e = { .text = "" };
      struct hwpgo_profile *p = hwpgo_profile_new ();
      struct hwpgo_function *f = hwpgo_profile_function (p, "f", 1);
      if (i < 5)
        hwpgo_function_add_target (p, f, at, name, strlen (name), 1);
      else
        hwpgo_function_callsite (p, f, at, name, strlen (name));
      CHECK (profile_to_string (p, &e) == NULL);
      CHECK (e.code == HWPGO_E_UNSUPPORTED);
      hwpgo_profile_free (p);
    }
}

/* One place on many lines, in the wrong order: this takes a second with
   sanitizers, or minutes when each name is put into its place.  */
static void
many_targets_are_united_at_once (void)
{
  enum
  {
    N = 300000
  };
  char *text = NULL;
  size_t size;
  struct hwpgo_error e = { .text = "" };
  FILE *out = open_memstream (&text, &size);
  fputs ("a:1:1\n 2: 1\n 1: 5", out);
  for (int i = 0; i < N; i++)
    fprintf (out, " f%07d:1", 2 * i);
  fputs ("\n 1: 5", out);
  for (int i = N; i-- > 0;)
    fprintf (out, " f%07d:1", 2 * i + 1);
  fputs ("\n 1: 5 f0000001:1\n", out);
  for (int i = N; i-- > 0;)
    fprintf (out, " 3: 1 f%07d:1\n", i);
  fclose (out);
  struct hwpgo_profile *p = profile_from_bytes (text, size, &e);
  CHECK_STRING (e.text, "");
  const struct hwpgo_function *f = p ? p->functions[0] : NULL;
  CHECK (f && f->n_samples == 3);
  if (f && f->n_samples == 3)
    {
      const struct hwpgo_sample *s = f->samples;
      CHECK_U64 (s[0].count, 15);
      CHECK_U64 (s[0].n_targets, 2 * N);
      CHECK_STRING (s[0].targets[1].name, "f0000001");
      CHECK_U64 (s[0].targets[1].count, 2);
      CHECK_U64 (s[2].count, N);
      CHECK_U64 (s[2].n_targets, N);
    }
  hwpgo_profile_free (p);
  free (text);
}

int
main (void)
{
  RUN (the_whole_grammar_goes_round);
  RUN (contents_are_as_written);
  RUN (blanks_comments_and_line_ends_do_not_matter);
  RUN (repeated_lines_are_summed);
  RUN (unsorted_input_is_sorted);
  RUN (any_order_is_the_same);
  RUN (newer_lines_are_read_over);
  RUN (bad_first_lines_are_refused);
  RUN (bad_places_are_refused);
  RUN (bad_counts_are_refused);
  RUN (bad_nesting_and_metadata_are_refused);
  RUN (depth_is_limited);
  RUN (cut_at_every_byte);
  RUN (every_byte_flipped);
  RUN (many_targets_are_united_at_once);
  RUN (names_that_do_not_read_back_are_not_written);
  return UNIT_RESULT;
}
