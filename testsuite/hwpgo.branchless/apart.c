/* Loads and stores that one arm alone has are of a selected place: where the
   source does not run the arm, of one that does not matter.  No other memory
   is touched: some of the pointers here are null then, or lead to what cannot
   be written.  Each function is there twice, once as it is.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -Wall -Wextra" } */
/* { dg-hwpgo-options "force-branchless" } */

#ifndef NAME
#define NAME(X) X##_plain
#define ATTRIBUTES __attribute__ ((noipa, optimize (0)))
#include "apart.c"
#undef NAME
#undef ATTRIBUTES
#define NAME(X) X
#define ATTRIBUTES __attribute__ ((noipa))
#define LAST
#endif

#ifndef ITEM
#define ITEM
struct item
{
  int key;
  unsigned payload;
  struct item *next;
};

struct counters
{
  char small;
  long positive, negative, sum;
};

static int counts[16];
#endif

ATTRIBUTES int
NAME (comb) (int *a, int n, int gap)
{
  int swapped = 0;
  for (int i = 0; i + gap < n; i++)
    if (a[i] > a[i + gap])
      {
        int t = a[i];
        a[i] = a[i + gap];
        a[i + gap] = t;
        swapped = 1;
      }
  return swapped;
}

/* The items are copied as a whole.  */
ATTRIBUTES int
NAME (partition) (struct item *a, int n, int pivot)
{
  int i = 0;
  for (int j = 0; j < n; j++)
    if (a[j].key < pivot)
      {
        struct item t = a[i];
        a[i] = a[j];
        a[j] = t;
        i++;
      }
  return i;
}

/* Both arms have effects, and not alike.  */
ATTRIBUTES void
NAME (count) (struct counters *c, const int *a, int n)
{
  for (int i = 0; i < n; i++)
    if (a[i] & 1)
      {
        c->positive += a[i];
        c->small++;
      }
    else
      c->negative++;
}

ATTRIBUTES void
NAME (maybe) (long *p, int a, int b)
{
  if (a > b)
    *p = a;
}

ATTRIBUTES long
NAME (chase) (struct item **a, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    if (a[i])
      {
        sum += a[i]->next->key;
        a[i]->next->payload++;
      }
  return sum;
}

/* The variable has a name, its elements have not.  */
ATTRIBUTES void
NAME (histogram) (const int *a, int n)
{
  for (int i = 0; i < n; i++)
    if (a[i] & 4)
      counts[a[i] & 15]++;
}

/* Of a && or || the second test may not run always.  */
ATTRIBUTES int
NAME (unique) (const int *a, int n, int *out)
{
  int k = 0;
  for (int i = 0; i < n; i++)
    if (k == 0 || out[k - 1] != a[i])
      out[k++] = a[i];
  return k;
}

ATTRIBUTES long
NAME (nested) (struct item **a, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    if (a[i] && (a[i]->key > 500 || (a[i]->next && a[i]->next->key < 300)))
      {
        a[i]->payload++;
        sum += a[i]->key;
      }
  return sum;
}

/* One branch in an arm of the other.  */
ATTRIBUTES int
NAME (depth) (const int *start, const int *end, int n, int *where)
{
  int i = 0, j = 0, now = 0, best = 0;
  while (i < n)
    {
      if (start[i] < end[j])
        {
          now++;
          if (now > best)
            {
              best = now;
              *where = start[i];
            }
          i++;
        }
      else
        {
          now--;
          j++;
        }
    }
  return best;
}

#ifdef LAST
enum
{
  N = 400
};

static int a[N], b[N], where, end[N];
static struct item items[N], *pointers[N];
static struct counters counters;
static unsigned state;

static void
fill (void)
{
  state = 1;
  where = 0;
  for (int i = 0; i < N; i++)
    {
      state = state * 1103515245 + 12345;
      a[i] = state >> 12 & 1023;
      end[i] = i * 3 + (state >> 20 & 31);
      items[i].key = a[i];
      items[i].payload = i;
      items[i].next = &items[i * 7 % N];
      pointers[i] = state & 0x10000 ? &items[i] : 0;
    }
  for (int i = 0; i < 16; i++)
    counts[i] = 0;
  counters.small = counters.positive = counters.negative = 0;
}

static unsigned long
digest (unsigned long h)
{
  for (int i = 0; i < N; i++)
    h = h * 31 + a[i] + 7 * b[i] + items[i].key * 5 + items[i].payload;
  for (int i = 0; i < 16; i++)
    h = h * 31 + counts[i];
  return h * 31 + counters.small + counters.positive * 3 + counters.negative * 5
         + where;
}

#define BOTH(CALL, CALL_PLAIN)                                                \
  do                                                                          \
    {                                                                         \
      unsigned long h, plain;                                                 \
      fill ();                                                                \
      h = CALL;                                                               \
      h = digest (h);                                                         \
      fill ();                                                                \
      plain = CALL_PLAIN;                                                     \
      if (h != digest (plain))                                                \
        return __LINE__;                                                      \
    }                                                                         \
  while (0)

int
main (void)
{
  static const long constant = 1;
  static int start[N];
  for (int i = 0; i < N; i++)
    start[i] = i * 3;
  BOTH (comb (a, N, 7), comb_plain (a, N, 7));
  BOTH (comb (a, N, 1), comb_plain (a, N, 1));
  BOTH (partition (items, N, 600), partition_plain (items, N, 600));
  BOTH ((count (&counters, a, N), 0), (count_plain (&counters, a, N), 0));
  BOTH (chase (pointers, N), chase_plain (pointers, N));
  BOTH ((histogram (a, N), 0), (histogram_plain (a, N), 0));
  BOTH (unique (a, N, b), unique_plain (a, N, b));
  BOTH (nested (pointers, N), nested_plain (pointers, N));
  BOTH (depth (start, end, N, &where), depth_plain (start, end, N, &where));
  maybe (0, 1, 2);
  maybe ((long *) &constant, 1, 2);
  long p = 3;
  maybe (&p, 2, 1);
  return p != 2;
}
#endif

/* { dg-final { scan-opt-info {apart.c:44:\d+: optimized: .*converted to 3 selects} } } */
/* { dg-final { scan-opt-info {apart.c:60:\d+: optimized: .*converted to 3 selects} } } */
/* { dg-final { scan-opt-info {apart.c:75:\d+: optimized: .*converted to 2 selects} } } */
/* { dg-final { scan-opt-info {apart.c:87:\d+: optimized: .*converted to 1 select} } } */
/* { dg-final { scan-opt-info {apart.c:96:\d+: optimized: .*converted to} } } */
/* { dg-final { scan-opt-info {apart.c:109:\d+: optimized: .*converted to 1 select} } } */
/* { dg-final { scan-opt-info {apart.c:119:\d+: optimized: .*converted to} } } */
/* { dg-final { scan-opt-info {apart.c:129:\d+: optimized: .*converted to} } } */
/* { dg-final { scan-opt-info {apart.c:144:\d+: optimized: .*converted to} } } */
