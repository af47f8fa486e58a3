/* What one arm alone stores can always be stored where all ways to the branch have
   stored to the same place, unless somebody could look in between.  Then it need not
   be in memory from one turn of a loop to the next.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
/* { dg-hwpgo-options "force-branchless" } */

#include <string.h>

#define NOIPA __attribute__ ((noipa))

struct encoder
{
  unsigned low, high;
  unsigned char counts[16];
};

NOIPA static void
encode (struct encoder *e, const unsigned char *bits, unsigned n)
{
  e->low = 0;
  e->high = -1u;
  memset (e->counts, 1, sizeof e->counts);
  for (unsigned i = 0; i < n; i++)
    {
      unsigned middle = e->low + (e->high - e->low) / 2;
      if (bits[i])
        e->high = middle;
      else
        e->low = middle + 1;
    }
}

static unsigned long seen;

NOIPA static void
look (const struct encoder *e)
{
  seen += e->low;
}

/* Each turn is seen, so that what is not stored goes elsewhere.  */
NOIPA static void
looked_at (struct encoder *that, const unsigned char *bits, unsigned n)
{
  that->low = 0;
  for (unsigned i = 0; i < n; i++)
    {
      look (that);
      if (bits[i])
        that->low += 5;
    }
}

/* Another place in the turn before; the last one cannot be stored to.  */
NOIPA static void
turn_before (unsigned *const *places, const unsigned char *bits, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      unsigned *p = places[i];
      if (bits[i])
        *p = 9;
      if (i + 1 < n)
        *p = 8;
    }
}

/* On one way nothing was stored.  */
NOIPA static void
one_way (unsigned *p, int c, int d)
{
  if (c)
    *p = 3;
  else
    seen++;
  if (d)
    *p = 4;
}

int
main (void)
{
  struct encoder e;
  static const unsigned char bits[8] = { 1, 0, 0, 1, 0, 1, 1, 0 };
  encode (&e, bits, 8);
  unsigned low = 0, high = -1u;
  for (int i = 0; i < 8; i++)
    {
      unsigned middle = low + (high - low) / 2;
      if (bits[i])
        high = middle;
      else
        low = middle + 1;
    }
  if (e.low != low || e.high != high)
    return 1;
  looked_at (&e, bits, 8);
  if (e.low != 20 || seen != 5 * (1 + 1 + 1 + 2 + 2 + 3 + 4))
    return 2;
  static const unsigned constant = 7;
  unsigned other = 0;
  unsigned *const places[] = { &other, (unsigned *) &constant };
  turn_before (places, bits, 2);
  if (other != 8)
    return 3;
  one_way ((unsigned *) &constant, 0, 0);
  return 0;
}

/* { dg-final { scan-opt-info "store-in-front.c:28:\[0-9\]*: optimized: .*converted to 2 selects" } } */
/* The members are in registers, and stored once behind the loop.  */
/* { dg-final { scan-dump-times {e_[0-9]+\(D\)->low = } 1 optimized } } */
/* { dg-final { scan-dump {discarded} optimized } } */
