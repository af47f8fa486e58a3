/* A record that GCC moves as a vector, whose members a comparison wants: they are
   loaded by themselves, beside the vector, where most executions want them.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-O2 -g -ftree-slp-vectorize" } */

struct record
{
  unsigned key, serial;
};

__attribute__ ((noipa)) void
sort (struct record *r, unsigned long n, unsigned long gap)
{
  for (unsigned long i = gap; i < n; i++)
    {
      struct record x = r[i];
      unsigned long j = i;
      while (j >= gap
             && (x.key != r[j - gap].key ? x.key < r[j - gap].key
                                         : x.serial < r[j - gap].serial))
        {
          r[j] = r[j - gap];
          j -= gap;
        }
      r[j] = x;
    }
}

/* Four, of which few executions want two.  */
struct four
{
  int a, b, c, d;
};

__attribute__ ((noipa)) int
move (struct four *to, const struct four *from, int n, int at)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      struct four x = from[i];
      if (i == at)
        sum += x.c * 3 + x.d;
      to[i] = x;
    }
  return sum;
}

static struct record records[500];
static struct four fours[100], copies[100];

int
main (void)
{
  static const unsigned gaps[] = { 57, 10, 3, 1 };
  unsigned sum = 0;
  for (unsigned i = 0; i < 500; i++)
    {
      records[i].key = i * 40503u % 101;
      records[i].serial = i;
    }
  for (int g = 0; g < 4; g++)
    sort (records, 500, gaps[g]);
  for (unsigned i = 1; i < 500; i++)
    if (records[i - 1].key > records[i].key
        || (records[i - 1].key == records[i].key
            && records[i - 1].serial >= records[i].serial))
      __builtin_abort ();
  for (int i = 0; i < 100; i++)
    fours[i] = (struct four){ i, i * 3, i * 5, i * 7 };
  for (int i = 0; i < 100; i += 10)
    sum += (unsigned) move (copies, fours, 100, i);
  if (sum != 22u * 450 || __builtin_memcmp (fours, copies, sizeof fours) != 0)
    __builtin_abort ();
  return 0;
}

/* PROFILE:
sort:9000000:100
 2: 300000
 4: 300000
 5: 300000
 6: 1300000
 7: 1200000
 8: 300000
 10: 1000000
 11: 1000000
 13: 300000
move:9000000:100
 2: 100
 3: 300000
 5: 300000
 6: 300000
 7: 100
 8: 300000
 10: 100
END PROFILE */

/* { dg-final { scan-opt-info {lane-loads.c:\d+:.*element of a vector loaded by itself} } } */
