/* Where both arms copy an object, of any size, one copy is left, from a selected
   place to a selected place.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

struct record
{
  unsigned long key;
  char name[30];
};

__attribute__ ((noipa)) void
merge (struct record *out, const struct record *a, const struct record *a_end,
       const struct record *b, const struct record *b_end)
{
  while (a < a_end && b < b_end)
    {
      if (b->key < a->key)
        *out++ = *b++;
      else
        *out++ = *a++;
    }
  while (a < a_end)
    *out++ = *a++;
  while (b < b_end)
    *out++ = *b++;
}

/* The other arm of the second has no copy, and more than is ever copied for
   nothing.  */
__attribute__ ((noipa)) void
split (const struct record *from, int n, struct record *low,
       struct record *high, unsigned long key)
{
  for (int i = 0; i < n; i++)
    if (from[i].key < key)
      *low++ = from[i];
    else
      *high++ = from[i];
}

__attribute__ ((noipa)) int
keep (const struct record *from, int n, struct record *to, unsigned long key)
{
  int kept = 0;
  for (int i = 0; i < n; i++)
    if (from[i].key < key)
      to[kept++] = from[i];
  return kept;
}

int
main (void)
{
  static struct record a[64], b[64], all[128], low[128], high[128];
  for (int i = 0; i < 64; i++)
    {
      a[i].key = i * 3;
      b[i].key = i * 2 + 1;
      a[i].name[i % 30] = 'a';
      b[i].name[29 - i % 30] = 'b';
    }
  merge (all, a, a + 64, b, b + 64);
  unsigned long sum = 0;
  for (int i = 0; i < 128; i++)
    {
      if (i > 0 && all[i].key < all[i - 1].key)
        return 1;
      for (int k = 0; k < 30; k++)
        sum = sum * 5 + all[i].key + all[i].name[k];
    }
  split (all, 128, low, high, 50);
  if (low[41].key != 49 || low[42].key != 0 || high[0].key != 51
      || high[85].key != 189 || high[85].name[3] != 'a'
      || keep (all, 128, low, 50) != 42 || low[41].name[5] != 'b')
    return 2;
  return sum != 4535239814158492160ul;
}

/* { dg-final { scan-opt-info {records.c:20:.*converted to [0-9]+ selects} } } */
/* { dg-final { scan-opt-info {records.c:38:.*converted to [0-9]+ selects?} } } */
/* { dg-final { scan-opt-info {records.c:49:.*not converted: an arm stores to memory} } } */
