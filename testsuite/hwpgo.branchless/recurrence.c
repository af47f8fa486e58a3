/* Two selects beside each other wait for the same load: the second adds a cycle
   to a turn, not as much as the first.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

long
merge (const long *a, const long *b, long n, long m, long *out)
{
  long i = 0, j = 0, k = 0;
  while (i < n && j < m)
    {
      long v;
      if (a[i] < b[j])
        v = a[i++];
      else if (b[j] < a[i])
        v = b[j++];
      else
        {
          v = a[i++];
          j++;
        }
      out[k++] = v;
    }
  return k;
}

/* PROFILE:
merge:9000000:10
 2: 10
 3: 1000000
 6: 1000000
 7: 450000
 8: 550000
 9: 430000
 12: 120000
 13: 120000
 15: 1000000
 17: 10
END PROFILE */

/* PROFILE MISPREDICTS:
merge:520000:10
 6: 400000
 8: 120000
END PROFILE */

/* { dg-final { scan-opt-info {recurrence.c:16:\d+: optimized: .*converted to} } } */
/* { dg-final { scan-opt-info {recurrence.c:14:\d+: optimized: .*converted to} } } */
/* { dg-final { scan-opt-info-not {made a branch again} } } */
