/* What ways with branches in them store, each for itself, and is loaded and
   tested right behind them: the load would have to wait for where they store, and
   the test would be mispredicted instead.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

struct context
{
  unsigned char state, mps;
};

struct encoder
{
  unsigned low, range, shifts;
};

extern const unsigned char next_lps[64], next_mps[64];

/* The encoder of H.264's binary arithmetic codes.  */
void
encode (struct encoder *e, struct context *c, unsigned bin, unsigned lps)
{
  e->range -= lps;
  if (bin != c->mps)
    {
      e->low += e->range;
      e->range = lps;
      if (c->state == 0)
        c->mps = 1 - c->mps;
      c->state = next_lps[c->state];
    }
  else
    c->state = next_mps[c->state];
  while (e->range < 256)
    {
      e->range <<= 1;
      e->low <<= 1;
      e->shifts++;
    }
}

/* PROFILE:
encode:60000000:3145358
 2: 3145358
 4: 3145358
 6: 820000
 7: 820000
 8: 820000
 9: 20000
 10: 820000
 13: 2325358
 14: 5496955
 16: 2352266
 17: 2352266
 18: 2352266
END PROFILE */

/* PROFILE MISPREDICTS:
encode:2200000:0
 4: 817000
 14: 1370000
END PROFILE */

/* { dg-final { scan-opt-info {apart-region-reload.c:25:.*not converted} } } */
/* { dg-final { scan-opt-info-not {apart-region-reload.c:25:.*converted to} } } */
