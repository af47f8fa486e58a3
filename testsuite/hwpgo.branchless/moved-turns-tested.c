/* Branches that choose how often a loop turns at most, which something else may end,
   too: the test for its end is a part of one condition.  That a test behind the loop
   can be converted as well does not make up for it.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-require-gcc 12 } */
/* { dg-options "-O2 -g1" } */

unsigned long
decode (const unsigned char *s, unsigned long n, unsigned *out)
{
  unsigned long count = 0, i = 0;
  while (i < n)
    {
      unsigned c = s[i++], least;
      int more;
      if (c < 0x80)
        {
          out[count++] = c;
          continue;
        }
      else if (c >= 0xc2 && c < 0xe0)
        more = 1, least = 0x80, c &= 0x1f;
      else if (c >= 0xe0 && c < 0xf0)
        more = 2, least = 0x800, c &= 0x0f;
      else if (c >= 0xf0 && c < 0xf5)
        more = 3, least = 0x10000, c &= 0x07;
      else
        {
          out[count++] = 0xfffd;
          continue;
        }
      while (more > 0 && i < n && (s[i] & 0xc0) == 0x80)
        {
          c = c << 6 | (s[i++] & 0x3f);
          more--;
        }
      if (more > 0 || c < least || c > 0x10ffff
          || (c >= 0xd800 && c < 0xe000))
        c = 0xfffd;
      out[count++] = c;
    }
  return count;
}

/* PROFILE:
decode:35488461:585
 0: 585
 2: 585
 3.1: 2940537
 3.32257: 7948
 5: 2947294
 7: 2947294
 9.255: 2947294
 12: 1474945
 13: 738029
 14: 736691
 15: 550198
 16: 186499
 17: 183590
 20.1536: 234
 20.2048: 7129
 20.2560: 2940537
 23.1: 2388474
 23.512: 1471228
 23.1024: 2381068
 25: 2381068
 26.32256: 2381068
 28.1: 1465587
 28.255: 1465587
 28.32256: 1472716
 29: 1465498
 31: 7363
END PROFILE */
/* PROFILE MISPREDICTS:
decode:2393857:0
 3.1: 452
 7: 1462909
 12: 729155
 14: 190670
 16: 2499
 23.1: 6059
 23.512: 209
 23.1024: 1860
 28.1: 44
END PROFILE */

/* { dg-final { scan-opt-info-not {moved-turns-tested.c:.*converted to} } } */
/* { dg-final { scan-opt-info {moved-turns-tested.c:24:[0-9]*: missed: .*not converted: a branch that depends on it would mispredict instead} } } */
