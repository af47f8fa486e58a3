/* A step to the next row of a matrix leads to another line of the cache: each
   turn would wait for that, as the next place is known only when it is there.
   With rows of a part of a line a step is from beside the last one.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

unsigned wide[512][512], narrow[65536][8];

unsigned long
search_wide (unsigned x)
{
  unsigned long row = 0, column = 512;
  while (row < 512 && column > 0)
    {
      if (wide[row][column - 1] < x)
        row++;
      else
        column--;
    }
  return row * 512 + column;
}

unsigned long
search_narrow (unsigned x)
{
  unsigned long row = 0, column = 512;
  while (row < 512 && column > 0)
    {
      if (narrow[row][column - 1] < x)
        row++;
      else
        column--;
    }
  return row * 512 + column;
}

/* PROFILE:
search_wide:4000000:1000
 2: 1000
 3: 1001000
 5: 1000000
 6: 500000
 8: 500000
 10: 1000
search_narrow:4000000:1000
 2: 1000
 3: 1001000
 5: 1000000
 6: 500000
 8: 500000
 10: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
search_wide:340000:0
 5: 340000
search_narrow:340000:0
 5: 340000
END PROFILE */

/* { dg-final { scan-opt-info-not {far-steps.c:16:\d+: optimized: .*converted} } } */
/* { dg-final { scan-opt-info {far-steps.c:30:\d+: optimized: .*converted to 2 selects} } } */
