/* What one arm alone stores can always be stored where both ways store to the same
   place next, unless somebody could look in between.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

#define NOIPA __attribute__ ((noipa))

struct decoder
{
  unsigned long value;
  unsigned range;
};

NOIPA static int
next_bit (struct decoder *d, unsigned split)
{
  unsigned range = split;
  int bit = 0;
  if (d->value >= split)
    {
      range = d->range - split;
      d->value -= split;
      bit = 1;
    }
  int shift = __builtin_clz (range) - 24;
  d->range = range << shift;
  d->value <<= shift;
  return bit;
}

static unsigned long seen;

NOIPA static void
look (const struct decoder *d)
{
  seen += d->value;
}

NOIPA static void
looked_at (struct decoder *d, unsigned split)
{
  if (d->value >= split)
    d->value -= split;
  look (d);
  d->value <<= 1;
}

/* Another place in the next turn.  */
NOIPA static void
next_turn (unsigned long *p, const unsigned char *c, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      if (c[i] > 4)
        *p = 9;
      p += i & 1;
    }
}

int
main (void)
{
  struct decoder d = { 200, 250 };
  if (next_bit (&d, 100) != 1 || d.value != 100 || d.range != 150)
    return 1;
  if (next_bit (&d, 120) != 0 || d.value != 200 || d.range != 240)
    return 2;
  looked_at (&d, 50);
  looked_at (&d, 500);
  if (d.value != 600 || seen != 450)
    return 3;
  /* A store of what is there would trap.  */
  static const unsigned long constant[3] = { 1, 2, 3 };
  static const unsigned char small[3] = { 1, 2, 3 };
  next_turn ((unsigned long *) constant, small, 3);
  return 0;
}

/* { dg-final { scan-opt-info "store-behind.c:21:\[0-9\]*: optimized: .*converted to 3 selects" } } */
