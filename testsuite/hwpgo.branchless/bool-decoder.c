/* A bool decoder by the tree of tokens that it reads: whether the token ends
   depends on the bit, so that nothing is saved where the bit is selected.  Before
   inlining this is not known; the selects, of which one is stored between, become
   one branch again.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-hwpgo-rounds=off" } */

struct decoder
{
  const unsigned char *next;
  unsigned long value;
  int count;
  unsigned range;
};

static const signed char tree[14] = { -6, 2, -0, 4, -1, 6, 8, 10, -2, -3,
                                      -4, 12, -5, -6 };

static inline int
read_bit (struct decoder *d, int probability)
{
  unsigned split = 1 + (((d->range - 1) * (unsigned) probability) >> 8);
  unsigned long big_split = (unsigned long) split << 56;
  int bit = 0;
  if (d->count < 0)
    {
      d->value |= (unsigned long) *d->next++ << (48 - d->count - 8);
      d->count += 8;
    }
  unsigned range = split;
  if (d->value >= big_split)
    {
      range = d->range - split;
      d->value -= big_split;
      bit = 1;
    }
  int shift = __builtin_clz (range) - 24;
  d->range = range << shift;
  d->value <<= shift;
  d->count -= shift;
  return bit;
}

/* J. Bankoski, P. Wilkins and Y. Xu's RFC 6386.  */
void
read_tokens (struct decoder *d, const unsigned char *probability,
             unsigned char *tokens, unsigned n)
{
  for (unsigned k = 0; k < n; k++)
    {
      int i = 0;
      do
        i = tree[i + read_bit (d, probability[i >> 1])];
      while (i > 0);
      tokens[k] = (unsigned char) -i;
    }
}

/* PROFILE:
read_tokens:26726200:4
 2: 4
 3: 700591
 5: 699828
 7: 1780960
 8: 1781741
 9: 700591
 11: 4
 7: read_bit:20361898
  2: 1780960
  3: 1780960
  4: 1780960
  5: 1780960
  7: 214842
  8: 214842
  10: 1781533
  11: 1781533
  13: 1059172
  14: 1059172
  17: 1781741
  18: 1781741
  19: 1781741
  20: 1781741
END PROFILE */

/* PROFILE MISPREDICTS:
read_tokens:945000:0
 3: 4
 8: 3989
 7: read_bit:941007
  5: 174787
  11: 766220
END PROFILE */

/* { dg-final { scan-opt-info {bool-decoder.c:32:.*3 selects made a branch again} } } */
/* { dg-final { scan-opt-info {bool-decoder.c:32:.*not converted: a branch that depends} } } */
