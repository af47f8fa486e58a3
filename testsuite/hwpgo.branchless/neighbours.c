/* The next bit of a tree begins with the probability of one of two neighbours: both are
   loaded while the last bit is decoded, if both are elements of the array.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

enum { BITS = 6, CODES = 4096 };

struct decoder
{
  unsigned range, code;
  const unsigned char *in;
};

static inline unsigned
decode_bit (struct decoder *d, unsigned short *p)
{
  unsigned bound = (d->range >> 11) * *p, bit;
  if (d->code < bound)
    {
      d->range = bound;
      *p += (2048 - *p) >> 5;
      bit = 0;
    }
  else
    {
      d->range -= bound;
      d->code -= bound;
      *p -= *p >> 5;
      bit = 1;
    }
  if (d->range < 1u << 24)
    {
      d->range <<= 8;
      d->code = d->code << 8 | *d->in++;
    }
  return bit;
}

static unsigned short even[4][1 << BITS], odd[4][(1 << BITS) + 1];

__attribute__ ((noipa)) unsigned
decode (const unsigned char *in, unsigned n)
{
  struct decoder d = { 0xffffffff, 0x12345678, in };
  unsigned sum = 0, last = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned m = 1;
      while (m < 1u << BITS)
        m = m << 1 | decode_bit (&d, &even[last][m]);
      sum = sum * 31 + m;
      last = m & 3;
    }
  return sum;
}

/* The last element has no neighbour.  */
__attribute__ ((noipa)) unsigned
decode_odd (const unsigned char *in, unsigned n)
{
  struct decoder d = { 0xffffffff, 0x12345678, in };
  unsigned sum = 0, last = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned m = 1;
      while (m < 1u << BITS)
        m = m << 1 | decode_bit (&d, &odd[last][m]);
      sum = sum * 31 + m;
      last = m & 3;
    }
  return sum;
}

__attribute__ ((noipa, optimize (0))) static unsigned
reference (const unsigned char *in, unsigned n, unsigned short *model,
           unsigned row)
{
  struct decoder d = { 0xffffffff, 0x12345678, in };
  unsigned sum = 0, last = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned m = 1;
      while (m < 1u << BITS)
        m = m << 1 | decode_bit (&d, model + last * row + m);
      sum = sum * 31 + m;
      last = m & 3;
    }
  return sum;
}

int
main (void)
{
  static unsigned char in[2 * CODES + 64];
  static unsigned short model[4 * (1 << BITS) + 4];
  unsigned seed = 1;
  for (unsigned i = 0; i < sizeof in; i++)
    in[i] = (seed = seed * 1103515245 + 12345) >> 16;
  for (unsigned t = 0; t < 3; t++)
    {
      for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j <= 1 << BITS; j++)
          {
            odd[i][j] = 1024;
            if (j < 1 << BITS)
              even[i][j] = 1024;
          }
      for (unsigned i = 0; i < sizeof model / sizeof *model; i++)
        model[i] = 1024;
      unsigned is = reference (in, CODES, model, 1 << BITS);
      if (decode (in, CODES) != is || decode_odd (in, CODES) != is)
        __builtin_abort ();
    }
  return 0;
}

/* PROFILE:
decode_odd:9362125:17
 1: 17
 2: 17
 3: 17
 4: 17
 4.1: 164038
 4.514: 17
 4.1026: 164038
 6: 163432
 7.1: 984213
 8: 983165
 8.255: 477090
 9: 164038
 10: 164038
 13: 16
 8.22: decode_bit:6097972
  2: 983165
  3: 983165
  5: 506892
  6: 983634
  11: 477090
  12: 477090
  13: 477090
  16: 983634
  18: 113106
  19: 113106
decode:9350591:47
 1: 49
 2: 49
 3: 49
 4: 49
 4.1: 163159
 4.514: 49
 4.1026: 163159
 6: 163880
 7.1: 983276
 8: 983094
 8.255: 476043
 9: 163159
 10: 163159
 13: 17
 8.22: decode_bit:6091400
  2: 983094
  3: 983094
  5: 507323
  6: 983336
  11: 476043
  12: 476043
  13: 476043
  16: 983336
  18: 111544
  19: 111544
decode_bit:9038616:982482
 1: 982442
 2: 982442
 3: 982442
 5: 503260
 6: 981853
 7: 503260
 11: 479332
 12: 479332
 13: 479332
 14: 479332
 16: 981853
 18: 111167
 19: 111167
 22: 981402
END PROFILE */

/* PROFILE MISPREDICTS:
decode_odd:424318:0
 4.1026: 39
 7.1: 32
 8.22: decode_bit:424247
  3: 338699
  16: 85548
decode:416792:0
 4.1026: 68
 7.1: 8
 8.22: decode_bit:416716
  3: 330841
  16: 85875
END PROFILE */

/* { dg-final { scan-opt-info-times {neighbours.c:\d+:\d+: optimized: both neighbours loaded} 1 } } */
