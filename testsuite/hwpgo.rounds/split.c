/* A part that GCC has split off its function shares the function's record, with
   what is inlined in the part, and is served by the rounds as any other body.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 --param max-inline-insns-auto=1" } */

extern int more (int);
extern void g (int);

static inline void
each (int a)
{
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++)
    if (more (a))
      g (i);
}

int
f (int a)
{
  if (a == 0)
    return 0;
  each (a);
  more (a + 1);
  return more (a + 2);
}

int
all (int a)
{
  return f (a) + f (a + 1) + f (a + 2);
}

/* PROFILE:
f:130000:0
 4: 10000
 5: 10000
 6: 10000
 4: each:100000
  4.3072: 10000
  4.3584: 10000
  4.4096: 10000
  4.4608: 10000
  5.3072: 0
  5.3584: 10000
  5.4096: 0
  5.4608: 10000
all:3000000:1000000
 2: 1000000
 2: f:2000000
  2: 1000000
  4: 10000 f:10000
END PROFILE */

/* { dg-final { scan-opt-info-times {round 1: probability of bb \d+ -> \d+ from 50 % to 0 %, of 10000 executions} 2 } } */
/* { dg-final { scan-opt-info-times {round 1: probability of bb \d+ -> \d+ from 50 % to 100 %, of 10000 executions} 2 } } */
/* { dg-final { scan-report {"round": 1, "function": "f.part.0", .*"loaded": "yes"} } } */
