/* Which copy has which number depends on the ways that there are, not on which
   of them the build before believed to be usual: the copy behind j += m is the
   first one in both.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -ftracer -fdump-tree-all-details" } */

int
f (const unsigned *ptr, const unsigned char *block, int n, int m)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      int j = (int) (ptr[i] - 1);
      if (j < 0)
        j += m;
      int c = block[j] * 3;
      if (c > 100)
        sum += c;
      else
        sum ^= c << 2;
    }
  return sum;
}

int
g (const unsigned *ptr, const unsigned char *block, int n, int m)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      int j = (int) (ptr[i] - 1);
      if (j < 0)
        j += m;
      int c = block[j] * 3;
      if (c > 100)
        sum += c;
      else
        sum ^= c << 3;
    }
  return sum;
}

/* PROFILE:
f:9000000:10
 2: 10
 3: 1000000
 5: 1000000
 6: 1000000
 7: 0
 8: 1000000
 9: 1000000
 10: 500000
 12: 500000
 14: 10
g:9990000:10
 2: 10
 3: 1000000
 5: 1000000
 6: 1000000
 7: 990000
 8: 1000000
 9: 1000000
 10: 500000
 12: 500000
 14: 10
END PROFILE */

/* { dg-final { scan-dump {;; bb (\d+) at f:7 [^\n]*\n;; bb \1 at f:8\.512 } hwpgo-round-1 } } */
/* { dg-final { scan-dump {;; bb (\d+) at g:7 [^\n]*\n;; bb \1 at g:8\.512 } hwpgo-round-1 } } */
