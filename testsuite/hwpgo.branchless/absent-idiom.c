/* The profiled program may have had no branch where a maximum is found: GCC makes
   the same again, and better than a select, so that it is no conversion that the
   next build would not find.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-early-inlining -fno-tree-vectorize -fdump-tree-optimized" } */

struct state
{
  unsigned at, most;
};

static inline void
put (struct state *s, unsigned step)
{
  s->at += step;
  if (s->at > s->most)
    s->most = s->at;
  s->at ^= step >> 3;
}

unsigned
all (const unsigned *steps, unsigned n)
{
  struct state s = { 0, 0 };
  for (unsigned i = 0; i < n; i++)
    put (&s, steps[i]);
  return s.at + s.most;
}

/* PROFILE:
all:8192000:1000
 2: 1000
 3: 1000000
 5: 1000
 4: put:1000000
  2: 1000000
  3: 1000000
  5: 1000000
END PROFILE */
/* PROFILE MISPREDICTS:
all:1:0
 3: 1
 4: put:0
  3: 0
END PROFILE */

/* { dg-final { scan-report-not "line.: 17, .*converted.: .yes" } } */
/* { dg-final { scan-dump {MAX_EXPR} "optimized" } } */
