/* The middle of a binary search is halved and extended as an unsigned number
   where it cannot be negative, and is not where it can.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC 13 and later know it by themselves.  */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize -fdump-tree-optimized" } */
/* { dg-hwpgo-options "force-branchless select-cost=ahead_turns:0" } */

#define NOIPA __attribute__ ((noipa))

NOIPA static int
find (const unsigned *a, int n, unsigned key)
{
  int low = 0, high = n;
  while (low < high)
    {
      int middle = (low + high) / 2;
      if (a[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

struct page
{
  int n;
  unsigned keys[40];
};

NOIPA static int
find_in_page (const struct page *p, unsigned key)
{
  int low = 0, high = p->n;
  while (low < high)
    {
      int middle = (low + high) >> 1;
      if (p->keys[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* From a negative index on.  */
#define FIND_AROUND                                                           \
  while (low < high - 1)                                                      \
    {                                                                         \
      int middle = (low + high) / 2;                                          \
      if (a[middle] < key)                                                    \
        low = middle;                                                         \
      else                                                                    \
        high = middle;                                                        \
      if (steps-- == 0)                                                       \
        break;                                                                \
    }                                                                         \
  return low * 100 + high;

NOIPA static int
find_around (const unsigned *a, int low, int high, unsigned key, int steps)
{
  FIND_AROUND
}

__attribute__ ((noipa, optimize (0))) static int
find_around_plain (const unsigned *a, int low, int high, unsigned key,
                   int steps)
{
  FIND_AROUND
}

/* What is taken away may make it negative.  */
NOIPA static int
walk (const signed char *steps, int n)
{
  int at = 0, sum = 0;
  for (int i = 0; i < n; i++)
    {
      int half = at / 4;
      if (steps[i] > 0)
        at = half + 3;
      else
        at = half - 5;
      sum = sum * 3 + half;
    }
  return sum;
}

static int
walk_plain (const signed char *steps, int n)
{
  unsigned sum = 0;
  int at = 0;
  for (int i = 0; i < n; i++)
    {
      int half = (at < 0 ? -(-at >> 2) : at >> 2);
      at = steps[i] > 0 ? half + 3 : half - 5;
      sum = sum * 3 + half;
    }
  return (int) sum;
}

/* What is taken away from the middle, too.  */
#define BACK                                                                  \
  int low = 0, high = n, sum = 0;                                             \
  for (int i = 0; i < n; i++)                                                 \
    {                                                                         \
      int middle = (low + high) / 2;                                          \
      if (steps[i] > 0)                                                       \
        low = middle - 5;                                                     \
      else                                                                    \
        high = middle;                                                        \
      sum = sum * 3 + middle;                                                 \
      if (low >= high)                                                        \
        break;                                                                \
    }                                                                         \
  return sum;

NOIPA static int
back (const signed char *steps, int n)
{
  BACK
}

__attribute__ ((noipa, optimize (0))) static int
back_plain (const signed char *steps, int n)
{
  BACK
}

int
main (void)
{
  static struct page p = { 40, { 0 } };
  signed char steps[12];
  for (int i = 0; i < 40; i++)
    p.keys[i] = 3 * i + 1;
  for (unsigned key = 0; key < 130; key++)
    {
      int low = 0;
      while (low < 40 && p.keys[low] < key)
        low++;
      if (find (p.keys, 40, key) != low || find_in_page (&p, key) != low)
        return 1;
      if (find_around (p.keys + 20, -20, 19, key, 10)
          != find_around_plain (p.keys + 20, -20, 19, key, 10))
        return 2;
    }
  for (int bits = 0; bits < 4096; bits++)
    {
      for (int i = 0; i < 12; i++)
        steps[i] = bits >> i & 1 ? 1 : -1;
      if (walk (steps, 12) != walk_plain (steps, 12))
        return 3;
      if (back (steps, 12) != back_plain (steps, 12))
        return 4;
    }
  return 0;
}

/* { dg-final { scan-dump-times {middle_[0-9]+ = _[0-9]+ / 2;} 4 "optimized" } } */
/* { dg-final { scan-dump-times {half_[0-9]+ = at_[0-9]+ / 4;} 1 "optimized" } } */
