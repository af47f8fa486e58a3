/* A loop in another, of which nobody knows how often it turns, becomes one loop
   with it.  Each function is there twice, once as it is; what they read ends
   where memory does.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -Wall -Wextra" } */
/* { dg-hwpgo-options "force-branchless" } */

#ifndef NAME
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#define NAME(X) X##_plain
#define ATTRIBUTES __attribute__ ((noipa, optimize (0)))
#include "flatten.c"
#undef NAME
#undef ATTRIBUTES
#define NAME(X) X
#define ATTRIBUTES __attribute__ ((noipa))
#define LAST
#endif

#ifndef NODE
#define NODE
struct options
{
  unsigned more[9];
};

struct node
{
  struct node *next;
  int key;
};
#endif

/* The end of the loop inside is behind what it does.  */
ATTRIBUTES int
NAME (varints) (const unsigned char *p, const unsigned char *end,
                unsigned long *out)
{
  int n = 0;
  while (p < end)
    {
      unsigned long value = 0;
      unsigned shift = 0;
      unsigned char byte;
      do
        {
          byte = *p++;
          value |= (unsigned long) (byte & 127) << (shift & 63);
          shift += 7;
        }
      while (byte & 128); /* line 56 */
      out[n++] = value;
    }
  return n;
}

/* In front of it, and the loop around loads what the next turns begin with.  */
ATTRIBUTES int
NAME (roots) (const int *parent, const int *of, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      int x = of[i];
      while (parent[x] != x) /* line 70 */
        x = parent[x];
      sum += x;
    }
  return sum;
}

/* Ways of the loop around that meet again, and one that leaves it.  */
ATTRIBUTES int
NAME (numbers) (const char *p, unsigned *out)
{
  int n = 0;
  while (*p)
    {
      unsigned value = 0;
      while (*p >= '0' && *p <= '9') /* line 85 */
        value = value * 10 + (*p++ - '0');
      out[n++] = value;
      if (*p == ',')
        p++;
      else if (*p)
        return -n;
    }
  return n;
}

/* What ends the loop inside in two ways.  */
ATTRIBUTES long
NAME (chains) (struct node *const *heads, int n, int key)
{
  long found = 0;
  for (int i = 0; i < n; i++)
    {
      struct node *node = heads[i];
      while (node && node->key != key)
        node = node->next;
      found += node ? i + 1 : -1;
    }
  return found;
}

/* Stores in both.  */
ATTRIBUTES void
NAME (sort) (int *a, int n)
{
  for (int i = 1; i < n; i++)
    {
      int x = a[i], j = i;
      while (j > 0 && a[j - 1] > x)
        {
          a[j] = a[j - 1];
          j--;
        }
      a[j] = x;
    }
}

/* The loop around counts to the largest number, and its last value is used.  */
ATTRIBUTES int
NAME (last) (const unsigned *a, int from, int *where)
{
  int sum = 0, i;
  for (i = from; i < INT_MAX; i++)
    {
      unsigned x = a[i - from];
      while (x > 3) /* line 135 */
        {
          x = x / 2 + (x & 1);
          sum++;
        }
    }
  *where = i;
  return sum;
}

/* An operation that may trap, in the loop around.  */
ATTRIBUTES unsigned
NAME (divided) (const unsigned *a, const unsigned *b, int n)
{
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    {
      unsigned x = a[i], y = b[i];
      while (y)
        {
          unsigned rest = x % y;
          x = y;
          y = rest;
        }
      sum += 1000 / x;
    }
  return sum;
}

/* Numbers in floating point, and what is compared with.  */
ATTRIBUTES double
NAME (halvings) (const double *a, int n, double limit)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    {
      double x = a[i];
      int turns = 0;
      while (x > limit)
        {
          x *= 0.5;
          turns++;
        }
      sum += turns;
    }
  return sum;
}

/* A function that is inlined, and returns if it has found anything.  */
static inline __attribute__ ((always_inline)) int
NAME (one) (const unsigned char **p, const unsigned char *end,
            unsigned long *out)
{
  unsigned long value = 0;
  for (unsigned shift = 0; shift < 42; shift += 7)
    {
      if (*p == end)
        return 0;
      unsigned char byte = *(*p)++;
      value |= (unsigned long) (byte & 127) << shift;
      if (!(byte & 128)) /* line 195 */
        {
          *out = value;
          return 1;
        }
    }
  return 0;
}

ATTRIBUTES int
NAME (packed) (const unsigned char *p, const unsigned char *end,
               unsigned long *out)
{
  int n = 0;
  unsigned long value;
  while (n < 250 && NAME (one) (&p, end, &value))
    out[n++] = value >> 1;
  return n;
}

/* What is loaded inside is loaded by the loop around as well, so it is there.  But
   what that has in front of its way out is looked at by itself, and is too much.  */
ATTRIBUTES unsigned
NAME (optional) (const unsigned *a, const unsigned *end,
                 const struct options *o)
{
  unsigned sum = 0;
  while (a < end)
    {
      unsigned x = *a++;
      while (x > 7)
        x = x / 2
            + (o->more[0] & o->more[1] & o->more[2] & o->more[3] & o->more[4]
               & o->more[5] & o->more[6] & o->more[7] & o->more[8] & 1);
      sum = sum * 3 + x + o->more[0] + o->more[1] * 3 + o->more[2] * 5
            + o->more[3] * 7 + o->more[4] * 9 + o->more[5] * 11
            + o->more[6] * 13 + o->more[7] * 15 + o->more[8] * 17;
    }
  return sum;
}

#ifdef LAST
/* SIZE bytes, up to the end of a page that nothing is behind.  */
static void *
at_the_end (size_t size)
{
  size_t page = (size_t) sysconf (_SC_PAGESIZE);
  size_t pages = (size + page - 1) / page + 1;
  char *p = mmap (0, pages * page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED
      || mprotect (p + (pages - 1) * page, page, PROT_NONE))
    exit (77);
  return p + (pages - 1) * page - size;
}

enum
{
  N = 300
};

static unsigned state = 1;

static unsigned
next (void)
{
  return (state = state * 1664525 + 1013904223) >> 8;
}

static int
test_bytes (void)
{
  unsigned char *bytes = at_the_end (N);
  char *text = at_the_end (N);
  unsigned long out[N], expected[N];
  unsigned values[N], values_expected[N];
  for (int i = 0; i < N; i++)
    bytes[i] = (unsigned char) next ();
  bytes[N - 1] &= 127;
  for (int i = 0; i < N - 1; i++)
    text[i] = next () % 3 ? (char) ('0' + next () % 10) : ',';
  text[N - 1] = 0;
  for (int i = 0; i < 3; i++)
    {
      bytes[N - 1] &= 127;
      int n = varints (bytes, bytes + N, out);
      if (n != varints_plain (bytes, bytes + N, expected)
          || memcmp (out, expected, n * sizeof *out))
        return 0;
      n = packed (bytes, bytes + N, out);
      if (n != packed_plain (bytes, bytes + N, expected)
          || memcmp (out, expected, n * sizeof *out))
        return 0;
      n = numbers (text, values);
      if (n != numbers_plain (text, values_expected)
          || memcmp (values, values_expected, abs (n) * sizeof *values))
        return 0;
      text[N / 2] = 'x';
      memset (bytes, i == 0 ? 0 : 128, N);
    }
  return 1;
}

static int
test_words (void)
{
  int *of = at_the_end (N * sizeof *of);
  int *parent = at_the_end (N * sizeof *parent);
  unsigned *x = at_the_end (N * sizeof *x), *y = at_the_end (N * sizeof *y);
  double *d = at_the_end (N * sizeof *d);
  int where[2];
  struct options options = { { 1, 2, 3, 4, 5, 6, 7, 8, 9 } };
  for (int i = 0; i < N; i++)
    {
      of[i] = (int) (next () % N);
      parent[i] = i < 5 ? i : (int) (next () % i);
      x[i] = next () % 1000 + 1;
      y[i] = next () % 1000;
      d[i] = next () % 1000;
    }
  return roots (parent, of, N) == roots_plain (parent, of, N)
         && roots (parent, of, 0) == 0
         && last (x, INT_MAX - N, &where[0])
                == last_plain (x, INT_MAX - N, &where[1])
         && where[0] == where[1]
         && divided (x, y, N) == divided_plain (x, y, N)
         && optional (x, x + N, &options) == optional_plain (x, x + N, &options)
         && optional (x, x, 0) == 0
         && halvings (d, N, 1.5) == halvings_plain (d, N, 1.5);
}

static int
test_nodes (void)
{
  struct node *nodes = at_the_end (N * sizeof *nodes);
  struct node **heads = at_the_end (N * sizeof *heads);
  int a[N], b[N];
  for (int i = 0; i < N; i++)
    {
      nodes[i].next = i > 3 && next () % 4 ? &nodes[next () % i] : 0;
      nodes[i].key = (int) (next () % 8);
      heads[i] = next () % 8 ? &nodes[next () % N] : 0;
      a[i] = b[i] = (int) (next () % 100);
    }
  for (int key = 0; key < 9; key++)
    if (chains (heads, N, key) != chains_plain (heads, N, key))
      return 0;
  sort (a, N);
  sort_plain (b, N);
  return memcmp (a, b, sizeof a) == 0;
}

int
main (void)
{
  if (!test_bytes ())
    return 1;
  if (!test_words ())
    return 2;
  return test_nodes () ? 0 : 3;
}

/* { dg-final { scan-opt-info {flatten.c:56:.*converted to [0-9]+ selects} } } */
/* { dg-final { scan-opt-info {flatten.c:70:.*converted to [0-9]+ selects} } } */
/* { dg-final { scan-opt-info {flatten.c:85:.*converted to [0-9]+ selects} } } */
/* { dg-final { scan-opt-info {flatten.c:135:.*converted to [0-9]+ selects} } }
 */
#endif
