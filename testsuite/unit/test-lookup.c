/* Places in profiles: exact contexts and wider ones.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "plugin/settle.h"
#include "testsuite/unit/unit.h"

static struct hwpgo_location
at (uint32_t line, uint32_t discriminator)
{
  return (struct hwpgo_location){ line, discriminator };
}

static struct hwpgo_function *
outermost (struct hwpgo_profile *p, const char *name)
{
  return hwpgo_profile_function (p, name, strlen (name));
}

static struct hwpgo_function *
inlined (struct hwpgo_profile *p, struct hwpgo_function *f, uint32_t line,
         const char *name)
{
  return hwpgo_function_callsite (p, f, at (line, 0), name, strlen (name));
}

/* leaf is called at line 5 of mid, which is called at lines 1 and 2 of top
   and stands alone, too; leaf also stands alone.  */
static struct hwpgo_profile *
family (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_function *top = outermost (p, "top");
  struct hwpgo_function *mid = outermost (p, "mid");
  struct hwpgo_function *leaf = outermost (p, "leaf");
  struct hwpgo_function *one = inlined (p, top, 1, "mid");
  struct hwpgo_function *two = inlined (p, top, 2, "mid");
  hwpgo_function_add_sample (p, inlined (p, one, 5, "leaf"), at (3, 1), 1);
  hwpgo_function_add_sample (p, inlined (p, two, 5, "leaf"), at (3, 1), 10);
  hwpgo_function_add_sample (p, inlined (p, mid, 5, "leaf"), at (3, 1), 100);
  hwpgo_function_add_sample (p, leaf, at (3, 1), 1000);
  hwpgo_function_add_sample (p, leaf, at (4, 0), 0);
  return p;
}

static struct hwpgo_place
leaf_in_top (uint32_t call)
{
  return (struct hwpgo_place){ .n_frames = 3,
                               .frames = { { "leaf", { 3, 1 } },
                                           { "mid", { 5, 7 } },
                                           { "top", { call, 0 } } } };
}

static void
depths_widen_from_exact_to_all (void)
{
  static const uint64_t want[] = { 1, 1, 100, 111, 1000, 1111, 1111 };
  struct hwpgo_profile *p = family ();
  struct hwpgo_lookup *l = hwpgo_lookup_new (p, NULL);
  struct hwpgo_place place = leaf_in_top (1);
  struct hwpgo_lookup_depth depth = hwpgo_lookup_deepest (&place);
  size_t i = 0;
  do
    {
      uint64_t n = 77;
      CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
      CHECK_U64 (n, i < 7 ? want[i] : 0);
      i++;
    }
  while (hwpgo_lookup_widen (&depth));
  CHECK_U64 (i, 7);
  hwpgo_lookup_free (l);
  hwpgo_profile_free (p);
}

static void
exact_excludes_what_is_around (void)
{
  struct hwpgo_profile *p = family ();
  struct hwpgo_lookup *l = hwpgo_lookup_new (p, NULL);
  struct hwpgo_place place = leaf_in_top (1);
  place.n_frames = 2; /* leaf in mid, mid not inlined.  */
  struct hwpgo_lookup_depth depth = hwpgo_lookup_deepest (&place);
  uint64_t n;
  CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  CHECK_U64 (n, 100);
  hwpgo_lookup_widen (&depth);
  CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  CHECK_U64 (n, 111);
  hwpgo_lookup_free (l);
  hwpgo_profile_free (p);
}

/* mid is inlined at line 1 of top, with leaf in it.  What the profiled binary had at
   line 2 is mid's own body here, which has leaf inlined as well.  */
static void
bodies_have_what_is_not_inlined (void)
{
  struct hwpgo_profile *p = family ();
  struct hwpgo_lookup *l = hwpgo_lookup_new (p, NULL);
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  struct hwpgo_place place = leaf_in_top (1);
  CHECK (hwpgo_contexts_add_inlined (c, &place) == 0);
  place.n_frames = 2;
  CHECK (hwpgo_contexts_add_inlined (c, &place) == 0);
  CHECK (hwpgo_contexts_add_function (c, "leaf", false) == 0);
  CHECK (!hwpgo_lookup_bodies_p (l));
  CHECK (hwpgo_lookup_note_bodies (l, c) == 0);
  CHECK (hwpgo_lookup_bodies_p (l));
  hwpgo_contexts_free (c);
  uint64_t n;
  struct hwpgo_lookup_depth depth = { .frames = 2 };
  CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  CHECK_U64 (n, 110);
  depth.inlined = true;
  CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  CHECK_U64 (n, 111);
  depth = (struct hwpgo_lookup_depth){ .frames = 1 };
  CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  CHECK_U64 (n, 1000);
  CHECK (hwpgo_lookup_at_depth (l, &place, hwpgo_lookup_widest (), 0xff, &n));
  CHECK_U64 (n, 1111);
  hwpgo_lookup_free (l);
  hwpgo_profile_free (p);
}

static void
unknown_is_not_zero (void)
{
  struct hwpgo_profile *p = family ();
  struct hwpgo_lookup *l = hwpgo_lookup_new (p, NULL);
  struct hwpgo_place place
      = { .n_frames = 1, .frames = { { "gone", { 0 } } } };
  uint64_t n = 77;
  struct hwpgo_lookup_depth depth = hwpgo_lookup_deepest (&place);
  CHECK (!hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  place.frames[0].function = "leaf";
  place.frames[0].at = at (9, 0);
  CHECK (!hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  place.frames[0].at = at (3, 2); /* another discriminator.  */
  CHECK (!hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  CHECK_U64 (n, 77);
  place.frames[0].at = at (3, 0x101); /* a copy of discriminator 1.  */
  CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  place.frames[0].at = at (4, 0);
  CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  CHECK_U64 (n, 0);
  hwpgo_lookup_free (l);
  hwpgo_profile_free (p);
}

static void
recursion_matches_by_position (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_function *f = outermost (p, "f");
  hwpgo_function_add_sample (p, f, at (1, 0), 4);
  f = inlined (p, f, 2, "f");
  hwpgo_function_add_sample (p, f, at (1, 0), 2);
  f = inlined (p, f, 2, "f");
  hwpgo_function_add_sample (p, f, at (1, 0), 1);
  struct hwpgo_lookup *l = hwpgo_lookup_new (p, NULL);
  struct hwpgo_place place
      = { .n_frames = 2, .frames = { { "f", { 1, 0 } }, { "f", { 2, 0 } } } };
  struct hwpgo_lookup_depth depth = hwpgo_lookup_deepest (&place);
  uint64_t n;
  CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  CHECK_U64 (n, 2);
  depth.exact = false;
  CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  CHECK_U64 (n, 3);
  depth.frames = 1;
  CHECK (hwpgo_lookup_at_depth (l, &place, depth, 0xff, &n));
  CHECK_U64 (n, 7);
  hwpgo_lookup_free (l);
  hwpgo_profile_free (p);
}

static void
copies_are_those_of_the_deepest_context (void)
{
  struct hwpgo_profile *p = family ();
  struct hwpgo_function *leaf = outermost (p, "leaf");
  uint32_t step = UINT32_C (1) << HWPGO_ROUND_1_SHIFT;
  hwpgo_function_add_sample (p, leaf, at (7, 1 + 1 * step), 5);
  hwpgo_function_add_sample (p, leaf, at (7, 1 + 2 * step), 0);
  hwpgo_function_add_sample (p, leaf, at (7, 2 + 3 * step), 5);
  struct hwpgo_lookup *l = hwpgo_lookup_new (p, NULL);
  struct hwpgo_place place = leaf_in_top (1);
  CHECK_U64 (hwpgo_lookup_copies (l, &place, HWPGO_ROUND_1), 1);
  /* Only the function itself has that line.  */
  place.frames[0].at = at (7, 1);
  CHECK_U64 (hwpgo_lookup_copies (l, &place, HWPGO_ROUND_1), 1 << 1 | 1 << 2);
  place.frames[0].at = at (7, 2);
  CHECK_U64 (hwpgo_lookup_copies (l, &place, HWPGO_ROUND_1), 1 << 3);
  place.frames[0].at = at (8, 0);
  CHECK_U64 (hwpgo_lookup_copies (l, &place, HWPGO_ROUND_1), 0);
  place.n_frames = 0;
  CHECK_U64 (hwpgo_lookup_copies (l, &place, HWPGO_ROUND_1), 0);
  hwpgo_lookup_free (l);
  hwpgo_profile_free (p);
}

int
main (void)
{
  RUN (copies_are_those_of_the_deepest_context);
  RUN (depths_widen_from_exact_to_all);
  RUN (bodies_have_what_is_not_inlined);
  RUN (exact_excludes_what_is_around);
  RUN (unknown_is_not_zero);
  RUN (recursion_matches_by_position);
  return UNIT_RESULT;
}
