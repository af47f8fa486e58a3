/* The end of a binary search is mispredicted more often than turns are put in front of
   other loops for, since its branch, which nobody can predict, was in the history.
   That is a select now.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

extern void abort (void);

__attribute__ ((noipa)) int
search (const unsigned *at, int n, unsigned key)
{
  int l = -1, u = n;
  while (l + 1 != u)
    {
      int m = (l + u) / 2;
      if (at[m] < key)
        l = m;
      else
        u = m;
    }
  return u;
}

/* As often mispredicted, and nothing else was.  */
__attribute__ ((noipa)) int
ones (const unsigned char *at)
{
  int n = 0;
  while (at[n] < 9)
    n++;
  return n;
}

int
main (void)
{
  unsigned table[100];
  for (unsigned i = 0; i < 100; i++)
    table[i] = 2 * i;
  for (int n = 0; n <= 100; n++)
    for (int i = 0; i < n; i++)
      if (search (table, n, 2 * i) != i
          || search (table, n, 2 * i + 1) != i + 1)
        abort ();
  static const unsigned char bytes[8] = { 1, 8, 1, 1, 1, 9, 1, 200 };
  if (ones (bytes) != 5 || ones (bytes + 6) != 1 || ones (bytes + 5) != 0)
    abort ();
  return 0;
}

/* PROFILE:
search:30000000:100000
 2: 100000
 3: 100000
 3.1: 800000
 5: 700000
 6: 700000
 7: 350000
 9: 350000
 11: 100000
ones:30000000:100000
 2: 100000
 3: 100000
 3.1: 800000
 3.2: 800000
 3.3: 800000
 4: 700000
 5: 100000
END PROFILE */
/* PROFILE MISPREDICTS:
search:410000:0
 3.1: 75000
 6: 335000
ones:75000:0
 3: 0
 3.1: 75000
 3.2: 75000
 3.3: 75000
END PROFILE */

/* { dg-final { scan-opt-info "peeled-search.c:14:\[0-9\]*: optimized: 8 turns put in front of the loop" } } */
/* { dg-final { scan-opt-info-not "peeled-search.c:30:\[0-9\]*: optimized: \[0-9\]* turns put" } } */
