/* A load that could trap is of another place where the branch went by.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
/* { dg-hwpgo-options "force-branchless" } */

struct list
{
  struct list *next;
  int value;
};

__attribute__ ((noipa)) static int
second (const struct list *l)
{
  int v = -1;
  if (l->next)
    v = l->next->value;
  return v;
}

__attribute__ ((noipa)) static int
element (const int *a, unsigned long i)
{
  int v = -1;
  if (i < 4)
    v = a[i];
  return v;
}

int
main (void)
{
  struct list b = { 0, 5 }, a = { &b, 4 };
  static const int numbers[4] = { 1, 2, 3, 4 };
  return !(second (&a) == 5 && second (&b) == -1 && element (numbers, 3) == 4
           && element (numbers, 1ul << 60) == -1);
}

/* { dg-final { scan-opt-info {apart-load.c:17:.*converted to 2 selects} } } */
/* { dg-final { scan-opt-info {apart-load.c:26:.*converted to 2 selects} } } */
/* What is loaded then has been written: valgrind would tell of a comparison of
   what was not.  */
/* { dg-final { scan-dump-times {hwpgo\.discarded\.1\] = \{\};} 2 "optimized" } } */
