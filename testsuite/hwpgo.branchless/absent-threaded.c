/* What the profiled program had as a conditional move, and where jump threading
   lets another way into one of the arms: GCC makes none of that any more.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

struct reader
{
  const unsigned char *data;
  unsigned long bits, at;
};

/* Behind the end there are ones.  */
static inline unsigned
read_bit (struct reader *r)
{
  if (r->at >= r->bits)
    return 1;
  unsigned bit = r->data[r->at / 8] >> (7 - r->at % 8) & 1;
  r->at++;
  return bit;
}

__attribute__ ((noipa)) int
restore (struct reader *r, unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned folded = read_bit (r) << 2 | read_bit (r) << 1;
      folded |= read_bit (r);
      int value;
      if (folded & 1)
        value = -(int) (folded >> 1) - 1;
      else
        value = (int) (folded >> 1);
      sum = sum * 3 + (unsigned) value;
    }
  return (int) sum;
}

int
main (void)
{
  static const unsigned char data[] = { 0x4e, 0xb1, 0x27, 0x90, 0x3c, 0x05 };
  struct reader r = { data, 8 * sizeof data - 2, 0 };
  unsigned sum = 0;
  for (unsigned at = 0, i = 0; i < 20; i++)
    {
      unsigned folded = 0;
      for (unsigned j = 0; j < 3; j++, at++)
        folded = folded * 2
                 + (at >= r.bits ? 1 : data[at / 8] >> (7 - at % 8) & 1u);
      sum = sum * 3 + (folded & 1 ? ~(folded >> 1) : folded >> 1);
    }
  return restore (&r, 20) != (int) sum;
}

/* PROFILE:
restore:9000000:10
 2: 10
 3: 1000000
 5: 1000000
 6: 1000000
 8: 1000000
 9: 1000000
 12: 1000000
 14: 10
 5: read_bit:8000000
  2: 2000000
  4: 2000000
  5: 2000000
  6: 2000000
 6: read_bit:4000000
  2: 1000000
  4: 1000000
  5: 1000000
  6: 1000000
END PROFILE */
/* PROFILE MISPREDICTS:
restore:20:0
 3: 10
END PROFILE */

/* { dg-final { scan-opt-info {absent-threaded.c:33:.*branch mispredicted in none of 1000000 executions \(perhaps no branch there\) converted to 1 select} } } */
