/* Whether the next turn waits for a multiplication depends on the key: where it
   stays, as it does in 7 of 10 turns, that is done long before.  With a select it
   never is.  An ordered hash table (O. Amble and D. Knuth, 1974) takes 1.04 times as
   long that way.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

#define SIZE 4096

void
insert (unsigned long *table, unsigned long key)
{
  unsigned long i = key * 0x9e3779b97f4a7c15 >> 52;
  while (table[i] != 0)
    {
      if (table[i] < key)
        {
          unsigned long smaller = table[i];
          table[i] = key;
          key = smaller;
        }
      i = (i - (key * 0xc2b2ae3d27d4eb4f >> 52 | 1)) & (SIZE - 1);
    }
  table[i] = key;
}

/* PROFILE:
insert:20219226:2229129
 2: 2228556
 3.513: 2228556
 3.1025: 3439462
 5: 3441479
 8: 989745
 11: 3439462
 13: 2225983
 14: 2225983
END PROFILE */

/* PROFILE MISPREDICTS:
insert:2528796:0
 3.513: 635611
 3.1025: 887566
 5: 1005619
END PROFILE */

/* { dg-final { scan-report "line.: 17, .*converted.: .no.*the select would cost more" } } */
/* { dg-final { scan-report-not "converted.: .yes" } } */
