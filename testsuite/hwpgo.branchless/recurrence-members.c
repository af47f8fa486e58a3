/* The state of a decoder is a variable's member when its functions are inlined:
   each turn would wait for the word that the last one may have read.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-hwpgo-rounds=off" } */

struct slot
{
  unsigned short frequency, bias;
};

struct decoder
{
  const struct slot *slots;
  const unsigned short *next;
  unsigned state;
};

static inline void
renormalise (struct decoder *d)
{
  if (d->state < 65536)
    d->state = d->state << 16 | *d->next++;
}

static inline unsigned
get (struct decoder *d)
{
  unsigned low = d->state & 4095;
  struct slot slot = d->slots[low];
  d->state = slot.frequency * (d->state >> 12) + slot.bias;
  renormalise (d);
  return low;
}

/* J. Duda's asymmetric numeral systems.  */
unsigned
decode (const struct slot *slots, const unsigned short *data, unsigned *out,
        unsigned n)
{
  struct decoder d = { slots, data + 2, (unsigned) data[0] << 16 | data[1] };
  for (unsigned i = 0; i < n; i++)
    out[i] = get (&d);
  return d.state;
}

/* PROFILE:
decode:12556290:4
 0: 4
 2: 4
 4: 1520534
 5: 1519863
 7: 4
 5: get:7995359
  2: 1519863
  3: 1519863
  4: 1519863
  5: 1519863
  5: renormalise:1915907
   2: 1519863
   3: 396044
END PROFILE */

/* PROFILE MISPREDICTS:
decode:322044:0
 4: 2
 5: get:322042
  5: renormalise:322042
   2: 322042
END PROFILE */

/* { dg-final { scan-opt-info {recurrence-members.c:22:.*not converted: the select would cost} } } */
/* { dg-final { scan-opt-info-not {recurrence-members.c:22:.*converted to} } } */
