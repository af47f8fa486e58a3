/* How much two profiles agree.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/overlap.h"
#include "testsuite/unit/profile-text.h"
#include "testsuite/unit/unit.h"

static struct hwpgo_profile *read_a, *read_b;

static struct hwpgo_overlap
compare (const char *a, const char *b)
{
  struct hwpgo_overlap o;
  read_a = profile_from_string (a, NULL);
  read_b = profile_from_string (b, NULL);
  CHECK (hwpgo_overlap_compute (&o, read_a, read_b) == 0);
  return o;
}

static void
done (struct hwpgo_overlap *o)
{
  hwpgo_overlap_free (o);
  hwpgo_profile_free (read_a);
  hwpgo_profile_free (read_b);
}

static int
millionths (double x)
{
  return (int) (x * 1e6 + 0.5);
}

static void
scale_does_not_matter (void)
{
  struct hwpgo_overlap o
      = compare ("f:4:1\n 1: 1\n 2: g:3\n  1: 3\n",
                 "f:400:100\n 1: 100\n 2: g:300\n  1: 300\n");
  CHECK_U64 (millionths (o.overlap), 1000000);
  CHECK_U64 (millionths (o.similarity), 1000000);
  CHECK_U64 (millionths (o.raw), 10000);
  CHECK_U64 (o.places.both, 2);
  done (&o);
}

static void
nothing_in_common_is_0 (void)
{
  struct hwpgo_overlap o = compare ("f:4:1\n 1: 4\n", "g:4:1\n 1: 4\n");
  CHECK_U64 (millionths (o.overlap), 0);
  CHECK_U64 (o.functions.both, 0);
  CHECK_U64 (o.functions.n[0], 1);
  CHECK_U64 (millionths (o.all[1].lost), 500000);
  done (&o);
  o = compare ("f:4:1\n 1: 4\n", "");
  CHECK_U64 (millionths (o.overlap), 0);
  done (&o);
  o = compare ("", "");
  CHECK_U64 (millionths (o.overlap), 1000000);
  done (&o);
}

static void
sums_do_not_overflow (void)
{
  static const char text[] = "f:1:1\n 1: 18446744073709551615\n"
                             " 2: 18446744073709551615\n";
  struct hwpgo_overlap o = compare (text, text);
  CHECK_U64 (millionths (o.overlap), 1000000);
  CHECK_U64 (o.hot_places.both, 2);
  done (&o);
}

/* The numbers are those of llvm-profdata 19.  */
static void
similarity_is_llvms (void)
{
  static const char a[] = "main:1000:1\n 1: 100\n 2.3: 50\n 3: inlined:850\n"
                          "  1: 850\ncold:5:5\n 0: 5\n";
  static const char b[] = "main:600:2\n 1: 7\n 2.3: 100\n 3: inlined:400\n"
                          "  1: 400\n 9: 93\nother:10:1\n 1: 10\n";
  struct hwpgo_overlap o = compare (a, b), p;
  const struct hwpgo_overlap_function **rows = hwpgo_overlap_worst (&o);
  CHECK_U64 ((unsigned) (o.similarity * 1e5 + 0.5), 71232);
  CHECK_U64 ((unsigned) (o.raw * 1e5 + 0.5), 39465);
  CHECK_U64 (o.hot_functions.both, 1);
  CHECK_U64 (o.hot_functions.n[1], 2);
  CHECK_U64 (o.hot_places.both, 2);
  CHECK_U64 (o.hot_places.n[0], 3);
  CHECK_U64 (o.hot_places.n[1], 4);
  CHECK_STRING (rows[0]->name, "main");
  free (rows);
  double one = o.overlap, lost = 0;
  for (size_t i = 0; i < o.n; i++)
    lost += o.all[i].lost;
  CHECK_U64 (millionths (one + lost), 1000000);
  done (&o);
  p = compare (b, a);
  CHECK (memcmp (&one, &p.overlap, sizeof one) == 0);
  done (&p);
}

int
main (void)
{
  RUN (scale_does_not_matter);
  RUN (nothing_in_common_is_0);
  RUN (sums_do_not_overflow);
  RUN (similarity_is_llvms);
  return UNIT_RESULT;
}
