/* A comparison with three results, each of which is a coin, and after each of which the loop
   goes on alike: all three are selected, and no test for the third is left in front.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g -fdump-tree-all" } */

extern void abort (void);

#define N 1000

__attribute__ ((noipa)) static int
unite (const unsigned *a, const unsigned *b, unsigned *out)
{
  int i = 0, j = 0, k = 0;
  while (i < N && j < N)
    {
      if (a[i] < b[j]) /* line 17 */
        out[k++] = a[i++];
      else if (b[j] < a[i])
        out[k++] = b[j++];
      else
        {
          out[k++] = a[i++];
          j++;
        }
    }
  return k;
}

int
main (void)
{
  static unsigned a[N], b[N], out[2 * N];
  unsigned x = 0, y = 0, state = 1;
  for (int i = 0; i < N; i++)
    {
      state = state * 1664525 + 1013904223;
      a[i] = x += 1 + (state >> 16) % 6;
      b[i] = y += 1 + (state >> 24) % 6;
    }
  int k = unite (a, b, out), i = 0, j = 0;
  for (int n = 0; n < k; n++)
    {
      unsigned least = a[i] < b[j] ? a[i] : b[j];
      if (out[n] != least)
        abort ();
      i += a[i] == least;
      j += b[j] == least;
      if (i == N || j == N)
        return n + 1 != k;
    }
  abort ();
}

/* PROFILE:
unite:40000000:1000
 1: 1000
 2: 1600000
 4: 1600000
 5: 640000
 6: 960000
 7: 640000
 10: 320000
 11: 320000
END PROFILE */

/* PROFILE MISPREDICTS:
unite:750000:0
 4: 500000
 6: 250000
END PROFILE */

/* { dg-final { scan-opt-info "three-arms.c:17:.* converted to " } } */
/* { dg-final { scan-opt-info "three-arms.c:19:.* converted to " } } */
