/* A merge's test of the list that did not move is known, once each arm has its
   own copy of both tests; what moved is tested.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-ipa-icf" } */

__attribute__ ((noipa)) unsigned *
merge (const unsigned *a, const unsigned *a_end, const unsigned *b,
       const unsigned *b_end, unsigned *to)
{
  while (a < a_end && b < b_end)
    {
      if (*b < *a)
        *to++ = *b++;
      else
        *to++ = *a++;
    }
  while (a < a_end)
    *to++ = *a++;
  while (b < b_end)
    *to++ = *b++;
  return to;
}

/* Here both move in one arm, and the other one's end moves.  */
__attribute__ ((noipa)) unsigned
both (const unsigned *a, const unsigned *a_end, const unsigned *b,
      const unsigned *b_end, unsigned *to, unsigned *other)
{
  unsigned n = 0;
  while (a < a_end && b < b_end)
    {
      if (*b < *a)
        {
          to[n++] = *b++;
          a++;
        }
      else
        {
          other[n++ + 1] += *a++;
          b_end--;
        }
    }
  return n;
}

int
main (void)
{
  unsigned a[40], b[40], to[80], other[81];
  for (unsigned n = 0; n <= 40; n++)
    for (unsigned m = 0; m <= 40; m += 3)
      for (unsigned step = 1; step < 9; step += 2)
        {
          unsigned long long sum = 0, sum_to = 0;
          for (unsigned i = 0; i < n; i++)
            sum += a[i] = i / step * step * 5;
          for (unsigned i = 0; i < m; i++)
            sum += b[i] = i * step;
          if (merge (a, a + n, b, b + m, to) != to + n + m)
            __builtin_abort ();
          for (unsigned i = 0; i < n + m; i++)
            {
              sum_to += to[i];
              if (i > 0 && to[i - 1] > to[i])
                __builtin_abort ();
            }
          if (sum != sum_to)
            __builtin_abort ();
          for (unsigned i = 0; i < 81; i++)
            other[i] = 7;
          unsigned i = 0, j = 0, end = m;
          unsigned k = both (a, a + n, b, b + m, to, other);
          for (unsigned t = 0; t < k; t++)
            if (i >= n || j >= end)
              __builtin_abort ();
            else if (b[j] < a[i])
              {
                if (to[t] != b[j++])
                  __builtin_abort ();
                i++;
              }
            else
              {
                if (other[t + 1] != a[i++] + 7)
                  __builtin_abort ();
                end--;
              }
          if (i < n && j < end)
            __builtin_abort ();
        }
  return 0;
}

/* PROFILE:
merge:5000000:10
 0: 10
 3: 1000000
 5: 1000000
 6: 500000
 8: 500000
 10: 10
 12: 10
 14: 10
both:5000000:10
 0: 10
 3: 10
 4: 1000000
 6: 1000000
 8: 500000
 9: 500000
 13: 500000
 14: 500000
 17: 10
END PROFILE */
/* PROFILE MISPREDICTS:
merge:1000:0
 5: 1000
both:1000:0
 6: 1000
END PROFILE */

/* { dg-final { scan-opt-info-times {known-tests.c:11:.*each way to this test has its result} 2 } } */
/* { dg-final { scan-opt-info {known-tests.c:31:.*copied for the way by which most come} } } */
/* { dg-final { scan-opt-info-not {known-tests.c:[23]\d:.*each way to this test} } } */
