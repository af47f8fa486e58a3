/* What a select passes on to the next turn, the branches there wait for.  A Golomb
   code's bits are of a number that is not known before they are read, and the place
   of the next code depends on it; the end of that one's first part mispredicts half
   the time, and would do so as much later as the select takes.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

struct bits
{
  const unsigned char *p;
  unsigned mask;
};

static inline int
decode_bit (struct bits *b)
{
  int bit = (*b->p & b->mask) != 0;
  b->mask >>= 1;
  if (!b->mask)
    {
      b->p++;
      b->mask = 128;
    }
  return bit;
}

unsigned
golomb_sum (const unsigned char *p, unsigned n, unsigned b, unsigned log)
{
  struct bits bits = { p, 128 };
  unsigned threshold = (1u << log) - b, sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned q = 0, r = 0;
      while (!decode_bit (&bits))
        q++;
      for (unsigned j = log - 1; j > 0; j--)
        r += r + decode_bit (&bits);
      if (r >= threshold)
        {
          r += r + decode_bit (&bits);
          r -= threshold;
        }
      sum += q * b + r + 1;
    }
  return sum;
}

/* PROFILE:
golomb_sum:121393315:78
 1: 81
 2: 81
 3: 81
 4: 81
 4.1: 5010244
 4.514: 81
 4.1026: 5010244
 6: 5009791
 7.1: 9968033
 8: 4961990
 9: 5002080
 9.255: 81
 9.514: 5002080
 9.1026: 10024869
 10: 10024869
 11: 5014788
 13: 1244832
 14: 1244832
 16: 5010244
 19: 81
 7.15: decode_bit:22440844
  2: 9970561
  4: 9970561
  6: 1249861
  7: 1249861
 10.18: decode_bit:22528552
  2: 10015073
  4: 10015073
  6: 1249203
  7: 1249203
 13.20: decode_bit:3894456
  2: 1247451
  4: 1247451
  6: 154722
  7: 1244832
END PROFILE */
/* PROFILE MISPREDICTS:
golomb_sum:6487600:0
 4.1026: 96
 7.1: 4981527
 11: 1267255
 7.15: decode_bit:117772
  4: 117772
 10.18: decode_bit:96896
  4: 96896
 13.20: decode_bit:24054
  4: 24054
END PROFILE */

/* { dg-final { scan-report "line.: 40, .*converted.: .no.*the select would cost more" } } */
/* { dg-final { scan-report-not "converted.: .yes" } } */
