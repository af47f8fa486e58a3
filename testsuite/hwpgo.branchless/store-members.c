/* Each arm stores to its own member of a variable that nobody else sees: both
   members are stored to, so that the variable needs no memory.  Before inlining
   it is not known to be one.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
/* { dg-hwpgo-options "force-branchless" } */

#define NOIPA __attribute__ ((noipa))

struct coder
{
  unsigned low, high;
};

static inline void
narrow (struct coder *coder, unsigned part, int bit)
{
  unsigned middle = coder->low + ((coder->high - coder->low) >> 8) * part;
  if (bit > 0)
    coder->high = middle;
  else
    coder->low = middle + 1;
}

NOIPA static unsigned
encode (const signed char *bits, unsigned n)
{
  struct coder coder = { 0, 0xffffffff };
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      narrow (&coder, i % 5 * 51 + 20, bits[i]);
      if ((coder.low ^ coder.high) >> 24 == 0)
        {
          sum = sum * 31 + (coder.high >> 24);
          coder.low <<= 8;
          coder.high = coder.high << 8 | 255;
        }
    }
  return sum * 31 + coder.low % 1000 + coder.high;
}

/* What is stored may overlap, and be of two types.  */
NOIPA static long long
overlap (int c, float f, int old)
{
  union
  {
    struct
    {
      short first, second;
    } parts;
    int all;
    float real;
  } u;
  u.all = old;
  if (c > 5)
    u.parts.second = (short) c;
  else
    u.real = f;
  return u.all;
}

/* Somebody may look: one place is selected.  */
NOIPA static int
seen (struct coder *coder, int c)
{
  if (c > 5)
    coder->low = 7;
  else
    coder->high = 8;
  return 0;
}

int
main (void)
{
  signed char bits[60];
  unsigned low = 0, high = 0xffffffff, sum = 0;
  for (int i = 0; i < 60; i++)
    {
      bits[i] = (signed char) (i * 7 % 11 % 3 - 1);
      unsigned middle = low + ((high - low) >> 8) * (i % 5 * 51 + 20);
      __asm__ ("" : "+r"(middle));
      low = bits[i] > 0 ? low : middle + 1;
      high = bits[i] > 0 ? middle : high;
      if ((low ^ high) >> 24 == 0)
        {
          sum = sum * 31 + (high >> 24);
          low <<= 8;
          high = high << 8 | 255;
        }
    }
  if (encode (bits, 60) != sum * 31 + low % 1000 + high)
    return 1;
  if (overlap (6, 1.5f, 0x10001) != 0x60001)
    return 2;
  if (overlap (5, 1.5f, 0x10001) != 0x3fc00000)
    return 3;
  struct coder c = { 1, 2 };
  seen (&c, 6);
  if (c.low != 7 || c.high != 2)
    return 4;
  seen (&c, 5);
  return !(c.low == 7 && c.high == 8);
}

/* { dg-final { scan-opt-info "store-members.c:20:\[0-9\]*: optimized: .*converted to 2 selects" } } */
/* { dg-final { scan-opt-info "store-members.c:58:\[0-9\]*: optimized: .*converted to 2 selects" } } */
/* { dg-final { scan-opt-info "store-members.c:69:\[0-9\]*: optimized: .*converted to 2 selects" } } */
/* { dg-final { scan-dump-not {&coder[^_]} optimized } } */
/* { dg-final { scan-dump-not {&u} optimized } } */
