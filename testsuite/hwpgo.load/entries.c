/* A function that the profiled program had inlined has no count of entries.
   Its callers tell; the difference of two noisy counts does not.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

static __attribute__ ((noinline)) unsigned
work (const unsigned *a, int n)
{
  unsigned x = 1;
  for (int i = 0; i < n; i++)
    {
      x = x * 3 + a[i];
      if (x & 1)
        x ^= a[i] >> 3;
      x += i;
    }
  return x;
}

unsigned
caller (const unsigned *a, int n, int rounds)
{
  unsigned sum = 0;
  for (int i = 0; i < rounds; i++)
    {
      sum = sum * 5 + i;
      sum ^= work (a, n);
    }
  return sum;
}

static __attribute__ ((noinline)) unsigned
rare (const unsigned *a, int n)
{
  unsigned x = 1;
  for (int i = 0; i < n; i++)
    x = x * 3 + a[i];
  return x;
}

unsigned
unseen (const unsigned *a, int n, int rounds)
{
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];
  for (int i = 0; i < rounds; i++)
    sum ^= rare (a, n);
  return sum;
}

int
main (void)
{
  unsigned sum = 1;
  for (volatile int i = 0; i < 1000000; i++)
    {
      sum += i;
      if (sum & 4)
        sum ^= 2;
    }
  return sum & 1;
}

/* PROFILE:
caller:6900000:1
 0: 1
 3: 1
 5: 50
 6: 50
 6: work:6800000
  5: 1000000
  6: 1000000
  7: 500000
  8: 970000
unseen:3000000:1
 0: 1
 4: 1000000
 6: 0
 6: rare:2000000
  0: 0
  4: 2000000
main:2900000:0
 3.1: 1000000
 5: 970000
 6: 970000
 7: 485000
END PROFILE */

/* { dg-final { scan-opt-info {profile of caller loaded: entered 1 times} } } */
/* { dg-final { scan-opt-info {profile of work loaded: entered 50 times} } } */
/* { dg-final { scan-opt-info {profile of main loaded: entered 1 times} } } */
/* { dg-final { scan-opt-info {profile of rare loaded: entered 1 times} } } */
