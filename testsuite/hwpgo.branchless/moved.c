/* What a select gives may be asked at once by a branch, which mispredicts then
   as the converted one did.  Both are converted, or none.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-early-inlining -g1" } */

struct row
{
  unsigned key, value;
};

struct row first[256], second[256];

static const struct row *
find (unsigned key)
{
  const struct row *r = &first[key % 251];
  if (r->key == key)
    return r;
  r = &second[key % 241];
  if (r->key == key)
    return r;
  return 0;
}

static int
compare (const unsigned char *a, const unsigned char *b)
{
  if (a[1] != b[1])
    return a[1] < b[1] ? -1 : 1;
  return a[0] - b[0];
}

__attribute__ ((noipa)) unsigned
join (const unsigned *keys, int n)
{
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    {
      const struct row *r = find (keys[i]);
      if (r)
        sum += r->value;
    }
  return sum;
}

int less, more;

__attribute__ ((noipa)) void
note_less (int i)
{
  less += i;
}

__attribute__ ((noipa)) void
note_more (int i)
{
  more += i & 7;
}

__attribute__ ((noipa)) void
compare_all (const unsigned *keys, int n)
{
  for (int i = 1; i < n; i++)
    {
      if (compare ((const unsigned char *) &keys[i],
                   (const unsigned char *) &keys[i - 1])
          < 0)
        note_less (i);
      else
        note_more (i);
    }
}

int
main (void)
{
  static unsigned keys[1000];
  unsigned seed = 1;
  for (int i = 0; i < 1000; i++)
    {
      seed = seed * 1664525 + 1013904223;
      keys[i] = seed >> 8;
      struct row *r = i % 3 ? &first[keys[i] % 251] : &second[keys[i] % 241];
      r->key = keys[i];
      r->value = i;
    }
  unsigned sum = join (keys, 1000);
  compare_all (keys, 1000);
  return !(sum == 281180 && less == 253561 && more == 1771);
}

/* PROFILE:
join:20000000:1000
 0: 1000
 3: 1000000
 5: 1000000
 6: 1000000
 7: 500000
 5: find:5000000
  0: 1000000
  2: 1000000
  3: 1000000
  4: 250000
  5: 750000
  6: 750000
  7: 250000
  8: 500000
compare_all:20000000:1000
 0: 1000
 3: 1000000
 5: 1000000
 8: 500000
 10: 500000
 5: compare:5000000
  0: 1000000
  2: 1000000
  3: 1000000
END PROFILE */
/* PROFILE MISPREDICTS:
join:600000:0
 6: 0
 5: find:600000
  3: 300000
  6: 300000
compare_all:450000:0
 5: 0
 5: compare:450000
  3: 450000
END PROFILE */

/* { dg-final { scan-opt-info {moved.c:18:[0-9]*: optimized: +branch mispredicted in 30.0% of 1000000 executions converted} } } */
/* { dg-final { scan-opt-info {moved.c:41:[0-9]*: optimized: +branch mispredicted in .* converted} } } */
/* { dg-final { scan-opt-info {moved.c:30:[0-9]*: note: +1 selects made a branch again} } } */
/* { dg-final { scan-opt-info {moved.c:30:[0-9]*: missed: .*not converted: a branch that depends on it would mispredict instead} } } */
