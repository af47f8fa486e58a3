/* The mispredicts of branches move to a switch when a select decides where that
   goes.  What was converted before it was inlined is a branch again.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-early-inlining" } */

static int
compare (int a, int b, int same)
{
  if (a == b)
    return same;
  return a > b ? 1 : -1;
}

int less, equal, more;

__attribute__ ((noipa)) void
merge (const int *p, const int *q, int n)
{
  for (int i = 0; i < n; i++)
    switch (compare (p[i], q[i], 0))
      {
      case 1:
        more += p[i];
        break;
      case 0:
        equal++;
        break;
      case -1:
        less += q[i];
        break;
      }
}

int
main (void)
{
  enum { N = 1000 };
  static int p[N], q[N];
  unsigned x = 1;
  int wanted[3] = { 0, 0, 0 };
  for (int i = 0; i < N; i++)
    {
      x = x * 1664525 + 1013904223;
      p[i] = x >> 29;
      q[i] = x >> 26 & 7;
      wanted[0] += p[i] < q[i] ? q[i] : 0;
      wanted[1] += p[i] == q[i];
      wanted[2] += p[i] > q[i] ? p[i] : 0;
    }
  merge (p, q, N);
  return less != wanted[0] || equal != wanted[1] || more != wanted[2];
}

/* PROFILE:
merge:9000000:1000
 0: 1000
 3: 1000000
 6: 400000
 9: 200000
 12: 400000
 4: compare:2800000
  0: 1000000
  2: 1000000
  4: 800000
END PROFILE */
/* PROFILE MISPREDICTS:
merge:600000:0
 3: 1000
 4: compare:600000
  2: 200000
  4: 400000
END PROFILE */

/* { dg-final { scan-opt-info {moved-switch.c:12:.*selects? made a branch again} } } */
/* { dg-final { scan-opt-info {moved-switch.c:10:.*selects? made a branch again} } } */
/* { dg-final { scan-opt-info {moved-switch.c:12:.*not converted: a branch that depends on it would mispredict instead} } } */
/* { dg-final { scan-opt-info {moved-switch.c:10:.*not converted: a branch that depends on it would mispredict instead} } } */
