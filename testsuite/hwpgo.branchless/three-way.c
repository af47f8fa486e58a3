/* A second test of the same two values, whose third result leaves, comes
   first, and the other two become selects.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize" } */
/* { dg-hwpgo-options "force-branchless" } */

#define N 1000

__attribute__ ((noipa)) static int
find (const int *a, int n, int key)
{
  int low = 0, high = n - 1;
  while (low <= high)
    {
      int middle = low + (high - low) / 2;
      if (a[middle] < key) /* line 17 */
        low = middle + 1;
      else if (a[middle] > key)
        high = middle - 1;
      else
        return middle;
    }
  return -1;
}

struct node
{
  struct node *less, *more;
  unsigned key;
  int value;
};

__attribute__ ((noipa)) static int
lookup (const struct node *n, unsigned key)
{
  int depth = 0;
  while (n)
    {
      depth++;
      if (key > n->key) /* line 41 */
        n = n->more;
      else if (n->key == key)
        return n->value * 100 + depth;
      else
        n = n->less;
    }
  return -depth;
}

/* The third way goes on in the same loop, with values of its own.  */
__attribute__ ((noipa)) static long
tally (const long *a, const long *b, int n)
{
  long less = 0, more = 0, same = 0;
  for (int i = 0; i < n; i++)
    {
      if (b[i] <= a[i]) /* line 58 */
        {
          if (a[i] != b[i])
            more += a[i];
          else
            {
              same += more ^ i;
              continue;
            }
        }
      else
        less -= b[i];
    }
  return less * 7 + more * 3 + same;
}

/* Floating-point values have a fourth: unordered.  So the third is no equality,
   and tested for behind the others.  */
__attribute__ ((noipa)) static int
unordered (double x, double y, int a, int b)
{
  int r;
  if (x < y) /* line 80 */
    r = a + 1;
  else if (x > y)
    r = b + 2;
  else
    return -9;
  return r * 3;
}

/* Other values: the third way is tested for behind the others.  */
__attribute__ ((noipa)) static int
others (int x, int y, int z, int a, int b)
{
  int r;
  if (x < y) /* line 94 */
    r = a + 1;
  else if (x > z)
    r = b + 2;
  else
    return -9;
  return r * 3;
}

/* The third way stays in the loop, and stores.  */
__attribute__ ((noipa)) static int
intersect (const int *a, const int *b, int n, int *out)
{
  int i = 0, j = 0, both = 0;
  while (i < n && j < n)
    {
      if (a[i] < b[j]) /* line 110 */
        i++;
      else if (b[j] < a[i])
        j++;
      else
        {
          out[both++] = a[i];
          i++;
          j++;
        }
    }
  return both;
}

/* The third way is for what is equal, which no NaN is.  */
struct event
{
  double time;
  int priority;
};

static int
before (const struct event *a, const struct event *b)
{
  return a->time < b->time
         || (a->time == b->time && a->priority < b->priority);
}

__attribute__ ((noipa)) static int
first_of (const struct event *e, int n)
{
  int best = 0;
  for (int i = 1; i < n; i++)
    if (before (&e[i], &e[best]))
      best = i;
  return best;
}

static int
check_first (void)
{
  double nan = __builtin_nan ("");
  struct event e[7] = { { 5, 1 }, { nan, 0 }, { 4, 7 }, { 4, 8 },
                        { 4, 6 }, { 4, 6 },   { nan, 0 } };
  struct event f[3] = { { nan, 3 }, { 1, 1 }, { nan, 2 } };
  return first_of (e, 7) == 4 && first_of (e, 2) == 0 && first_of (e, 4) == 2
         && first_of (f, 3) == 0 && first_of (f + 1, 2) == 0;
}

int
main (void)
{
  static int a[N];
  static long p[N], q[N];
  static struct node nodes[N];
  struct node *root = 0;
  unsigned seed = 1;
  for (int i = 0; i < N; i++)
    a[i] = 3 * i - N;
  for (int key = -N - 5; key < 2 * N + 5; key++)
    {
      int expected = key >= -N && key < 2 * N && (key + N) % 3 == 0
                         ? (key + N) / 3 : -1;
      if (find (a, N, key) != expected)
        __builtin_abort ();
    }
  for (int i = 0; i < N; i++)
    {
      struct node **place = &root;
      seed = seed * 1103515245 + 12345;
      nodes[i].key = seed;
      nodes[i].value = i;
      while (*place)
        place = seed < (*place)->key ? &(*place)->less : &(*place)->more;
      *place = &nodes[i];
      p[i] = seed >> 28;
      q[i] = seed >> 20 & 15;
    }
  for (int i = 0; i < N; i++)
    {
      int depth = 1;
      for (const struct node *n = root; n->key != nodes[i].key; depth++)
        n = nodes[i].key < n->key ? n->less : n->more;
      if (lookup (root, nodes[i].key) != i * 100 + depth
          || lookup (root, nodes[i].key ^ 1) > 0)
        __builtin_abort ();
    }
  long less = 0, more = 0, same = 0;
  for (int i = 0; i < N; i++)
    {
      __asm__ volatile ("" : "+r"(same));
      if (p[i] == q[i])
        same += more ^ i;
      else if (p[i] > q[i])
        more += p[i];
      else
        less -= q[i];
    }
  if (tally (p, q, N) != less * 7 + more * 3 + same)
    __builtin_abort ();
  if (unordered (__builtin_nan (""), 1, 2, 3) != -9
      || unordered (1, 2, 3, 4) != 12 || unordered (2, 1, 3, 4) != 18
      || others (1, 2, 0, 3, 4) != 12 || others (2, 2, 2, 3, 4) != -9
      || others (2, 2, 1, 3, 4) != 18)
    __builtin_abort ();
  int even[N], out[N];
  for (int i = 0; i < N; i++)
    even[i] = 2 * i - N;
  int both = intersect (a, even, N, out);
  for (int i = 0; i < both; i++)
    if (out[i] != 6 * i - N)
      __builtin_abort ();
  if (both != (N + 2) / 3 || !check_first ())
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-opt-info {three-way.c:17:.*converted to} } } */
/* { dg-final { scan-opt-info {three-way.c:41:.*converted to} } } */
/* { dg-final { scan-opt-info {three-way.c:58:.*converted to} } } */
/* { dg-final { scan-opt-info {three-way.c:110:.*converted to} } } */
/* { dg-final { scan-opt-info {three-way.c:135:.*converted to} } } */
/* { dg-final { scan-opt-info {three-way.c:80:.*converted to 2 selects} } } */
/* { dg-final { scan-opt-info {three-way.c:94:.*converted to 2 selects} } } */
