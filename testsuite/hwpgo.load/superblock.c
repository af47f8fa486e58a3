/* Where nearly all turns of a loop go one way, these become a loop of their own,
   which is unrolled.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

unsigned long
encode (const unsigned *pixels, unsigned long n, unsigned *out)
{
  unsigned long runs = 0;
  unsigned last = pixels[0], length = 1;
  for (unsigned long i = 1; i < n; i++)
    {
      if (pixels[i] == last)
        length++;
      else
        {
          out[2 * runs] = last;
          out[2 * runs + 1] = length;
          runs++;
          last = pixels[i];
          length = 1;
        }
    }
  return runs;
}

/* The same where every fourth turn goes the other way.  */
unsigned long
mixed (const unsigned *pixels, unsigned long n, unsigned *out)
{
  unsigned long runs = 0;
  unsigned last = pixels[0], length = 1;
  for (unsigned long i = 1; i < n; i++)
    {
      if (pixels[i] == last)
        length += 3;
      else
        {
          out[2 * runs] = last;
          out[2 * runs + 1] = length;
          runs++;
          last = pixels[i];
          length = 1;
        }
    }
  return runs;
}

/* PROFILE:
encode:9000000:10
 2: 10
 3: 10
 4: 1000000
 6: 1000000
 7: 990000
 10: 10000
 11: 10000
 12: 10000
 13: 10000
 14: 10000
 17: 10
mixed:9000000:10
 2: 10
 3: 10
 4: 1000000
 6: 1000000
 7: 750000
 10: 250000
 11: 250000
 12: 250000
 13: 250000
 14: 250000
 17: 10
END PROFILE */

/* { dg-final { scan-opt-info {superblock.c:1[234]:.*the usual way of a loop made a loop of its own} } } */
/* { dg-final { scan-opt-info {superblock.c:1[234]:.*loop unrolled} } } */
/* { dg-final { scan-opt-info-not {superblock.c:[34][0-9]:.*the usual way} } } */
