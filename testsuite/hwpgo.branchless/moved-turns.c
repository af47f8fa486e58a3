/* A branch that chooses how often a short loop turns: while it is one the
   predictor knows when the loop ends.  Where the loop's end was mispredicted with
   it, or the loop is long, it knows nothing that would be lost.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-ipa-icf" } */

#define DECODE(name)                                                          \
  name (unsigned *out, const unsigned char *p, unsigned long n)

void
DECODE (short_and_known)
{
  for (unsigned long i = 0; i < n; i++)
    {
      unsigned c = *p++, least = 0x10000;
      int more = 4;
      if (c < 0xe0)
        {
          c &= 0x1f;
          least = 0x80;
          more = 1;
        }
      while (more-- > 0)
        c = c << 6 | (*p++ & 63);
      out[i] = c < least ? 0 : c;
    }
}

void
DECODE (mispredicted)
{
  for (unsigned long i = 0; i < n; i++)
    {
      unsigned c = *p++, least = 0x10000;
      int more = 4;
      if (c < 0xe0)
        {
          c &= 0x1f;
          least = 0x80;
          more = 1;
        }
      while (more-- > 0)
        c = c << 6 | (*p++ & 63);
      out[i] = c < least ? 0 : c;
    }
}

/* PROFILE:
short_and_known:10000000:10
 0: 10
 2: 1000000
 4: 1000000
 5: 1000000
 6: 1000000
 8: 500000
 9: 500000
 10: 500000
 12: 3500000
 13: 2500000
 14: 1000000
 16: 10
mispredicted:10000000:10
 0: 10
 2: 1000000
 4: 1000000
 5: 1000000
 6: 1000000
 8: 500000
 9: 500000
 10: 500000
 12: 3500000
 13: 2500000
 14: 1000000
 16: 10
END PROFILE */
/* PROFILE MISPREDICTS:
short_and_known:410000:0
 6: 400000
 12: 10000
mispredicted:1300000:0
 6: 400000
 12: 900000
END PROFILE */

/* { dg-final { scan-opt-info {moved-turns.c:18:[0-9]*: missed: .*not converted: a branch that depends on it would mispredict instead} } } */
/* { dg-final { scan-opt-info {moved-turns.c:37:[0-9]*: optimized: +branch mispredicted in 40.0% of 1000000 executions converted} } } */
/* { dg-final { scan-opt-info-not {moved-turns.c:37:[0-9]*: missed: branch} } } */
