/* All ways from a branch store to one place, some of them twice, and an if around
   has a way to the same join that does not: one store behind them does, and the
   branch is a select, also in a variable, whose address is better not selected.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fchecking -fdump-tree-optimized" } */

#define NOIPA __attribute__ ((noipa))

enum
{
  LIMIT = 100
};

struct pass
{
  int weight, delta, count, last;
};

static inline void
update (struct pass *p, int x)
{
  if (__builtin_expect (x != 3, 1))
    {
      if (x < 0)
        {
          p->weight -= p->delta;
          if (p->weight < -LIMIT)
            p->weight = -LIMIT;
        }
      else
        {
          p->weight += p->delta;
          if (p->weight > LIMIT)
            p->weight = LIMIT;
        }
    }
  p->count++;
}

/* Both passes are variables.  */
NOIPA static int
run (const signed char *x, unsigned n, unsigned at)
{
  struct pass passes[2] = { { 90, 7, 0, 0 }, { -80, 9, 0, 0 } };
  int sum = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k < 2; k++)
      {
        struct pass *p = &passes[k];
        update (p, x[i] - (p->weight >> 5) - (int) k);
        sum = (int) ((unsigned) sum * 3 + (unsigned) p->weight);
      }
  return sum + passes[at].count;
}

int
main (void)
{
  signed char xs[200];
  int weights[2] = { 90, -80 };
  unsigned sum = 0;
  for (int i = 0; i < 200; i++)
    {
      xs[i] = (signed char) (i * 37 % 11 - (i < 100 ? 3 : 8));
      for (int k = 0; k < 2; k++)
        {
          int *weight = &weights[k], delta = k ? 9 : 7;
          int x = xs[i] - (*weight >> 5) - k;
          if (x != 3)
            {
              *weight += x < 0 ? -delta : delta;
              *weight = *weight > LIMIT ? LIMIT : *weight;
              *weight = *weight < -LIMIT ? -LIMIT : *weight;
            }
          sum = sum * 3 + (unsigned) *weight;
        }
    }
  return (unsigned) run (xs, 200, 1) != sum + 200;
}

/* PROFILE:
run:9000000:10
 0: 10
 2: 10
 4: 500000
 5: 1000000
 7: 1000000
 8: 1000000
 9: 1000000
 11: 10
update:9000000:1000000
 2: 1000000
 4: 999000
 6: 499000
 7: 499000
 8: 1000
 12: 500000
 13: 500000
 14: 1000
 17: 1000000
END PROFILE */
/* PROFILE MISPREDICTS:
update:260000:0
 4: 260000
END PROFILE */

/* { dg-final { scan-opt-info "gather.c:25:.*converted to 3 selects" } } */
/* { dg-final { scan-dump-not "hwpgo.discarded" optimized } } */
