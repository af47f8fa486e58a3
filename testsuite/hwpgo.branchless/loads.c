/* Loads that may move: of a variable, of what was loaded before, of what both
   arms load, of what the join loads, of an element that must be inside.  And
   one that only seems so: the join's load is of the next turn's element.  */
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
until_zero (const int *const *p)
{
  int sum = 0, x = 0;
  const int *q = *p++;
  do
    {
      if (q)
        x = *q;
      q = *p++;
      sum += x;
    }
  while (!q || *q);
  return sum;
}

int
main (void)
{
  int one = 1, two = 2, zero = 0;
  const int *const list[] = { 0, &one, 0, &two, 0, &zero };
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
  return until_zero (list) != 0 + 1 + 1 + 2 + 2;
}

/* { dg-final { scan-opt-info-times "converted to 1 select" 4 } } */
