/* How often a loop turns depends on what was chosen in front of it, and was
   predicted from that choice.
   SPDX-License-Identifier: GPL-2.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

unsigned
digits (const unsigned char *p, const unsigned *wide, unsigned n, unsigned d)
{
  unsigned count = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned x;
      if (p[i] < 100)
        x = p[i] * 3;
      else
        x = p[i] + d;
      x = x * wide[0] / d;
      while (x > 20)
        {
          x = x * 5 / 8;
          count += x;
        }
    }
  return count;
}

/* PROFILE:
digits:30000000:1000
 2: 1000
 3: 1000000
 6: 1000000
 7: 500000
 9: 500000
 10: 1000000
 11: 1000000
 11.1: 2000000
 13: 1000000
 14: 1000000
 17: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
digits:450000:0
 6: 400000
 11.1: 50000
END PROFILE */

/* { dg-final { scan-opt-info "moved-inner.c:14:\[0-9\]*: missed: .*not converted: a branch that depends on it would mispredict instead" } } */
