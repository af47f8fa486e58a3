/* What waits for a value that is chosen, and is mispredicted often itself, is known
   later where the value is selected: the search for the furthest path on each
   diagonal of two texts took 1.5 times as long with all three branches that choose
   a diagonal as selects.  The one that is unpredictable alone makes it faster.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

long
edit_distance (const unsigned char *a, long n, const unsigned char *b, long m,
               int *v)
{
  v[1] = 0;
  for (long d = 0; d <= n + m; d++)
    for (long k = -d; k <= d; k += 2)
      {
        long x;
        if (k == -d || (k != d && v[k - 1] < v[k + 1]))
          x = v[k + 1];
        else
          x = v[k - 1] + 1;
        long y = x - k;
        while (x < n && y < m && a[x] == b[y])
          {
            x++;
            y++;
          }
        v[k] = (int) x;
        if (x >= n && y >= m)
          return d;
      }
  return n + m;
}

/* PROFILE:
edit_distance:6191063:30
 2: 31
 3: 31
 4: 31
 4.1: 4181
 4.2: 4212
 5: 4184
 5.1: 427684
 5.2: 427684
 5.32258: 4184
 8: 428092
 8.1: 423908
 8.2: 419787
 8.255: 423908
 9: 235537
 11: 192480
 12: 427925
 13.2: 584769
 13.513: 427925
 13.1025: 157125
 13.32256: 427925
 15: 157125
 16: 157125
 18: 427594
 19: 427594
 23: 22
END PROFILE */
/* PROFILE MISPREDICTS:
edit_distance:208319:0
 4.2: 1
 5.2: 165
 8: 61
 8.1: 4068
 8.2: 50874
 13.2: 153113
 13.513: 5
 13.1025: 12
 19: 20
END PROFILE */

/* { dg-final { scan-report "line.: 18, .*converted.: .no.*the select would cost more" } } */
/* { dg-final { scan-report "line.: 18, .*converted.: .yes., .selects.: 1," } } */
