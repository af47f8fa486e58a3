/* A product that is guarded waits for the condition, but not the next turn for
   it, unless it is what goes on.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

/* The values of two sparse rows in the order of their columns.  */
unsigned
add (const int *a, const float *av, unsigned n, const int *b, const float *bv,
     unsigned m, float beta, float *cv)
{
  unsigned i = 0, j = 0, k = 0;
  while (i < n && j < m)
    {
      int left = a[i], right = b[j];
      if (left < right) /* line 16 */
        cv[k++] = av[i++];
      else
        cv[k++] = beta * bv[j++];
    }
  return k;
}

/* A value that decides what it becomes.  */
float
orbit (const float *a, unsigned n, float x, float beta)
{
  for (unsigned i = 0; i < n; i++)
    if (x < a[i]) /* line 29 */
      x = beta * a[i];
    else
      x = beta + x;
  return x;
}

/* PROFILE:
add:600000:10
 4: 100000
 6: 100000
 7: 100000
 8: 50000
 10: 50000
orbit:400000:10
 2: 100000
 3: 100000
 4: 50000
 6: 50000
END PROFILE */
/* PROFILE MISPREDICTS:
add:48000:0
 7: 48000
orbit:48000:0
 3: 48000
END PROFILE */

/* { dg-final { scan-report "line.: 16, .*converted.: .yes" } } */
/* { dg-final { scan-report "line.: 29, .*converted.: .no.*cost more" } } */
