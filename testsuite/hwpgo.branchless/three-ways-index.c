/* What three ways of a comparison choose from two values is one select, indexes that
   one test found to be below their limits are not extended as signed ones, and the
   list is added to the address in front of the loop.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
/* { dg-hwpgo-options "force-branchless select-cost=ahead_turns:0,page_bytes:0" } */

#define NOIPA __attribute__ ((noipa))

static unsigned lists[3][40];
static unsigned out[40];

static inline int
intersect (const unsigned *p, int na, const unsigned *q, int nb)
{
  int i = 0, j = 0, n = 0;
  while (i < na && j < nb)
    {
      if (p[i] == q[j])
        {
          out[n++] = p[i];
          i++;
          j++;
        }
      else if (p[i] < q[j])
        i++;
      else
        j++;
    }
  return n;
}

NOIPA static int
common (unsigned long a, unsigned long b, int na, int nb)
{
  return intersect (lists[a], na, lists[b], nb);
}

/* Each of the two values on two of three ways.  */
#define CHOICES(name, type, first, second)                                    \
  NOIPA static int name (const type *x, const type *y, int n)                 \
  {                                                                           \
    int sum = 1;                                                              \
    for (int i = 0; i < n; i++)                                               \
      {                                                                       \
        int v;                                                                \
        if (x[i] first y[i])                                                  \
          v = 5;                                                              \
        else if (y[i] second x[i])                                            \
          v = 5;                                                              \
        else                                                                  \
          v = 9;                                                              \
        sum = sum * 3 + v;                                                    \
      }                                                                       \
    return sum;                                                               \
  }

CHOICES (less_greater, int, <, <)
CHOICES (less_equal, int, <, ==)
CHOICES (greater_equal, int, >, ==)
CHOICES (less_less, int, <, >)
CHOICES (unsigned_less, unsigned, <, ==)
CHOICES (numbers, float, <, <=)

int
main (void)
{
  static const int x[5] = { -1, 2, 3, 0, 7 }, y[5] = { 1, 2, -3, 0, 8 };
  static const float f[4] = { 1, 2, __builtin_nanf (""), 5 };
  static const float g[4] = { 1, 1, 1, __builtin_nanf ("") };
  for (int i = 0; i < 40; i++)
    {
      lists[0][i] = 2 * i;
      lists[1][i] = 3 * i;
      lists[2][i] = 1;
    }
  if (common (0, 1, 40, 40) != 14)
    return 1;
  for (int i = 0; i < 14; i++)
    if (out[i] != 6u * i)
      return 2;
  if (common (0, 2, 40, 40) != 0 || common (1, 1, 40, 3) != 3
      || common (1, 0, 0, 5) != 0)
    return 3;
#define SUM(a, b, c, d, e) (((((3 + a) * 3 + b) * 3 + c) * 3 + d) * 3 + e)
  if (less_greater (x, y, 5) != SUM (5, 9, 5, 9, 5))
    return 4;
  if (less_equal (x, y, 5) != SUM (5, 5, 9, 5, 5))
    return 5;
  if (greater_equal (x, y, 5) != SUM (9, 5, 5, 5, 9))
    return 6;
  if (less_less (x, y, 5) != SUM (5, 9, 9, 9, 5))
    return 7;
  if (unsigned_less ((const unsigned *) x, (const unsigned *) y, 5)
      != SUM (9, 5, 5, 5, 5))
    return 8;
  if (numbers (f, g, 4) != (((3 + 5) * 3 + 5) * 3 + 9) * 3 + 9)
    return 9;
  return 0;
}

/* { dg-final { scan-dump {<= [^\n]* \? i_} optimized } } */
/* { dg-final { scan-dump-not {\(long unsigned int\) [ij]_[0-9]+;} optimized } } */
/* { dg-final { scan-dump-not {&lists \+ } optimized } } */
