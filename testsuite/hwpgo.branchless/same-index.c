/* Of two elements by one index the array is selected, which need not wait for the
   index.  One of them may have been loaded before the branch.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
/* { dg-hwpgo-options "force-branchless" } */

#define NOIPA __attribute__ ((noipa))

int left[8] = { 1, 3, 5, -1, -1, -1, -1, -1 };
int right[8] = { 2, 4, 6, 9, 9, 9, 9, 9 };
struct
{
  int a;
  short tables[2][3][4];
} all = { 1, { { { 1, 2, 3, 0 }, { 3, 2, 1, 0 } }, { { 2, 0, 1, 3 }, { 0, 0, 2, 1 } } } };

NOIPA static int
leaf (unsigned bits)
{
  int node = 0;
  while (left[node] >= 0)
    {
      if (bits & 1)
        node = right[node];
      else
        node = left[node];
      bits >>= 1;
    }
  return node;
}

/* The index may be anything where the source does not load.  */
NOIPA static int
guarded (const int *indexes, unsigned n)
{
  int sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      int k = indexes[i], v;
      if (k < 0)
        v = k;
      else
        v = right[k];
      sum = sum * 3 + v;
    }
  return sum;
}

/* Stored in between: what was loaded before is not there any more.  */
NOIPA static int
stored (int node, int bit, int value)
{
  int was = left[node];
  left[node] = value;
  int next;
  if (bit)
    next = right[node];
  else
    next = was;
  return next;
}

NOIPA static int
walk (int state, const unsigned char *bits, unsigned n)
{
  int sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      if (bits[i])
        state = all.tables[1][0][state];
      else
        state = all.tables[0][1][state];
      sum = sum * 4 + state;
    }
  return sum;
}

int
main (void)
{
  static const int leaves[4] = { 3, 5, 4, 6 };
  for (unsigned bits = 0; bits < 4; bits++)
    if (leaf (bits) != leaves[bits])
      return 1;
  static const int indexes[4] = { 1, -7, 1 << 30 >> 30, -(1 << 30) };
  if (guarded (indexes, 3) != (4 * 3 - 7) * 3 + 4)
    return 2;
  if (stored (1, 0, 8) != 3 || stored (1, 1, 3) != 4 || left[1] != 3)
    return 3;
  static const unsigned char bits[5] = { 1, 0, 1, 1, 0 };
  if (walk (0, bits, 5) != (((2 * 4 + 1) * 4 + 0) * 4 + 2) * 4 + 1)
    return 4;
  return 0;
}

/* A single load for both, of a selected array.  */
/* { dg-final { scan-dump {\? &right : &left|\? &left : &right|\? &right\[0\] : &left\[0\]|\? &left\[0\] : &right\[0\]} optimized } } */
/* { dg-final { scan-dump {\? &all\.tables\[[01]\]\[[01]\]\[0\] : &all\.tables} optimized } } */
