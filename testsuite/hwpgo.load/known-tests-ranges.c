/* GCC knows that this merge begins, so nothing tests in front of it that there is
   something left: the ranges say so.  Both tests stayed in each arm, and a merge of
   logs took 1.4 times as long.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-ipa-icf" } */

__attribute__ ((noipa)) unsigned
merge (const unsigned *a, const unsigned *b, unsigned *to, unsigned few)
{
  unsigned long n = 40 - (few & 15), m = 40 - (few >> 4 & 15);
  unsigned long i = 0, j = 0, k = 0;
  while (i < n && j < m)
    {
      if (b[j] < a[i])
        to[k++] = b[j++];
      else
        to[k++] = a[i++];
    }
  while (i < n)
    to[k++] = a[i++];
  while (j < m)
    to[k++] = b[j++];
  return k;
}

int
main (void)
{
  unsigned a[40], b[40], to[80];
  for (unsigned few = 0; few < 256; few++)
    for (unsigned step = 1; step < 9; step += 2)
      {
        unsigned n = 40 - (few & 15), m = 40 - (few >> 4);
        unsigned long long sum = 0, sum_to = 0;
        for (unsigned i = 0; i < 40; i++)
          {
            a[i] = i < n ? i / step * step * 5 : 0;
            b[i] = i < m ? i * step : 0;
            sum += a[i] + b[i];
          }
        if (merge (a, b, to, few) != n + m)
          __builtin_abort ();
        for (unsigned i = 0; i < n + m; i++)
          {
            sum_to += to[i];
            if (i > 0 && to[i - 1] > to[i])
              __builtin_abort ();
          }
        if (sum != sum_to)
          __builtin_abort ();
      }
  return 0;
}

/* PROFILE:
merge:5000000:10
 2: 10
 3: 10
 4: 1000000
 6: 1000000
 7: 500000
 9: 500000
 11: 10
 13: 10
 15: 10
END PROFILE */
/* PROFILE MISPREDICTS:
merge:1000:0
 6: 1000
END PROFILE */

/* { dg-final { scan-opt-info-times {known-tests-ranges.c:13:.*each way to this test has its result} 2 } } */
