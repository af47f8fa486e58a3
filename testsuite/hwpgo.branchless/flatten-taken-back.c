/* Where making one loop of two is taken back, what is computed of a value that both
   hand over is folded again when that has all its arguments.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

int times, inside, rest;

__attribute__ ((noipa)) void
count (void)
{
  int left = 4;
  for (; times; times += 1)
    for (; inside;)
      {
        int *at = &left;
        *at = 0;
      }
  rest = left % 8;
}

int
main (void)
{
  times = -3;
  count ();
  return rest != 4 || times != 0;
}
