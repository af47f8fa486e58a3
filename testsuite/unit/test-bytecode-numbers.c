/* Our section of LTO bytecode.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "testsuite/unit/unit.h"

#include "plugin/bytecode-numbers.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t some[] = { 0, 0, 0, 1, 1, 257, 0, 1u << 25, 3, 3 };
enum
{
  N = sizeof some / sizeof *some
};

static struct hwpgo_bytecode_function
make_function (struct hwpgo_runs_writer *w, uint64_t order)
{
  for (int i = 0; i < N; i++)
    hwpgo_runs_put (w, some[i]);
  hwpgo_runs_end (w);
  return (struct hwpgo_bytecode_function){ .order = order,
                                           .statements = 7,
                                           .entries = 1000000,
                                           .runs = w->out.data,
                                           .size = w->out.n };
}

static void
check_runs (const struct hwpgo_bytecode_function *f)
{
  struct hwpgo_runs runs = hwpgo_runs_begin (f);
  CHECK_U64 (hwpgo_runs_total (f, 1u << 25), N);
  for (int i = 0; i < N; i++)
    CHECK_U64 (hwpgo_runs_next (&runs), some[i]);
  CHECK_U64 (hwpgo_runs_next (&runs), 0);
  CHECK_U64 (hwpgo_runs_next (&runs), 0);
}

static void
runs_give_back_what_was_put (void)
{
  struct hwpgo_runs_writer w = { 0 };
  struct hwpgo_bytecode_function f = make_function (&w, 0);
  check_runs (&f);
  /* A number that no location can have.  */
  CHECK_U64 (hwpgo_runs_total (&f, (1u << 25) - 1), UINT64_MAX);
  /* Every cut is noticed, or is between two runs.  */
  for (f.size = 0; f.size < w.out.n; f.size++)
    CHECK (hwpgo_runs_total (&f, 1u << 25) != N);
  free (w.out.data);
}

static void
runs_of_nothing (void)
{
  struct hwpgo_runs_writer w = { 0 };
  hwpgo_runs_end (&w);
  struct hwpgo_bytecode_function f = { 0 };
  CHECK_U64 (w.out.n, 0);
  CHECK_U64 (hwpgo_runs_total (&f, 1), 0);
  /* A run of no location.  */
  f.runs = (const uint8_t *) "\0\1";
  f.size = 2;
  CHECK_U64 (hwpgo_runs_total (&f, 1), UINT64_MAX);
}

static void
a_section_comes_back (void)
{
  struct hwpgo_runs_writer w = { 0 };
  struct hwpgo_bytecode b = { 0 }, read = { 0 };
  struct hwpgo_bytes out = { 0 };
  struct hwpgo_bytecode_function f = make_function (&w, 12), empty = { 0 };
  struct hwpgo_bytecode_body body = { .order = 12,
                                      .number = 2,
                                      .n = 5,
                                      .part = 1000,
                                      .inlined = true };
  CHECK (hwpgo_bytecode_add (&b, &empty));
  CHECK (hwpgo_bytecode_add (&b, &f));
  CHECK (hwpgo_bytecode_add_body (&b, &body));
  b.decisions = (const uint8_t *) "of it";
  b.decisions_size = 5;
  b.places = (const uint8_t *) "at places";
  b.places_size = 9;
  hwpgo_bytecode_write (&b, &out);
  size_t without = out.n;
  b.changes = (const uint8_t *) "some";
  b.changes_size = 4;
  out.n = 0;
  hwpgo_bytecode_write (&b, &out);
  CHECK (!out.no_memory);
  CHECK_U64 (out.n, without + 4);
  CHECK_U64 (hwpgo_bytecode_read (&read, out.data, out.n), 0);
  CHECK_U64 (read.n_functions, 2);
  const struct hwpgo_bytecode_function *g = hwpgo_bytecode_find (&read, 12);
  CHECK (g != NULL);
  CHECK_U64 (g->statements, 7);
  CHECK_U64 (g->entries, 1000000);
  check_runs (g);
  CHECK (hwpgo_bytecode_find (&read, 0)->size == 0);
  CHECK (hwpgo_bytecode_find (&read, 13) == NULL);
  CHECK_U64 (hwpgo_bytecode_find_body (&read, 12)->number, 2);
  CHECK_U64 (hwpgo_bytecode_find_body (&read, 12)->n, 5);
  CHECK_U64 (hwpgo_bytecode_find_body (&read, 12)->part, 1000);
  CHECK (hwpgo_bytecode_find_body (&read, 12)->inlined);
  CHECK (hwpgo_bytecode_find_body (&read, 0) == NULL);
  CHECK (read.decisions_size == 5
         && memcmp (read.decisions, "of it", 5) == 0);
  CHECK (read.places_size == 9
         && memcmp (read.places, "at places", 9) == 0);
  CHECK (read.changes_size == 4 && memcmp (read.changes, "some", 4) == 0);
  hwpgo_bytecode_free (&read);

  /* Cut anywhere in front of the changes it is refused.  */
  for (size_t n = 0; n < without; n++)
    {
      CHECK (hwpgo_bytecode_read (&read, out.data, n) == -HWPGO_E_FORMAT);
      hwpgo_bytecode_free (&read);
    }
  /* And so is a later version.  */
  out.data[0]++;
  CHECK (hwpgo_bytecode_read (&read, out.data, out.n) == -HWPGO_E_FORMAT);
  hwpgo_bytecode_free (&read);
  hwpgo_bytecode_free (&b);
  free (out.data);
  free (w.out.data);
}

static void
the_first_of_an_order_counts (void)
{
  struct hwpgo_bytecode b = { 0 };
  struct hwpgo_bytecode_function f = { .order = 3, .statements = 1 };
  CHECK (hwpgo_bytecode_add (&b, &f));
  f.statements = 2;
  CHECK (hwpgo_bytecode_add (&b, &f));
  CHECK_U64 (hwpgo_bytecode_find (&b, 3)->statements, 1);
  hwpgo_bytecode_free (&b);
}

static void
bodies_that_cannot_be (void)
{
  struct hwpgo_bytecode b = { 0 };
  static const struct
  {
    const char *bytes;
    int ret;
  } tries[] = {
    { "\2\0\1\4\1\2\5\1\0", 0 },
    { "\2\0\1\4\2\2\5\1\0", -HWPGO_E_FORMAT }, /* number 2 of 2.  */
    { "\2\0\1\4\1\2\5\2\0", -HWPGO_E_FORMAT }, /* neither yes nor no.  */
  };
  /* With the NUL: no decisions and no places.  */
  for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
    {
      CHECK (hwpgo_bytecode_read (&b, tries[i].bytes, 10) == tries[i].ret);
      hwpgo_bytecode_free (&b);
    }
  /* More than all.  */
  CHECK (hwpgo_bytecode_read (&b, "\2\0\1\4\1\2\201\200\4\1\0", 12)
         == -HWPGO_E_FORMAT);
  hwpgo_bytecode_free (&b);
}

int
main (void)
{
  RUN (runs_give_back_what_was_put);
  RUN (runs_of_nothing);
  RUN (a_section_comes_back);
  RUN (the_first_of_an_order_counts);
  RUN (bodies_that_cannot_be);
  return UNIT_RESULT;
}
