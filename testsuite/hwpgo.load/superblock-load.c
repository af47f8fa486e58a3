/* Where rare turns of a counted loop alone write to what each turn loads, the
   others become a loop that loads it once.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

void
relax (unsigned *distance, const unsigned *row, const unsigned *to_k,
       unsigned long n)
{
  for (unsigned long j = 0; j < n; j++)
    {
      unsigned d = *to_k + row[j];
      if (d < distance[j])
        distance[j] = d;
    }
}

/* What each turn writes to is loaded anew either way, and the loop is left to
   the unroller.  */
void
relax_all (unsigned *distance, const unsigned *row, const unsigned *to_k,
           unsigned *sums, unsigned long n)
{
  for (unsigned long j = 0; j < n; j++)
    {
      unsigned d = *to_k + row[j];
      sums[j] = d;
      if (d < distance[j])
        distance[j] = d;
    }
}

/* PROFILE:
relax:9000000:10
 2: 10
 4: 1000000
 6: 1000000
 7: 1000000
 8: 10000
 10: 10
relax_all:9000000:10
 2: 10
 4: 1000000
 6: 1000000
 7: 1000000
 8: 1000000
 9: 10000
 11: 10
END PROFILE */

/* { dg-final { scan-opt-info {superblock-load.c:1[0-9]:.*the usual way of a loop made a loop of its own} } } */
/* { dg-final { scan-opt-info-not {superblock-load.c:2[0-9]:.*the usual way} } } */
