/* All ways store to one place, but not always without something that would see if
   one store behind them did.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fchecking" } */

#define NOIPA __attribute__ ((noipa))

enum
{
  LIMIT = 100
};

struct pass
{
  int weight, delta, count;
};

/* What is loaded by OTHER may be the weight.  */
NOIPA static int
seen (struct pass *p, const int *other, int x, int active)
{
  int sum = 0;
  if (__builtin_expect (active, 1))
    {
      if (x < 0)
        {
          p->weight -= p->delta;
          sum += *other;
          if (p->weight < -LIMIT)
            p->weight = -LIMIT;
        }
      else
        {
          p->weight += p->delta;
          sum -= *other;
          if (p->weight > LIMIT)
            p->weight = LIMIT;
        }
    }
  p->count++;
  return sum;
}

/* So may be what is stored behind it.  */
NOIPA static void
stored (struct pass *p, int *other, int x, int active)
{
  if (__builtin_expect (active, 1))
    {
      if (x < 0)
        {
          p->weight = x;
          *other = 5;
          if (x < -LIMIT)
            *other = 6;
        }
      else
        {
          p->weight = x + 1;
          *other = 7;
          if (x > LIMIT)
            *other = 8;
        }
    }
  p->count++;
}

/* One way does not store.  */
NOIPA static void
partly (struct pass *p, int x, int active)
{
  if (__builtin_expect (active, 1))
    {
      if (x < 0)
        {
          if (p->weight > -LIMIT)
            p->weight -= p->delta;
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

int
main (void)
{
  struct pass q = { 90, 7, 0 };
  if (seen (&q, &q.weight, -1, 1) != 83 || seen (&q, &q.weight, 1, 1) != -90
      || seen (&q, &q.weight, 1, 1) != -97
      || seen (&q, &q.weight, 1, 1) != -104 || q.weight != LIMIT)
    return 2;
  stored (&q, &q.weight, -3, 1);
  if (q.weight != 5)
    return 3;
  stored (&q, &q.weight, LIMIT + 1, 1);
  if (q.weight != 8)
    return 4;
  stored (&q, &q.delta, 3, 1);
  if (q.weight != 4 || q.delta != 7)
    return 5;
  partly (&q, -1, 1);
  q.weight = q.weight == -3 ? -LIMIT : 0;
  partly (&q, -1, 1);
  if (q.weight != -LIMIT)
    return 6;
  partly (&q, 1, 1);
  return q.weight != -LIMIT + 7;
}

/* PROFILE:
seen:9000000:1000000
 3: 1000000
 5: 999000
 7: 499000
 9: 499000
 10: 1000
 14: 500000
 16: 500000
 17: 1000
 20: 1000000
stored:9000000:1000000
 2: 1000000
 4: 999000
 6: 499000
 8: 499000
 9: 1000
 13: 500000
 15: 500000
 16: 1000
 19: 1000000
partly:9000000:1000000
 2: 1000000
 4: 999000
 6: 499000
 7: 498000
 11: 500000
 12: 500000
 13: 1000
 16: 1000000
END PROFILE */
/* PROFILE MISPREDICTS:
seen:400000:0
 5: 400000
stored:400000:0
 4: 400000
partly:400000:0
 4: 400000
END PROFILE */

/* { dg-final { scan-report "line.: 26, " } } */
/* { dg-final { scan-report "line.: 51, " } } */
/* { dg-final { scan-report "line.: 75, .*an arm stores to memory" } } */
