/* A place that is counted by what holds takes the truth of that as a number, which
   is an instruction more than a select, and a store each time: for few mispredicts
   it does not pay.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

struct leaf
{
  unsigned long weight;
  struct leaf *tail;
  int symbol;
};

int
used_symbols (struct leaf *leaves, const unsigned long *frequencies, int n)
{
  int used = 0;
  for (int i = 0; i < n; i++)
    if (frequencies[i])
      {
        leaves[used].weight = frequencies[i];
        leaves[used].symbol = i;
        used++;
      }
  return used;
}

/* PROFILE:
used_symbols:4000000:4000
 2: 4000
 3: 4000
 3.1: 1004000
 3.2: 1000000
 4: 1000000
 6: 400000
 7: 400000
 8: 400000
 10: 4000
END PROFILE */
/* PROFILE MISPREDICTS:
used_symbols:68000:0
 4: 68000
END PROFILE */

/* { dg-final { scan-report "line.: 20, .*converted.: .no.*the select would cost more" } } */
/* { dg-final { scan-report-not "line.: 20, .*converted.: .yes" } } */
