/* The turns of a search wait for each other, and more so with selects; but a core is at
   several searches at a time, where none begins with what another came to, nor loads
   what another has stored.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */

extern void abort (void);

typedef unsigned long size;

/* Knuth's uniform binary search: table[0] is less than all keys.  */
__attribute__ ((noipa)) static size
apart (const int *table, const size *delta, const int *keys, int n)
{
  size sum = 0;
  for (int k = 0; k < n; k++)
    {
      int key = keys[k];
      const size *d = delta;
      size i = *d++;
      while (*d != 0)
        if (key < table[i]) /* line 23 */
          i -= *d++;
        else
          i += *d++;
      sum = sum * 3 + i;
    }
  return sum;
}

/* Each begins with what the last one found.  */
__attribute__ ((noipa)) static size
together (const int *table, const size *delta, const int *keys, int n)
{
  size sum = 0;
  for (int k = 0; k < n; k++)
    {
      int key = keys[k] + (int) (sum & 1);
      const size *d = delta;
      size i = *d++ + (sum >> 63);
      while (*d != 0)
        if (key < table[i]) /* line 43 */
          i -= *d++;
        else
          i += *d++;
      sum = sum * 3 + i;
    }
  return sum;
}

/* The last one's result is stored where this one looks.  */
__attribute__ ((noipa)) static size
stored (int *table, const size *delta, const int *keys, int n)
{
  size sum = 0;
  for (int k = 0; k < n; k++)
    {
      int key = keys[k];
      const size *d = delta;
      size i = *d++;
      while (*d != 0)
        if (key < table[i]) /* line 63 */
          i -= *d++;
        else
          i += *d++;
      table[i] += key > 1 << 29;
      sum = sum * 3 + i;
    }
  return sum;
}

enum { N = 1023, KEYS = 500 };

static size
slow (const int *table, const size *delta, const int *keys, int n, int how)
{
  volatile size sum = 0;
  for (int k = 0; k < n; k++)
    {
      volatile int key = keys[k] + (how ? (int) (sum & 1) : 0);
      volatile size i = delta[0] + (how ? sum >> 63 : 0);
      for (int d = 1; delta[d]; d++)
        i = key < table[i] ? i - delta[d] : i + delta[d];
      sum = sum * 3 + i;
    }
  return sum;
}

int
main (void)
{
  static int table[2 * N], keys[KEYS];
  static size delta[16];
  unsigned seed = 1;
  for (int i = 1; i < 2 * N; i++)
    table[i] = table[i - 1] + 1 + (seed = seed * 1103515245 + 12345) % 32;
  for (int k = 0; k < KEYS; k++)
    keys[k] = (int) ((seed = seed * 1103515245 + 12345) >> 8) % table[N];
  int d = 0;
  for (size power = 1; (delta[d] = (N + power) / (2 * power)) != 0; power *= 2)
    d++;
  if (apart (table, delta, keys, KEYS) != slow (table, delta, keys, KEYS, 0)
      || together (table, delta, keys, KEYS) != slow (table, delta, keys, KEYS, 1)
      || stored (table, delta, keys, KEYS) != slow (table, delta, keys, KEYS, 0))
    abort ();
  return 0;
}

/* PROFILE:
apart:90000000:10
 2: 10
 3: 10
 3.1: 500000
 3.2: 500000
 5: 500000
 6: 500000
 7: 500000
 8: 500000
 8.1: 5000000
 9: 5000000
 10: 2500000
 12: 2500000
 13: 500000
together:90000000:10
 2: 10
 3: 10
 3.1: 500000
 3.2: 500000
 5: 500000
 6: 500000
 7: 500000
 8: 500000
 8.1: 5000000
 9: 5000000
 10: 2500000
 12: 2500000
 13: 500000
stored:90000000:10
 2: 10
 3: 10
 3.1: 500000
 3.2: 500000
 5: 500000
 6: 500000
 7: 500000
 8: 500000
 8.1: 5000000
 9: 5000000
 10: 2500000
 12: 2500000
 13: 500000
 14: 500000
END PROFILE */

/* PROFILE MISPREDICTS:
apart:2000000:0
 9: 1500000
together:2000000:0
 9: 1500000
stored:2000000:0
 9: 1500000
END PROFILE */

/* { dg-final { scan-opt-info "entries-at-once.c:23:\[0-9\]*: optimized: branch mispredicted .* converted" } } */
/* { dg-final { scan-opt-info "entries-at-once.c:43:\[0-9\]*: missed: branch mispredicted .* the select would cost more" } } */
/* { dg-final { scan-opt-info "entries-at-once.c:63:\[0-9\]*: missed: branch mispredicted .* the select would cost more" } } */
