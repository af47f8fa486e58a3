/* Unpredictable, but too long to run both ways.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

unsigned
work (const unsigned *a, int n)
{
  unsigned x = 1;
  for (int i = 0; i < n; i++)
    {
      if (a[i] & 1)
        {
          unsigned t = a[i] * x;
          t ^= t >> 7;
          t += a[i] * 3;
          t ^= t << 5;
          t *= x + 9;
          t ^= t >> 11;
          t += x ^ 1234567;
          t ^= t << 9;
          t *= x - 3;
          t ^= t >> 17;
          t += x | 16;
          t ^= t << 13;
          t ^= t >> 6;
          t += a[i] * 3;
          t ^= t << 5;
          t *= x + 8;
          t ^= t >> 11;
          t += x ^ 1234566;
          t ^= t << 8;
          t *= x - 3;
          t ^= t >> 16;
          t += x | 16;
          t ^= t << 13;
          t ^= t >> 7;
          t += a[i] * 3;
          t ^= t << 5;
          t *= x + 9;
          t ^= t >> 11;
          t += x ^ 1234567;
          t ^= t << 9;
          t *= x - 3;
          t ^= t >> 17;
          t += x | 16;
          t ^= t << 13;
          t ^= t >> 6;
          t += a[i] * 3;
          t ^= t << 5;
          t *= x + 8;
          t ^= t >> 11;
          t += x ^ 1234566;
          t ^= t << 8;
          t *= x - 3;
          t ^= t >> 16;
          t += x | 16;
          t ^= t << 13;
          x = t;
        }
    }
  return x;
}

/* PROFILE:
work:4000000:1000
 0: 1000
 3: 1000000
 5: 1000000
 7: 500000
END PROFILE */
/* PROFILE MISPREDICTS:
work:480000:0
 5: 470000
END PROFILE */

/* { dg-final { scan-opt-info "not converted: the arms are too long" } } */
