/* What all kernels share: arguments, random numbers, and the result.
   SPDX-License-Identifier: GPL-2.0-or-later

   A kernel includes this file and defines kernel (), which makes its data
   from SEED, works on it TURNS times and returns a digest of all results.
   The program's arguments are SEED and TURNS.  In the comment at the head of
   a kernel, which scripts/bench/kernels reads, are

     Branch: unpredictable   or: predictable, selects would lose or gain nothing
     Train: SEED TURNS       the arguments of the profiled run
     Test: SEED TURNS        those of the measured one  */

#ifndef KERNEL_H
#define KERNEL_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t kernel (uint64_t seed, size_t turns);

/* S. Vigna's SplitMix64.  */
static inline uint64_t
random_next (uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static inline uint64_t
digest_add (uint64_t digest, uint64_t value)
{
  return (digest ^ value) * 0x100000001b3u;
}

/* N elements of SIZE bytes, zeroed; the program ends where there is no
   memory.  */
static inline void *
allocate (size_t n, size_t size)
{
  void *p = calloc (n, size);
  if (!p)
    exit (1);
  return p;
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    {
      fprintf (stderr, "usage: %s SEED TURNS\n", argv[0]);
      return 2;
    }
  uint64_t result = kernel (strtoull (argv[1], NULL, 10),
                            strtoull (argv[2], NULL, 10));
  printf ("%016llx\n", (unsigned long long) result);
  return 0;
}

#endif
