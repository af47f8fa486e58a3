/* Where a profile was loaded, the first turns of a short loop that hardly turns
   are peeled, and a large one is left alone, or as good as that (GCC 14 takes
   one turn of it).  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fdump-tree-cunroll-details" } */

unsigned
small (const unsigned *next, unsigned at)
{
  while (next[at])
    at = next[at];
  return at;
}

unsigned
large (const unsigned *next, unsigned at)
{
  while (next[at])
    {
      at = next[at] ^ at * 5 ^ at / 7 ^ at * 11;
      at = next[at] ^ at * 17 ^ at / 19 ^ at * 23;
    }
  return at;
}

/* As good as one turn, although two are more than peeling takes.  */
unsigned
nearly (const unsigned *next, unsigned at)
{
  while (next[at] > 1)
    at = next[at];
  return at;
}

/* PROFILE:
small:8000000:1000000
 2: 2000000
 3: 1000000
 4: 1000000
large:8000000:1000000
 2: 2000000
 4: 1000000
 5: 1000000
 7: 1000000
nearly:8000000:1000000
 2: 2020000
 3: 1020000
 4: 1000000
END PROFILE */

/* { dg-final { scan-dump-times {Peeled loop \d+, 2 times} 2 cunroll } } */
