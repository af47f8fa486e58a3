/* Arms that may leave do so behind the join.  Each function is there twice,
   once as it is.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -Wall -Wextra" } */
/* { dg-hwpgo-options "force-branchless" } */

#ifndef NAME
#define NAME(X) X##_plain
#define ATTRIBUTES __attribute__ ((noipa, optimize (0)))
#include "exits.c"
#undef NAME
#undef ATTRIBUTES
#define NAME(X) X
#define ATTRIBUTES __attribute__ ((noipa))
#define LAST
#endif

#ifndef NODE
#define NODE
struct node
{
  struct node *next;
  int key;
};
#endif

/* Both arms leave the loop, to the same place, with other values.  */
ATTRIBUTES int
NAME (merge) (int *out, const int *x, int i, int middle, int end)
{
  int j = middle;
  int k = 0;
  for (;;)
    {
      if (x[i] <= x[j])
        {
          out[k++] = x[i++];
          if (i == middle)
            break;
        }
      else
        {
          out[k++] = x[j++];
          if (j == end)
            break;
        }
    }
  return k * 1000 + i * 31 + j;
}

/* To different places.  */
ATTRIBUTES struct node *
NAME (merge_lists) (struct node *a, struct node *b)
{
  struct node *head = 0, **link = &head;
  for (;;)
    {
      if (b->key < a->key)
        {
          *link = b;
          link = &b->next;
          b = b->next;
          if (!b)
            {
              *link = a;
              return head;
            }
        }
      else
        {
          *link = a;
          link = &a->next;
          a = a->next;
          if (!a)
            {
              *link = b;
              return head;
            }
        }
    }
}

/* One arm leaves, and computes behind its test.  */
ATTRIBUTES unsigned
NAME (runs) (const unsigned char *in, int n, unsigned limit, unsigned *longest)
{
  unsigned run = 0, sum = 0, most = 0;
  for (int i = 1; i < n; i++)
    {
      if (in[i] == in[i - 1])
        {
          run++;
          if (run == limit)
            {
              *longest = run;
              return sum + i;
            }
          most = most < run ? run : most;
        }
      else
        {
          sum += run * 3;
          run = 0;
        }
    }
  *longest = most;
  return sum;
}

/* What is stored in an arm is there for who has left, and the load of the
   other arm has not been made.  */
ATTRIBUTES int
NAME (store_and_leave) (const int *a, const int *b, int n, int *last)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (a[i] & 1)
        {
          *last = i;
          if (a[i] < 0)
            return *last + sum;
        }
      else
        {
          *last = -i;
          sum += b[i];
          if (sum > 1000000)
            return *last - sum;
        }
    }
  return sum;
}

/* What an arm loads behind its test may not be there for who has left, though
   the other arm loads it as well.  */
ATTRIBUTES int
NAME (load_behind) (const struct node *n, int c, int *seen)
{
  int key;
  if (c)
    key = n->key * 3;
  else
    {
      *seen = 1;
      if (!n)
        return -1;
      key = n->key;
    }
  return key & 0xffff;
}

#ifdef LAST
/* What is stored behind the test stays behind it.  */
ATTRIBUTES int
NAME (store_behind) (const int *a, int n, int *last)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (a[i] & 1)
        {
          if (a[i] < 0)
            return sum;
          *last = i;
          sum += 3;
        }
      else
        sum += 5;
    }
  return sum;
}

static unsigned seed;

static int
random_next (void)
{
  seed = seed * 1664525 + 1013904223;
  return seed >> 16;
}

static int
test_merge (int n, int m)
{
  static int x[64], out[128], plain[128];
  for (int i = 0; i < n + m; i++)
    x[i] = (i > 0 && i != n ? x[i - 1] : 0) + (random_next () & 3);
  int a = merge (out, x, 0, n, n + m), b = merge_plain (plain, x, 0, n, n + m);
  return a == b && __builtin_memcmp (out, plain, sizeof out) == 0;
}

static void
make_lists (struct node *nodes, int n, int m)
{
  for (int i = 0; i < n + m; i++)
    {
      nodes[i].key
          = (i > 0 && i != n ? nodes[i - 1].key : 0) + (random_next () & 3);
      nodes[i].next = i == n - 1 || i == n + m - 1 ? 0 : &nodes[i + 1];
    }
}

static int
test_lists (int n, int m)
{
  static struct node a[64], b[64];
  unsigned before = seed;
  make_lists (a, n, m);
  seed = before;
  make_lists (b, n, m);
  const struct node *x = merge_lists (a, a + n),
                    *y = merge_lists_plain (b, b + n);
  for (; x && y; x = x->next, y = y->next)
    if (x - a != y - b)
      return 0;
  return !x && !y;
}

static int
test_runs (int n, unsigned limit)
{
  static unsigned char in[64];
  unsigned a = 0, b = 0;
  for (int i = 0; i < n; i++)
    in[i] = random_next () & 1;
  return runs (in, n, limit, &a) == runs_plain (in, n, limit, &b) && a == b;
}

static int
test_stores (int n, int leaves)
{
  static int a[64], b[64];
  int x = -5, y = -5, z = -5;
  for (int i = 0; i < n; i++)
    {
      a[i] = random_next () & 0xff;
      b[i] = random_next ();
    }
  if (leaves == 1)
    a[n / 2] = -7;
  if (leaves == 2)
    b[n / 2] = 10000000;
  /* No second list where it is not looked at.  */
  for (int i = 0; leaves == 3 && i < n; i++)
    a[i] |= 1;
  int first = store_and_leave (a, leaves == 3 ? 0 : b, n, &x);
  int sum = 0, behind = store_behind (a, n, &z);
  int last = -5;
  for (int i = 0; i < n; i++)
    {
      if (a[i] < 0)
        break;
      if (a[i] & 1)
        last = i;
      sum += a[i] & 1 ? 3 : 5;
    }
  return first == store_and_leave_plain (a, leaves == 3 ? 0 : b, n, &y)
         && x == y && behind == sum && z == last;
}

static int
test_load (void)
{
  struct node n = { 0, 77 };
  int a = 0, b = 0;
  return load_behind (&n, 1, &a) == load_behind_plain (&n, 1, &b)
         && load_behind (&n, 0, &a) == load_behind_plain (&n, 0, &b)
         && load_behind (0, 0, &a) == -1 && a == b;
}

int
main (void)
{
  if (!test_load ())
    return 2;
  for (int i = 0; i < 200; i++)
    if (!test_merge (1 + i % 31, 1 + i % 17)
        || !test_lists (1 + i % 29, 1 + i % 13)
        || !test_runs (1 + i % 60, 3 + i % 4)
        || !test_stores (1 + i % 50, i % 4))
      return 1;
  return 0;
}

/* { dg-final { scan-opt-info {exits.c:36:.*converted to [0-9]+ selects} } } */
/* { dg-final { scan-opt-info {exits.c:59:.*converted to [0-9]+ selects} } } */
/* { dg-final { scan-opt-info {exits.c:91:.*converted to [0-9]+ selects} } } */
/* { dg-final { scan-opt-info {exits.c:119:.*converted to [0-9]+ selects} } }
 */
/* { dg-final { scan-opt-info-not {exits.c:162:.*converted to} } } */
#endif
