/* What processes have mapped, at any time.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/trace/spaces.h"
#include "testsuite/unit/unit.h"

static const bool wanted[] = { true, true, false };

struct answer
{
  bool found;
  size_t file;
  uint64_t offset;
};

static struct answer
ask (struct hwpgo_spaces *spaces, int32_t pid, uint64_t time, uint64_t address)
{
  struct answer a = { 0 };
  a.found = hwpgo_spaces_find (spaces, pid, time, address, &a.file, &a.offset);
  if (!a.found)
    a.file = a.offset = 0;
  return a;
}

static void
maps_hide_each_other (void)
{
  struct hwpgo_spaces *s = hwpgo_spaces_new ();
  hwpgo_spaces_map (s, 1, 10, 0x1000, 0x3000, 0, 0, NULL);
  hwpgo_spaces_map (s, 1, 20, 0x2000, 0x1000, 0x500, 1, NULL);
  hwpgo_spaces_map (s, 1, 30, 0x1000, 0x1000, 0, 2, NULL);
  hwpgo_spaces_fork (s, 2, 1, 25, NULL);
  hwpgo_spaces_exec (s, 1, 40, NULL);
  CHECK (hwpgo_spaces_finish (s, wanted, NULL) == 0);
  struct answer a = ask (s, 1, 15, 0x2010);
  CHECK (a.found && a.file == 0 && a.offset == 0x1010);
  a = ask (s, 1, 20, 0x2010);
  CHECK (a.found && a.file == 1 && a.offset == 0x510);
  a = ask (s, 1, 20, 0x3000);
  CHECK (a.found && a.file == 0 && a.offset == 0x2000);
  CHECK (!ask (s, 1, 30, 0x1000).found);
  CHECK (!ask (s, 1, 40, 0x2010).found);
  CHECK (ask (s, 1, 39, 0x2010).found); /* back again.  */
  CHECK (ask (s, 2, 50, 0x1000).found);
  CHECK (hwpgo_spaces_known (s, 2) && !hwpgo_spaces_known (s, 3));
  hwpgo_spaces_free (s);
}

static uint64_t state;

static unsigned
below (unsigned n)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (state >> 33) % n;
}

static struct hwpgo_spaces *
random_spaces (uint64_t seed)
{
  struct hwpgo_spaces *s = hwpgo_spaces_new ();
  state = seed;
  for (int i = 0; i < 60; i++)
    {
      int32_t pid = 1 + (int32_t) below (3);
      uint64_t time = below (100);
      unsigned kind = below (12);
      if (kind == 0)
        hwpgo_spaces_exec (s, pid, time, NULL);
      else if (kind == 1)
        hwpgo_spaces_fork (s, pid, 1 + (int32_t) below (3), time, NULL);
      else
        hwpgo_spaces_map (s, pid, time, 0x1000 * below (16),
                          0x1000 * (1 + below (6)), 0x1000 * below (8),
                          below (3), NULL);
    }
  CHECK (hwpgo_spaces_finish (s, wanted, NULL) == 0);
  return s;
}

/* The answer hangs on the time alone, not on what was asked before.  */
static void
any_order_of_questions_is_the_same (void)
{
  for (uint64_t seed = 1; seed < 40; seed++)
    {
      struct hwpgo_spaces *forwards = random_spaces (seed);
      for (uint64_t time = 0; time < 100; time += 3)
        {
          struct hwpgo_spaces *fresh = random_spaces (seed);
          for (int32_t pid = 1; pid <= 3; pid++)
            {
              uint64_t address = 0x800 + 0x1000 * below (20);
              struct answer a = ask (forwards, pid, time, address);
              struct answer b = ask (fresh, pid, time, address);
              CHECK (a.found == b.found && a.file == b.file
                     && a.offset == b.offset);
            }
          hwpgo_spaces_free (fresh);
        }
      hwpgo_spaces_free (forwards);
    }
}

/* Milliseconds; a minute where each sample starts from the first map.  */
static void
many_maps_are_followed_in_good_time (void)
{
  enum
  {
    N = 200000
  };
  struct hwpgo_spaces *s = hwpgo_spaces_new ();
  size_t found = 0;
  for (unsigned i = 0; i < N; i++)
    hwpgo_spaces_map (s, 1, 2 * i, 0x10000 * (i % 8), 0x1000, 0x1000 * i, 0,
                      NULL);
  CHECK (hwpgo_spaces_finish (s, wanted, NULL) == 0);
  for (unsigned i = 0; i < N; i++)
    {
      struct answer a = ask (s, 1, 2 * i + 1, 0x10000 * (i % 8) + 4);
      found += a.found && a.offset == 0x1000 * (uint64_t) i + 4;
    }
  CHECK_U64 (found, N);
  hwpgo_spaces_free (s);
}

/* Each child has all maps of its parent.  An error instead of hours.  */
static void
many_forks_of_many_maps_are_given_up (void)
{
  enum
  {
    N = 20000
  };
  struct hwpgo_spaces *s = hwpgo_spaces_new ();
  struct hwpgo_error why = { 0 };
  for (unsigned i = 0; i < N; i++)
    hwpgo_spaces_map (s, 1, i, UINT64_C (0x10000) * (N - i), 0x1000, 0, 0,
                      NULL);
  for (int i = 0; i < N; i++)
    hwpgo_spaces_fork (s, 2 + i, 1, N, NULL);
  CHECK (hwpgo_spaces_finish (s, wanted, NULL) == 0);
  CHECK (ask (s, 2, N + 1, 0x10000).found);
  CHECK (hwpgo_spaces_check (s, "x", &why) == 0);
  for (int i = 0; i < N; i++)
    ask (s, 2 + i, N + 1, 0x10000);
  CHECK (hwpgo_spaces_check (s, "x", &why) == -HWPGO_E_LIMIT);
  hwpgo_spaces_free (s);
}

/* Windows say the same as single questions, wherever they reach.  */
static void
windows_hold_as_far_as_they_say (void)
{
  for (uint64_t seed = 1; seed < 60; seed++)
    {
      struct hwpgo_spaces *s = random_spaces (seed);
      for (unsigned i = 0; i < 40; i++)
        {
          struct hwpgo_window w;
          int32_t pid = 1 + (int32_t) below (3);
          uint64_t time = below (100), address = 0x400 * below (80);
          hwpgo_spaces_window (s, pid, time, address, &w);
          CHECK (w.low <= address && address <= w.last && w.from <= time
                 && time <= w.to);
          for (unsigned k = 0; k < 20; k++)
            {
              uint64_t there = 0x400 * below (80), then = below (100);
              if (there < w.low || there > w.last || then < w.from
                  || then > w.to)
                continue;
              struct answer a = ask (s, pid, then, there);
              CHECK (a.found == w.found);
              CHECK (!a.found
                     || (a.file == w.file
                         && a.offset == there - w.low + w.offset));
            }
        }
      hwpgo_spaces_free (s);
    }
}

int
main (void)
{
  RUN (maps_hide_each_other);
  RUN (any_order_of_questions_is_the_same);
  RUN (many_maps_are_followed_in_good_time);
  RUN (many_forks_of_many_maps_are_given_up);
  RUN (windows_hold_as_far_as_they_say);
  return UNIT_RESULT;
}
