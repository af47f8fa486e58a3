/* A branch that chooses how often a short loop turns, and by which another test is
   known, too.  That one could be converted as well; the end of the loop would go on
   mispredicting.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

void
decode (unsigned *out, const unsigned char *p, unsigned long n)
{
  for (unsigned long i = 0; i < n; i++)
    {
      unsigned c = *p++, least;
      int more;
      if (c < 0xe0)
        {
          c &= 0x1f;
          more = 1;
          least = 0x80;
        }
      else
        {
          c &= 0x0f;
          more = 4;
          least = 0x800;
        }
      while (more-- > 0)
        c = c << 6 | (*p++ & 63);
      if (c < least || c > 0x10ffff)
        c = 0xfffd;
      out[i] = c;
    }
}

/* PROFILE:
decode:11000000:10
 0: 10
 2: 10
 4: 1000000
 6: 1000000
 8: 500000
 9: 500000
 10: 500000
 14: 500000
 15: 500000
 16: 500000
 18: 3500000
 19: 2500000
 20: 1000000
 21: 500000
 22: 1000000
 24: 10
END PROFILE */
/* PROFILE MISPREDICTS:
decode:410000:0
 6: 400000
 18: 10000
 20: 0
END PROFILE */

/* { dg-final { scan-opt-info {first.c:15:[0-9]*: note: 3 selects made a branch again} } } */
/* { dg-final { scan-opt-info {first.c:15:[0-9]*: missed: .*not converted: a branch that depends on it would mispredict instead} } } */
