/* A search that begins at what a table has for a hash value looks at places all
   over memory, however few turns it takes: a select, which each turn waits for,
   would be on top of loads that miss.  One that begins at a root has its first
   places in the caches.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

#define N 4096

unsigned child[N][2], key[N], heads[256];

#define SEARCH(name)                                                          \
  name (unsigned from, unsigned want, unsigned *sums)

/* As much as fits in while the next place is loaded.  */
#define ONE(k) sums[k] = (sums[k] * 3 + (n ^ k)) ^ sums[k] >> 7
#define COUNT ONE (0); ONE (1); ONE (2); ONE (3); ONE (4); ONE (5); ONE (6); ONE (7)

__attribute__ ((noipa)) unsigned
SEARCH (hashed)
{
  unsigned n = heads[from];
  while (n)
    {
      COUNT;
      if (key[n] < want) /* line 27 */
        n = child[n][1];
      else
        n = child[n][0];
    }
  return sums[0];
}

__attribute__ ((noipa)) unsigned
SEARCH (rooted)
{
  unsigned n = from;
  while (n)
    {
      COUNT;
      if (key[n] < want) /* line 42 */
        n = child[n][1];
      else
        n = child[n][0];
    }
  return sums[0];
}

int
main (void)
{
  unsigned sums[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, sum = 0;
  for (unsigned i = 1; i < N; i++)
    {
      key[i] = i * 2654435761u >> 8;
      for (int side = 0; side < 2; side++)
        child[i][side] = 2 * i + side < N ? 2 * i + side : 0;
    }
  for (unsigned i = 0; i < 256; i++)
    heads[i] = i + 1;
  for (unsigned i = 0; i < 1000; i++)
    {
      sum = sum * 31 + hashed (i % 256, i * 40503u << 8, sums);
      sum = sum * 31 + rooted (i % 7 + 1, i * 40503u << 8, sums);
    }
  return sum != 3050135601u;
}

/* PROFILE:
hashed:9000000:200000
 0: 200000
 2: 200000
 3: 1200000
 5: 1000000
 6: 1000000
 7: 500000
 9: 500000
 11: 200000
rooted:9000000:200000
 0: 200000
 2: 200000
 3: 1200000
 5: 1000000
 6: 1000000
 7: 500000
 9: 500000
 11: 200000
END PROFILE */
/* PROFILE MISPREDICTS:
hashed:250000:0
 6: 200000
rooted:250000:0
 6: 200000
END PROFILE */

/* { dg-final { scan-opt-info {scattered.c:27:[0-9]*: missed: .*not converted: the select would cost more} } } */
/* { dg-final { scan-opt-info {scattered.c:42:[0-9]*: optimized: +branch mispredicted in 20.0% of 1000000 executions converted} } } */
