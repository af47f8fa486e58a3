/* reorder=off leaves the order of blocks to GCC.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-if-conversion -fno-if-conversion2" } */
/* { dg-hwpgo-options "reorder=off" } */

volatile unsigned odd, all;

void
f (const unsigned char *a, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      if (a[i] & 1)
        odd++;
      all += a[i];
    }
}

/* PROFILE:
f:3440000:1000
 2: 1000000
 4: 1000000
 5: 440000
 6: 1000000
 8: 1000
END PROFILE */

/* { dg-final { scan-opt-info-not {blocks reordered} } } */
