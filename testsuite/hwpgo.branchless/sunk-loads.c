/* Loads that may run only where the source has them become one of a selected
   place, if both arms have them.  What the source does not read is a null
   pointer here.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize" } */
/* { dg-hwpgo-options "force-branchless" } */

#include <stddef.h>
#include <string.h>

#define NOIPA __attribute__ ((noipa))

NOIPA static int
walk (const int *less, const int *more, unsigned bits)
{
  int node = 0;
  for (int i = 0; i < 6; i++)
    {
      if (bits >> i & 1) /* line 20 */
        node = more[node];
      else
        node = less[node];
    }
  return node;
}

NOIPA static void
count (const int *x, int n, long *few, long *many)
{
  for (int i = 0; i < n; i++)
    if (x[i] < 100) /* line 32 */
      few[x[i] & 15]++;
    else
      many[x[i] & 7] += 2;
}

/* One of the two pointers is null each time, and what a store has changed is
   seen.  */
NOIPA static int
behind (int c, int *p, int *q, int *both)
{
  int r;
  if (c > 5) /* line 44 */
    {
      *both = 7;
      r = *p + 1;
    }
  else
    {
      *both = 8;
      r = *q - 1;
    }
  return r * 3;
}

/* Two steps, of which the second needs the first.  */
NOIPA static int
steps (int c, int *const *p, int *const *q)
{
  int r;
  if (c > 5) /* line 62 */
    r = **p;
  else
    r = **q;
  return r;
}

/* A bool in memory is 0 or 1 only where the source looks.  */
NOIPA static int
flags (int c, const _Bool *p, const _Bool *q)
{
  _Bool b;
  if (c > 5) /* line 74 */
    b = *p;
  else
    b = *q;
  return b + 40;
}

struct bits
{
  unsigned a : 3, b : 5;
};

/* No address, ... */
NOIPA static int
fields (int c, const struct bits *p, const struct bits *q)
{
  unsigned r;
  if (c > 5) /* line 91 */
    r = p->a;
  else
    r = q->b;
  return r;
}

/* ... another type, one arm alone: these are loads for themselves; and
   volatile.  */
NOIPA static int
types (int c, const short *p, const int *q)
{
  int r;
  if (c > 5) /* line 104 */
    r = *p;
  else
    r = *q;
  return r;
}

NOIPA static int
alone (int c, const int *p, int x)
{
  int r = x * 5;
  if (c > 5) /* line 115 */
    r = *p;
  return r;
}

NOIPA static int
unsteady (int c, const volatile int *p, const volatile int *q)
{
  int r;
  if (c > 5) /* line 124 */
    r = *p;
  else
    r = *q;
  return r;
}

int
main (void)
{
  int less[127], more[127], x[400], v = 20, w = 30, both = 0;
  long few[16] = { 0 }, many[8] = { 0 }, sum = 0;
  for (int i = 0; i < 63; i++)
    less[i] = 2 * i + 1, more[i] = 2 * i + 2;
  for (unsigned bits = 0; bits < 64; bits++)
    {
      int node = 0;
      for (int i = 0; i < 6; i++)
        node = 2 * node + 1 + (bits >> i & 1);
      if (walk (less, more, bits) != node)
        __builtin_abort ();
    }
  for (int i = 0; i < 400; i++)
    x[i] = i * 37 % 200;
  count (x, 400, few, many);
  for (int i = 0; i < 16; i++)
    sum += few[i];
  if (sum != 200 || few[0] != 14 || many[1] != 48)
    __builtin_abort ();
  if (behind (6, &v, NULL, &both) != 63 || both != 7
      || behind (6, &both, NULL, &both) != 24
      || behind (5, NULL, &w, &both) != 87 || both != 8
      || behind (5, NULL, &both, &both) != 21)
    __builtin_abort ();
  int *const p = &v, *const q = &w;
  if (steps (6, &p, NULL) != 20 || steps (5, NULL, &q) != 30)
    __builtin_abort ();
  const _Bool yes = 1, no = 0;
  if (flags (6, &yes, NULL) != 41 || flags (5, NULL, &no) != 40)
    __builtin_abort ();
  const struct bits b = { 5, 17 };
  const short s = -3;
  if (fields (6, &b, NULL) != 5 || fields (5, NULL, &b) != 17
      || types (6, &s, NULL) != -3 || types (5, NULL, &v) != 20
      || alone (6, &v, 1) != 20 || alone (5, NULL, 1) != 5
      || unsteady (6, &v, NULL) != 20 || unsteady (5, NULL, &w) != 30)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-opt-info {sunk-loads.c:20:.*converted to} } } */
/* { dg-final { scan-opt-info {sunk-loads.c:32:.*converted to} } } */
/* { dg-final { scan-opt-info {sunk-loads.c:44:.*converted to} } } */
/* { dg-final { scan-opt-info {sunk-loads.c:62:.*converted to} } } */
/* { dg-final { scan-opt-info {sunk-loads.c:74:.*converted to} } } */
/* { dg-final { scan-opt-info-times {sunk-loads.c:(104|115):.*converted to} 2 } } */
/* { dg-final { scan-opt-info-not {sunk-loads.c:(91|124):.*converted to} } } */
