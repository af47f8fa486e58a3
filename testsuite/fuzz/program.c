/* The program of the fuzzers' recording: inlined calls, calls through a
   pointer, a clone, a part that never runs.  Built without a library, so that
   it is small.
   SPDX-License-Identifier: GPL-2.0-or-later */

typedef unsigned long number;

static number state = 1;

static inline __attribute__ ((always_inline)) number
next (void)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 33;
}

static inline __attribute__ ((always_inline)) number
pick (number a, number b)
{
  return next () & 1 ? a : b + next () % 3;
}

static __attribute__ ((noinline)) number
add (number a, int how)
{
  number sum = a;
  for (int i = 0; i < how; i++)
    sum += next () % 5 == 0 ? pick (a, sum) : 1;
  return sum;
}

static __attribute__ ((noinline)) number
turn (number a)
{
  return a % 3 ? a >> 1 : a * 3 + 1;
}

static __attribute__ ((noinline, cold)) void
leave (int status)
{
  __asm__ volatile("syscall" ::"a"(231), "D"(status) : "memory");
  __builtin_unreachable ();
}

static number (*volatile const calls[]) (number) = { turn, turn };

__attribute__ ((used)) void
_start (void)
{
  number sum = 0;
  for (int i = 0; i < 300; i++)
    {
      sum += add (sum, 4 + i % 3);
      sum = calls[i & 1](sum);
      if (sum == 1)
        leave (1);
    }
  leave ((int) (sum & 0));
}
