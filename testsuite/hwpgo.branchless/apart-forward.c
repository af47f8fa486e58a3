/* What is loaded where the source does not run the arm is no part of what was
   stored so: the processor would wait for each store to get to the cache.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
/* { dg-hwpgo-options "force-branchless" } */

struct record
{
  int key;
  unsigned value;
};

/* A whole record is loaded, and stored as a key and a value.  */
__attribute__ ((noipa)) static void
replace (struct record *a, struct record *old, int key, unsigned value)
{
  if (value > 3)
    {
      *old = *a;
      a->key = key;
      a->value = value;
    }
}

/* What is stored is what is loaded: one place for both.  */
__attribute__ ((noipa)) static void
count (unsigned *n, int x)
{
  if (x > 10)
    *n += 2;
}

int
main (void)
{
  struct record r[2] = { { 2, 3 }, { 0, 0 } };
  unsigned n = 5;
  replace (r, r + 1, 1, 4);
  replace (r, r + 1, 9, 3);
  count (&n, 11);
  count (&n, 10);
  return !(r[0].key == 1 && r[0].value == 4 && r[1].key == 2 && r[1].value == 3
           && n == 7);
}

/* Number 0 is stored to, 1 is loaded from, others are both.  */
/* { dg-final { scan-opt-info {apart-forward.c:18:.*converted to 3 selects} } } */
/* { dg-final { scan-opt-info {apart-forward.c:30:.*converted to 1 select} } } */
/* { dg-final { scan-dump-times {[?:] &hwpgo\.discarded\.0} 2 "optimized" } } */
/* { dg-final { scan-dump-times {[?:] &hwpgo\.discarded\.1} 1 "optimized" } } */
/* { dg-final { scan-dump-times {[?:] &hwpgo\.discarded\.2} 1 "optimized" } } */
/* { dg-final { scan-dump-times {hwpgo\.discarded\.0\] = \{\}} 0 "optimized" } } */
