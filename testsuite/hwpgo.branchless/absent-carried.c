/* What GCC would make a conditional move of again, and turns of a loop would
   wait for, is made a select here: it gets a probe, so that a later build knows
   whether it is worth that.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-split-paths" } */

static inline unsigned
reduce (unsigned long long t, unsigned n, unsigned inverse)
{
  unsigned q = (unsigned) t * inverse;
  unsigned x = (t + (unsigned long long) q * n) >> 32;
  if (x >= n)
    x -= n;
  return x;
}

__attribute__ ((noipa)) unsigned
power (unsigned x, unsigned n, unsigned inverse, int turns)
{
  unsigned y = x;
  for (int i = 0; i < turns; i++)
    {
      x = reduce ((unsigned long long) x * x, n, inverse);
      y = reduce ((unsigned long long) x * y, n, inverse);
    }
  return y ^ x;
}

/* Nothing waits for this one.  */
__attribute__ ((noipa)) unsigned
sum (const unsigned *a, unsigned n, int turns)
{
  unsigned sum = 0;
  for (int i = 0; i < turns; i++)
    {
      unsigned x = a[i] * 3;
      if (x >= n)
        x -= n;
      sum += x;
    }
  return sum;
}

int
main (void)
{
  const unsigned n = 1000003;
  unsigned inverse = n;
  for (int i = 0; i < 4; i++)
    inverse *= 2 - n * inverse;
  unsigned long long r = (1ull << 32) % n;
  unsigned x = 12345;
  for (int i = 0; i < 100; i++)
    {
      /* P times 2^32 is x squared, modulo n, and q times that p times x.  */
      unsigned both = power (x + i, n, -inverse, 1);
      unsigned long long p = x + i, q;
      for (p = p * p % n, q = 0; q * r % n != p; q++)
        continue;
      p = q * (x + i) % n;
      unsigned long long y = both ^ (unsigned) q;
      if (y * r % n != p)
        return 1;
    }
  unsigned a[4] = { 1, 400000, 700000, 2 };
  return sum (a, n, 4) != 3 + 199997 + 1099997 + 6;
}

/* PROFILE:
power:9000000:1000
 2: 1000
 3: 1000
 3.1: 1000000
 5: 1000000
 6: 1000000
 8: 1000
 5: reduce:4000000
  2: 1000000
  3: 1000000
  4: 1000000
  5: 1000000
  6: 1000000
 6: reduce:4000000
  2: 1000000
  3: 1000000
  4: 1000000
  5: 1000000
  6: 1000000
sum:9000000:1000
 3: 1000
 3.1: 1000000
 5: 1000000
 6: 1000000
 7: 1000000
 8: 1000000
 10: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
power:1000:0
 3.1: 1000
sum:1000:0
 3.1: 1000
END PROFILE */

/* { dg-final { scan-opt-info-times {absent-carried.c:13:.*branch mispredicted in none of 1000000 executions \(perhaps no branch there\) converted to 1 select} 2 } } */
/* { dg-final { scan-opt-info-not {absent-carried.c:38:.*converted to} } } */
