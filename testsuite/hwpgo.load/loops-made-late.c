/* What becomes a loop of its own when most turns go on behind a copy of the
   end, turns twice, not as often as there are bits left: it is not unrolled.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

struct decoder
{
  unsigned value, low, high;
  const unsigned long *in;
  unsigned long buffer;
  int bits_left;
};

static unsigned
input_bit (struct decoder *d)
{
  if (d->bits_left == 0)
    {
      d->buffer = *d->in++;
      d->bits_left = 64;
    }
  unsigned bit = d->buffer & 1;
  d->buffer >>= 1;
  d->bits_left--;
  return bit;
}

void
scale (struct decoder *to)
{
  struct decoder d = *to;
  for (;;)
    {
      if (d.high < 0x8000)
        ;
      else if (d.low >= 0x8000)
        {
          d.value -= 0x8000;
          d.low -= 0x8000;
          d.high -= 0x8000;
        }
      else if (d.low >= 0x4000 && d.high < 0xc000)
        {
          d.value -= 0x4000;
          d.low -= 0x4000;
          d.high -= 0x4000;
        }
      else
        break;
      d.low = 2 * d.low;
      d.high = 2 * d.high + 1;
      d.value = 2 * d.value + input_bit (&d);
    }
  *to = d;
}

/* PROFILE:
scale:109775780:2201010
 2: 2201010
 5: 8599393
 7: 6243723
 9: 2339981
 10: 2339981
 11: 2339981
 13.1: 3906608
 13: 3906608
 15: 1704590
 16: 1704590
 17: 1704590
 21: 6400373
 22: 6400373
 23: 6400373
 25: 2201010
 23: input_bit:25681860
  2: 6400373
  4: 98495
  5: 98495
  7: 6394091
  8: 6394091
  9: 6296315
END PROFILE */
/* PROFILE MISPREDICTS:
scale:3246148:0
 5: 1127303
 7: 768453
 13: 950392
END PROFILE */

/* { dg-final { scan-opt-info {copied for the way by which most come} } } */
/* { dg-final { scan-opt-info-not {loop unrolled} } } */
