/* Moving samples of calls that are not inlined here.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "plugin/settle.h"
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

static struct hwpgo_place
inlined (const char *callee, uint32_t line, const char *caller)
{
  return (struct hwpgo_place){
    .n_frames = 2, .frames = { { callee, { 0, 0 } }, { caller, { line, 0 } } }
  };
}

/* Settle TEXT and check the result's text.  */
static void
settles_to (const char *text, const struct hwpgo_contexts *contexts, int shift,
            const char *want)
{
  struct hwpgo_profile *p = read_text (text);
  struct hwpgo_settled settled;
  struct hwpgo_error e;
  char *got = NULL;
  size_t size;
  CHECK (hwpgo_settle (&settled, p, contexts, NULL, shift) == 0);
  FILE *f = open_memstream (&got, &size);
  CHECK (hwpgo_text_write (settled.profile, f, &e) == 0);
  fclose (f);
  CHECK_STRING (got, want);
  free (got);
  hwpgo_settled_free (&settled);
  hwpgo_profile_free (p);
}

/* main calls f at 1 and g at 2; f calls g at 7.  */
static const char nested[] = "main:160:1\n"
                             " 1: 10\n"
                             " 1: f:100\n"
                             "  1: 50\n"
                             "  7: g:50\n"
                             "   3: 50\n"
                             " 2: g:50\n"
                             "  3: 50\n";

static void
what_is_inlined_here_stays (void)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  struct hwpgo_place place = inlined ("f", 1, "main");
  CHECK (hwpgo_contexts_add_inlined (c, &place) == 0);
  place = (struct hwpgo_place){
    .n_frames = 3,
    .frames = { { "g", { 0, 0 } }, { "f", { 7, 0 } }, { "main", { 1, 0 } } }
  };
  CHECK (hwpgo_contexts_add_inlined (c, &place) == 0);
  place = inlined ("g", 2, "main");
  CHECK (hwpgo_contexts_add_inlined (c, &place) == 0);
  settles_to (nested, c, 0, nested);
  hwpgo_contexts_free (c);
}

static void
what_is_not_moves_to_the_callee (void)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  hwpgo_contexts_add_function (c, "main", false);
  hwpgo_contexts_add_function (c, "f", false);
  hwpgo_contexts_add_function (c, "g", false);
  settles_to (nested, c, 0,
              "g:100:0\n"
              " 3: 100\n"
              "f:50:0\n"
              " 1: 50\n"
              "main:10:1\n"
              " 1: 10\n");
  hwpgo_contexts_free (c);
  /* f has g inlined in its own body; main has neither.  */
  c = hwpgo_contexts_new (false);
  hwpgo_contexts_add_function (c, "main", false);
  hwpgo_contexts_add_function (c, "g", false);
  struct hwpgo_place place = inlined ("g", 7, "f");
  hwpgo_contexts_add_inlined (c, &place);
  settles_to (nested, c, 0,
              "f:100:0\n"
              " 1: 50\n"
              " 7: g:50\n"
              "  3: 50\n"
              "g:50:0\n"
              " 3: 50\n"
              "main:10:1\n"
              " 1: 10\n");
  hwpgo_contexts_free (c);
}

/* In a part of a link that has g, and f perhaps, main is in another one, which
   has g inlined.  */
static void
what_other_parts_have_stays_there (void)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  hwpgo_contexts_add_function (c, "g", false);
  CHECK (hwpgo_contexts_inlined_elsewhere (c, "g") == 0);
  settles_to (nested, c, 0, "");
  /* What f no longer has comes from f, which is here.  */
  hwpgo_contexts_add_function (c, "f", false);
  settles_to (nested, c, 0,
              "f:50:0\n"
              " 1: 50\n"
              "g:50:0\n"
              " 3: 50\n");
  CHECK (hwpgo_contexts_inlined_elsewhere (c, "f") == 0);
  settles_to (nested, c, 0, "");
  hwpgo_contexts_free (c);
}

static void
add_call (struct hwpgo_contexts *c, uint32_t number)
{
  struct hwpgo_place place = inlined ("f", 1, "main");
  place.frames[1].at.discriminator = number;
  CHECK (hwpgo_contexts_add_inlined (c, &place) == 0);
}

/* Of several calls of one function on one line each has its own counts, as far
   as their numbers tell them apart.  */
static void
calls_on_one_line_are_told_apart (void)
{
  static const char two[] = "main:51:1\n"
                            " 1: 1\n"
                            " 1.6: f:10\n"
                            "  2: 10\n"
                            " 1.20: f:40\n"
                            "  2: 40\n";
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  hwpgo_contexts_add_function (c, "main", false);
  hwpgo_contexts_add_function (c, "f", false);
  add_call (c, 20);
  /* What is not inlined has nothing of what is.  */
  settles_to (two, c, 0,
              "main:41:1\n"
              " 1: 1\n"
              " 1.20: f:40\n"
              "  2: 40\n"
              "f:10:0\n"
              " 2: 10\n");
  add_call (c, 6);
  settles_to (two, c, 0, two);
  /* And in a profile without numbers it is anyone's.  */
  settles_to ("main:50:0\n"
              " 1: f:50\n"
              "  2: 50\n",
              c, 0,
              "main:50:0\n"
              " 1.6: f:25\n"
              "  2: 25\n"
              " 1.20: f:25\n"
              "  2: 25\n");
  hwpgo_contexts_free (c);
  /* The line was edited; of one call there are three copies.  */
  c = hwpgo_contexts_new (false);
  add_call (c, 8);
  add_call (c, 22);
  add_call (c, 22);
  add_call (c, 22);
  settles_to (two, c, 0,
              "main:25:1\n"
              " 1: 1\n"
              " 1.8: f:12\n"
              "  2: 12\n"
              " 1.22: f:12\n"
              "  2: 12\n");
  hwpgo_contexts_free (c);
  /* The compiler knows no columns.  */
  c = hwpgo_contexts_new (false);
  add_call (c, 0);
  settles_to (two, c, 0,
              "main:51:1\n"
              " 1: 1\n"
              " 1: f:50\n"
              "  2: 50\n");
  hwpgo_contexts_free (c);
}

static void
functions_of_other_units_are_passed_through (void)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  hwpgo_contexts_add_function (c, "g", false);
  settles_to (nested, c, 0,
              "g:100:0\n"
              " 3: 100\n");
  hwpgo_contexts_free (c);
}

static void
recursion_folds (void)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  static const char text[] = "f:7:4\n"
                             " 1: 4\n"
                             " 2: f:3\n"
                             "  1: 2\n"
                             "  2: f:1\n"
                             "   1: 1\n";
  hwpgo_contexts_add_function (c, "f", false);
  settles_to (text, c, 0, "f:7:0\n 1: 7\n");
  /* Inlined once here: every other level is the outer one.  */
  struct hwpgo_place place = inlined ("f", 2, "f");
  hwpgo_contexts_add_inlined (c, &place);
  settles_to (text, c, 0,
              "f:7:0\n"
              " 1: 5\n"
              " 2: f:2\n"
              "  1: 2\n");
  hwpgo_contexts_free (c);
}

static void
copies_share_and_nothing_is_rounded_away (void)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  struct hwpgo_place place = inlined ("f", 1, "main");
  hwpgo_contexts_add_inlined (c, &place);
  hwpgo_contexts_add_inlined (c, &place);
  static const char text[] = "main:10:0\n"
                             " 1: f:10\n"
                             "  1: 9\n"
                             "  2: 1\n"
                             "  3: 0\n";
  settles_to (text, c, 0, "main:5:0\n 1: f:5\n  1: 4\n  2: 1\n  3: 0\n");
  settles_to (text, c, 3, "main:40:0\n 1: f:40\n  1: 36\n  2: 4\n  3: 0\n");
  settles_to (text, c, -5, "main:2:0\n 1: f:2\n  1: 1\n  2: 1\n  3: 0\n");
  CHECK_U64 (hwpgo_settle_scale (UINT64_MAX, 8), UINT64_MAX);
  CHECK_U64 (hwpgo_settle_scale (UINT64_MAX, -60), 15);
  hwpgo_contexts_free (c);
}

static void
moved_calls_leave_their_entries (void)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  hwpgo_contexts_add_function (c, "main", false);
  struct hwpgo_profile *p = read_text (nested);
  struct hwpgo_settled settled;
  CHECK (hwpgo_settle (&settled, p, c, NULL, 1) == 0);
  struct hwpgo_place place
      = { .n_frames = 1, .frames = { { "main", { 1, 0 } } } };
  const struct hwpgo_function *main_
      = hwpgo_settled_function (&settled, &place);
  CHECK (main_ != NULL);
  uint64_t n = 7;
  struct hwpgo_location at = { 1, 9 };
  CHECK (hwpgo_settled_call (&settled, main_, at, "f", &n));
  CHECK_U64 (n, 100);
  CHECK (!hwpgo_settled_call (&settled, main_, at, "g", &n));
  CHECK (!hwpgo_settled_call (&settled, main_, at, "h", &n));
  place = inlined ("f", 1, "main");
  CHECK (hwpgo_settled_function (&settled, &place) == NULL);
  hwpgo_settled_free (&settled);
  hwpgo_profile_free (p);
  hwpgo_contexts_free (c);
}

/* f has two names, g is known under one only.  */
static const char *
meaning (const char *name)
{
  return strcmp (name, "plain-f") == 0 ? "f" : name;
}

/* What was called and inlined by turns, and where nothing else is on the line.  */
static void
a_call_may_leave_nothing_else (void)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  struct hwpgo_settled settled;
  struct hwpgo_profile *p = read_text ("loop:100:10\n"
                                       " 2: 40\n"
                                       "main:400:1\n"
                                       " 1: loop:300\n"
                                       "  1: 30\n"
                                       "  2: leaf:200\n"
                                       "   0: 200\n"
                                       " 2: leaf:70\n"
                                       "  0: 70\n"
                                       " 2: 70\n"
                                       " 3: leaf:7\n"
                                       "  0: 7\n"
                                       " 3: 0\n");
  CHECK (hwpgo_contexts_add_function (c, "main", false) == 0);
  CHECK (hwpgo_contexts_add_function (c, "loop", true) == 0);
  CHECK (hwpgo_contexts_add_function (c, "leaf", true) == 0);
  CHECK (hwpgo_settle (&settled, p, c, NULL, 0) == 0);
  CHECK (hwpgo_settled_call_alone (
             &settled, hwpgo_profile_find (settled.profile, "loop"),
             (struct hwpgo_location){ 2, 0 }, "leaf")
         == 0);
  hwpgo_settled_free (&settled);
  CHECK (hwpgo_contexts_add_entry (c, "leaf", (struct hwpgo_location){ 0, 0 })
         == 0);
  CHECK (hwpgo_settle (&settled, p, c, NULL, 0) == 0);
  const struct hwpgo_function *loop
      = hwpgo_profile_find (settled.profile, "loop");
  const struct hwpgo_function *caller
      = hwpgo_profile_find (settled.profile, "main");
  struct hwpgo_location at = { 2, 0 };
  uint64_t count;
  CHECK (loop && caller);
  CHECK (hwpgo_settled_call (&settled, loop, at, "leaf", &count)
         && count == 200);
  CHECK (hwpgo_settled_call_alone (&settled, loop, at, "leaf") == 200);
  CHECK (hwpgo_settled_call (&settled, caller, at, "leaf", &count)
         && count == 70);
  CHECK (hwpgo_settled_call_alone (&settled, caller, at, "leaf") == 0);
  at.line = 3;
  CHECK (hwpgo_settled_call_alone (&settled, caller, at, "leaf") == 0);
  CHECK (hwpgo_settled_call_alone (&settled, caller, at, "none") == 0);
  hwpgo_settled_free (&settled);
  hwpgo_profile_free (p);
  hwpgo_contexts_free (c);
}

static void
names_get_their_meaning (void)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  hwpgo_contexts_add_function (c, "main", false);
  hwpgo_contexts_add_function (c, "f", false);
  struct hwpgo_profile *p = read_text ("main:20:1\n"
                                       " 1: plain-f:20\n"
                                       "  1: 20\n"
                                       "plain-f:1:1\n"
                                       " 1: 1\n"
                                       "f:2:2\n"
                                       " 1: 2\n");
  struct hwpgo_settled settled;
  CHECK (hwpgo_settle (&settled, p, c, meaning, 0) == 0);
  const struct hwpgo_function *f = hwpgo_profile_find (settled.profile, "f");
  CHECK (f && f->total == 23);
  CHECK (!hwpgo_profile_find (settled.profile, "plain-f"));
  struct hwpgo_lookup *l = hwpgo_lookup_new (p, meaning);
  struct hwpgo_place place
      = { .n_frames = 2,
          .frames = { { "f", { 1, 0 } }, { "main", { 1, 0 } } } };
  struct hwpgo_lookup_depth depth = hwpgo_lookup_deepest (&place);
  uint64_t n;
  CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  CHECK_U64 (n, 20);
  depth = (struct hwpgo_lookup_depth){ .frames = 1 };
  CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  CHECK_U64 (n, 23);
  hwpgo_lookup_free (l);
  hwpgo_settled_free (&settled);
  hwpgo_profile_free (p);
  hwpgo_contexts_free (c);
}

static bool
write_target (const char *name, uint64_t count, void *data)
{
  fprintf (data, "%s:%u ", name, (unsigned) count);
  return true;
}

static void
targets_of (const struct hwpgo_settled *settled, const char *function,
            struct hwpgo_location at, uint32_t mask, const char *want)
{
  char *got = NULL;
  size_t size;
  FILE *f = open_memstream (&got, &size);
  hwpgo_settled_each_target (settled,
                             hwpgo_profile_find (settled->profile, function),
                             at, mask, write_target, f);
  fclose (f);
  CHECK_STRING (got, want);
  free (got);
}

/* What branch records say, and what was inlined; scaled as all counts.  */
static void
calls_went_somewhere (void)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  hwpgo_contexts_add_function (c, "main", false);
  hwpgo_contexts_add_function (c, "f", false);
  struct hwpgo_profile *p = read_text ("main:100:1\n"
                                       " 1: 10 a:6 b:4\n"
                                       " 1.2: 20 a:20\n"
                                       " 1: f:30\n"
                                       "  4: 30 a:30\n"
                                       " 1.2: g:40\n"
                                       "  1: 40\n"
                                       " 2: 5 c:5\n");
  struct hwpgo_settled settled;
  CHECK (hwpgo_settle (&settled, p, c, NULL, 1) == 0);
  struct hwpgo_location at = { 1, 2 };
  targets_of (&settled, "main", at, 0xff, "a:40 g:80 f:60 ");
  targets_of (&settled, "main", at, 0, "a:12 b:8 a:40 g:80 f:60 ");
  at.line = 4;
  targets_of (&settled, "f", at, 0, "a:60 ");
  at.line = 3;
  targets_of (&settled, "main", at, 0, "");
  hwpgo_settled_free (&settled);
  hwpgo_profile_free (p);
  hwpgo_contexts_free (c);
}

/* Two units have a static 'leaf' of a header: 'here' and 'step' are this
   one's, 'away' and 'far' the other's.  */
static const char statics[] = "here:60:1\n"
                              " 1: 10 leaf:30\n"
                              " 2: leaf:50\n"
                              "  1: 50\n"
                              "away:700:1\n"
                              " 1: 0 leaf:10\n"
                              " 3: leaf:700\n"
                              "  1: 700\n"
                              "leaf:80:40\n"
                              " 1: 80 step:40 leaf:5\n"
                              "step:8:40\n"
                              " 1: 8\n";

static void
statics_of_other_units_are_theirs (void)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  hwpgo_contexts_add_function (c, "here", false);
  hwpgo_contexts_add_function (c, "leaf", true);
  settles_to (statics, c, 0,
              "leaf:130:0\n"
              " 1: 130 step:40 leaf:5\n"
              "here:10:1\n"
              " 1: 10 leaf:30\n");
  /* A clone that others may call.  */
  hwpgo_contexts_add_function (c, "leaf", false);
  hwpgo_contexts_add_function (c, "leaf", true);
  settles_to (statics, c, 0,
              "leaf:830:0\n"
              " 1: 830 step:40 leaf:5\n"
              "here:10:1\n"
              " 1: 10 leaf:30\n");
  hwpgo_contexts_free (c);
}

/* 30 of 35 calls of leaf that are not recursive are from here, and so are as
   many of those that it makes itself.  */
static void
their_records_are_shared_by_calls (void)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (true);
  hwpgo_contexts_add_function (c, "leaf", true);
  hwpgo_contexts_add_function (c, "step", true);
  hwpgo_contexts_add_function (c, "here", false);
  settles_to (statics, c, 0,
              "leaf:118:0\n"
              " 1: 118 step:34 leaf:4\n"
              "here:10:1\n"
              " 1: 10 leaf:30\n"
              "step:6:34\n"
              " 1: 6\n");
  hwpgo_contexts_free (c);
  /* Nothing of this unit calls it: none of it.  */
  c = hwpgo_contexts_new (true);
  hwpgo_contexts_add_function (c, "step", true);
  settles_to (statics, c, 0, "");
  hwpgo_contexts_free (c);
  /* Without an entry nothing is known.  */
  c = hwpgo_contexts_new (true);
  hwpgo_contexts_add_function (c, "f", true);
  settles_to ("f:9:0\n 1: 9\n", c, 0, "f:9:0\n 1: 9\n");
  hwpgo_contexts_free (c);
  /* What is left of entries without recursive calls may be rounding.  */
  static const char sort[] = "f:9:1244\n 1: 9 f:621\n 2: 9 f:622\n";
  c = hwpgo_contexts_new (true);
  hwpgo_contexts_add_function (c, "f", true);
  settles_to (sort, c, 0,
              "f:18:1244\n 1: 9 f:621\n 2: 9 f:622\n");
  hwpgo_contexts_free (c);
}

static void
the_largest_count_gets_the_bits (void)
{
  CHECK (hwpgo_settle_shift (1000, 32) == 22);
  CHECK (hwpgo_settle_shift (1000, 4) == -6);
  CHECK (hwpgo_settle_shift (0, 32) == 31);
}

/* f and a part that was split off it have pieces of what is inlined at 2, and
   the part alone has what is inlined at 5.  */
static struct hwpgo_contexts *
split_f (bool calls_noted)
{
  struct hwpgo_contexts *c = hwpgo_contexts_new (calls_noted);
  struct hwpgo_contexts *parts = hwpgo_contexts_new (false);
  struct hwpgo_place both = inlined ("g", 2, "f");
  struct hwpgo_place rest = inlined ("h", 5, "f");
  hwpgo_contexts_add_function (c, "f", false);
  hwpgo_contexts_add_inlined (c, &both);
  hwpgo_contexts_add_function (parts, "f", true);
  hwpgo_contexts_add_inlined (parts, &both);
  hwpgo_contexts_add_inlined (parts, &rest);
  CHECK (hwpgo_contexts_add_parts (c, parts) == 0);
  hwpgo_contexts_free (parts);
  return c;
}

static void
split_parts_have_what_is_inlined_in_them (void)
{
  static const char text[] = "f:70:1\n"
                             " 1: 10\n"
                             " 2: g:40\n"
                             "  1: 40\n"
                             " 5: h:20\n"
                             "  1: 20\n";
  struct hwpgo_contexts *c = split_f (false);
  settles_to (text, c, 0, text);
  hwpgo_contexts_free (c);
}

/* Is what TEXT has of function NAME, settled in C, its own?  */
static bool
settles_whole (const char *text, const struct hwpgo_contexts *c,
               const char *name)
{
  struct hwpgo_profile *p = read_text (text);
  struct hwpgo_settled settled;
  CHECK (hwpgo_settle (&settled, p, c, NULL, 0) == 0);
  const struct hwpgo_function *f = hwpgo_profile_find (settled.profile, name);
  CHECK (f != NULL);
  bool whole = f && hwpgo_settled_whole (&settled, f);
  hwpgo_settled_free (&settled);
  hwpgo_profile_free (p);
  return whole;
}

/* Is the record of f that of its part, if it has COUNT, main has the head inlined,
   and in the profiled build it was CALLEE, with 50?  */
static bool
whole_beside (const char *callee, unsigned count, bool calls_noted)
{
  char text[200];
  snprintf (text, sizeof text, "f:%u:1\n 1: %u\nmain:50:1\n 2: f:50\n%s",
            count, count, callee);
  struct hwpgo_contexts *c = split_f (calls_noted);
  struct hwpgo_place head = inlined ("f", 2, "main");
  hwpgo_contexts_add_inlined (c, &head);
  bool whole = settles_whole (text, c, "f");
  hwpgo_contexts_free (c);
  return whole;
}

static void
an_inlined_whole_is_more_than_a_head (void)
{
  CHECK (whole_beside ("  1: 40\n  4: 10 f:10\n", 10, true));
  CHECK (!whole_beside ("  1: 40\n  4: 10\n", 10, true));
  CHECK (whole_beside ("  1: 40\n  4: 10\n", 10, false));
  /* But not of much more.  */
  CHECK (!whole_beside ("  1: 40\n  4: 10\n", 4900, true));
  CHECK (whole_beside ("  1: 40\n  4: 10\n", 5000, true));
}

/* leaf has 500 of its own for each of two copies at 1, and two copies of COUNT
   together in main, which is not here: what becomes of it?  */
static bool
whole_after_moving (unsigned count, const char *want)
{
  char text[300];
  snprintf (text, sizeof text,
            "leaf:1000:9\n 1.512: 500\n 1.1024: 500\n"
            "main:%u:1\n 2: leaf:%u\n  1.512: %u\n  1.1024: 1\n",
            count, count, count - 1);
  struct hwpgo_contexts *c = hwpgo_contexts_new (true);
  hwpgo_contexts_add_function (c, "leaf", false);
  settles_to (text, c, 0, want);
  bool whole = settles_whole (text, c, "leaf");
  hwpgo_contexts_free (c);
  return whole;
}

/* Little of what was inlined elsewhere spoils no copies.  But it counts.  */
static void
copies_are_of_the_own_body (void)
{
  CHECK (whole_after_moving (10, "leaf:1010:0\n"
                                 " 1.512: 500\n 1.1024: 500\n"
                                 " 1.32256: 10\n"));
  CHECK (!whole_after_moving (100, "leaf:1100:0\n"
                                   " 1.512: 500\n 1.1024: 500\n"
                                   " 1.32256: 100\n"));
}

int
main (void)
{
  RUN (what_is_inlined_here_stays);
  RUN (what_is_not_moves_to_the_callee);
  RUN (what_other_parts_have_stays_there);
  RUN (calls_on_one_line_are_told_apart);
  RUN (functions_of_other_units_are_passed_through);
  RUN (recursion_folds);
  RUN (copies_share_and_nothing_is_rounded_away);
  RUN (moved_calls_leave_their_entries);
  RUN (a_call_may_leave_nothing_else);
  RUN (names_get_their_meaning);
  RUN (calls_went_somewhere);
  RUN (statics_of_other_units_are_theirs);
  RUN (their_records_are_shared_by_calls);
  RUN (split_parts_have_what_is_inlined_in_them);
  RUN (an_inlined_whole_is_more_than_a_head);
  RUN (copies_are_of_the_own_body);
  RUN (the_largest_count_gets_the_bits);
  return UNIT_RESULT;
}
