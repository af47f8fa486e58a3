/* A member of which nobody knows if the next turn looks at it again is not stored
   to a selected place by a condition that was computed of it; one of the next
   element is.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

struct context { int bias, count, last; };

long
any (struct context *contexts, const unsigned char *x, int n,
     const unsigned char *which)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    {
      struct context *c = &contexts[which[x[i]]];
      int error = x[i] - c->bias;
      sum += error;
      if (error > 0) /* line 20 */
        c->bias += c->count;
    }
  return sum;
}

long
next (struct context *contexts, const unsigned char *x, int n,
      const unsigned char *which)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    {
      struct context *c = &contexts[i];
      int error = which[x[i]] - c->bias;
      sum += error;
      if (error > 0) /* line 36 */
        c->bias += c->count;
    }
  return sum;
}

/* The way goes through what was stored before in the same turn.  */
long
through (struct context *contexts, const unsigned char *x, int n,
         const unsigned char *which)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    {
      struct context *c = &contexts[which[x[i]]];
      c->bias = (x[i] - c->last * 3) / 5;
      sum += c->count;
      if (sum & 1)
        c->bias++;
      if (c->bias > 0) /* line 55 */
        c->last += c->count;
    }
  return sum;
}

/* In few turns: most do not wait for it.  */
long
seldom (struct context *contexts, const unsigned char *x, int n,
        const unsigned char *which)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    {
      struct context *c = &contexts[which[x[i]]];
      int error = x[i] - c->bias;
      sum += error;
      if (x[i] == 7)
        if (error > 0) /* line 73 */
          c->bias += c->count;
    }
  return sum;
}

/* PROFILE:
any:600000:10
 4: 100000
 6: 100000
 7: 100000
 8: 100000
 9: 100000
 10: 50000
next:600000:10
 4: 100000
 6: 100000
 7: 100000
 8: 100000
 9: 100000
 10: 50000
through:600000:10
 4: 100000
 6: 100000
 7: 100000
 8: 100000
 9: 100000
 10: 50000
 11: 100000
 12: 50000
seldom:600000:10
 4: 100000
 6: 100000
 7: 100000
 8: 100000
 9: 100000
 10: 10000
 11: 5000
END PROFILE */
/* PROFILE MISPREDICTS:
any:30000:0
 9: 30000
next:30000:0
 9: 30000
through:30000:0
 11: 30000
seldom:3000:0
 10: 3000
END PROFILE */

/* { dg-final { scan-report-not "line.: 20, .*converted.: .yes" } } */
/* { dg-final { scan-report "line.: 36, .*converted.: .yes" } } */
/* { dg-final { scan-report-not "line.: 55, .*converted.: .yes" } } */
/* { dg-final { scan-report "line.: 73, .*converted.: .yes" } } */
