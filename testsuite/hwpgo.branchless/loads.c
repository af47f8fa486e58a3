/* Loads that may move: of a variable, of what was loaded before, of what both
   arms load, of what the join loads, of an element that must be inside, and of
   another member of a structure.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize -fno-code-hoisting -fno-tree-pre" } */
/* { dg-hwpgo-options "force-branchless" } */

#define NOIPA __attribute__ ((noipa))

int global = 40;
int squares[256];

NOIPA static int
variable (int c, int x)
{
  if (c > 3)
    x = global;
  return x;
}

NOIPA static int
before (int *p, int c, int x)
{
  *p += 1;
  if (c > 3)
    x = *p + 1;
  return x;
}

NOIPA static int
both (const int *p, int c)
{
  int x;
  if (c > 3)
    x = *p + 1;
  else
    x = *p * 7;
  return x;
}

NOIPA static int
inside (unsigned char i, int x)
{
  if (i & 1)
    x = squares[i];
  return x;
}

NOIPA static int
after (const int *p, int c, int x)
{
  if (c > 3)
    x = *p * 5;
  return x - *p;
}

struct node
{
  short child[2];
  int leaf;
};

NOIPA static int
member (const struct node *n, int c)
{
  int x;
  if (c > 3)
    x = n->child[1];
  else
    x = n->child[0];
  return x + n[1].leaf;
}

NOIPA static unsigned
hashed (unsigned c, unsigned key)
{
  unsigned x = 5;
  if (c > 3)
    x = squares[key * 77 >> 24];
  return x;
}

/* The counter of a loop around the branch stays inside.  */
NOIPA static unsigned
counted (unsigned bits, unsigned sum)
{
  static const unsigned generator[5] = { 3, 5, 9, 17, 33 };
  for (int i = 0; i < 5; i++)
    if (bits >> i & 1)
      sum ^= generator[i];
  return sum;
}

/* One that goes on to the next element might not.  */
NOIPA static unsigned
counted_next (unsigned bits, unsigned sum)
{
  static const unsigned generator[5] = { 3, 5, 9, 17, 33 };
  for (int i = 0; i < 6; i++)
    if (bits >> i & 1)
      sum ^= generator[i];
  return sum;
}

int
main (void)
{
  const struct node nodes[2] = { { { 2, 3 }, 1 }, { { 5, 6 }, 4 } };
  if (member (nodes, 4) != 7 || member (nodes, 3) != 6
      || hashed (3, 9u << 24) != 5 || hashed (4, 0x1e000000) != 0)
    return 6;

  if (counted (0x15, 4) != (4 ^ 3 ^ 9 ^ 33)
      || counted_next (0x15, 4) != (4 ^ 3 ^ 9 ^ 33))
    return 7;

  int one = 1, two = 2;
  squares[9] = 81;
  if (variable (4, 1) != 40 || variable (3, 1) != 1)
    return 1;
  if (before (&one, 4, 9) != 3 || before (&one, 3, 9) != 9)
    return 2;
  one = 1;
  if (both (&two, 4) != 3 || both (&two, 3) != 14)
    return 3;
  if (inside (9, 5) != 81 || inside (8, 5) != 5)
    return 4;
  return after (&two, 4, 0) != 8 || after (&two, 3, 7) != 5;
}

/* { dg-final { scan-opt-info-times {loads.c:(17|26|35|45|53|68|79|90):.*converted to 1 select} 8 } } */
/* { dg-final { scan-opt-info-not {loads.c:101:.*converted to 1 select} } } */
