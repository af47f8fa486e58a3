/* Members of one object have one selected place in the last pass, too, where the
   object is a sum of what the loop counts.  What is only stored to is not hidden:
   the condition would be tested again.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize -fdump-tree-optimized" } */
/* { dg-hwpgo-options "force-branchless" } */

struct item { int key, best; unsigned long from; };

__attribute__ ((noipa)) int
lower (struct item *items, unsigned long n, int bound, unsigned long who)
{
  int sum = 0;
  for (unsigned long i = 0; i < n; i++)
    {
      int distance = items[i].key * items[i].key - bound;
      if (distance < items[i].best)
        {
          items[i].best = distance;
          items[i].from = who;
        }
      sum += items[i].best;
    }
  return sum;
}

int
main (void)
{
  struct item items[64];
  unsigned long sum = 0;
  for (int i = 0; i < 64; i++)
    items[i] = (struct item) { i * 7 % 13, i * 5 % 31, 0 };
  sum += (unsigned) lower (items, 64, 40, 3);
  sum += (unsigned) lower (items, 64, 30, 5);
  sum += (unsigned) lower (items, 64, 60, 7);
  for (int i = 0; i < 64; i++)
    sum = sum * 31 + (unsigned long) items[i].best * 17 + items[i].from;
  return !(sum == 7203309498506627648ul);
}

/* { dg-final { scan-opt-info {apart-object.c:18:.*converted to 2 selects} } } */
/* { dg-final { scan-dump-not {__asm__} optimized } } */
