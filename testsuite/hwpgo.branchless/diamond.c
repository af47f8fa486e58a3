/* Both arms, several results, one of them equal on both ways.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

__attribute__ ((noipa)) static int
diamond (int a, int b, int *x, int *y, int *z)
{
  int p, q, r, same;
  if (a > b)
    p = a - b, q = a ^ 21, r = b, same = 7;
  else
    p = b * 2, q = b, r = a & 12, same = 7;
  *x = p;
  *y = q;
  *z = r;
  return same;
}

int
main (void)
{
  int x, y, z;
  if (diamond (9, 4, &x, &y, &z) != 7 || x != 5 || y != 28 || z != 4)
    return 1;
  if (diamond (14, 30, &x, &y, &z) != 7 || x != 60 || y != 30 || z != 12)
    return 2;
  return 0;
}

/* { dg-final { scan-opt-info-times "converted to 3 selects" 1 } } */
