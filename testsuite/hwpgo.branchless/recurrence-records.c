/* A turn stores a structure as a whole, and the next one loads a member of it: a
   select of where it is stored would make the turns wait for each other, through
   memory.
   SPDX-License-Identifier: GPL-2.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

struct record
{
  double weight;
  int rank, id;
};

void
join_all (struct record *item, unsigned char *flipped, unsigned long x)
{
  while (x > 0)
    {
      if (item[0].weight < item[x].weight)
        {
          struct record saved = item[0];
          item[0] = item[x];
          item[x] = saved;
          flipped[x] = !flipped[x];
        }
      x >>= 1;
    }
}

/* PROFILE:
join_all:20000000:100000
 2: 1500000
 4: 1400000
 6: 500000
 7: 500000
 8: 500000
 9: 500000
 11: 1400000
 13: 100000
END PROFILE */
/* PROFILE MISPREDICTS:
join_all:340000:0
 4: 340000
END PROFILE */

/* { dg-final { scan-report "line.: 19, .*converted.: .no.*the select would cost more" } } */
/* { dg-final { scan-report-not "line.: 19, .*converted.: .yes" } } */
