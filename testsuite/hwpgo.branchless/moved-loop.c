/* The first turn of a loop depends on what was chosen in front of it, and was predicted
   from that choice.  A select in the loop would be paid for in each turn, which what that
   one turn mispredicts is not worth.
   SPDX-License-Identifier: GPL-2.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

unsigned
orbit (const unsigned char *p, unsigned n, unsigned d, unsigned most)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned x;
      if (p[i] < 100)
        x = p[i] * 3;
      else
        x = p[i] + d;
      for (unsigned j = 0; j < 100; j++)
        {
          if (x > most)
            x = x * (x + 5) * (x + 9);
          else
            x = x + 7;
        }
      sum += x;
    }
  return sum;
}

/* PROFILE:
orbit:604000000:1000
 2: 1000
 3: 1000
 3.1: 1000000
 3.2: 1001000
 6: 1000000
 7: 500000
 9: 500000
 10: 1000000
 10.1: 100000000
 10.2: 101000000
 12: 100000000
 13: 40000000
 15: 60000000
 17: 1000000
 19: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
orbit:10450000:0
 6: 450000
 12: 10000000
END PROFILE */

/* { dg-final { scan-opt-info {moved-loop.c:15:[0-9]*: optimized: .* converted to} } } */
/* { dg-final { scan-opt-info {moved-loop.c:21:[0-9]*: missed: .*not converted: the select would cost more} } } */
/* { dg-final { scan-opt-info-not {moved-loop.c:21:[0-9]*: optimized: .* converted to} } } */
