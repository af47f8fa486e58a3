/* What follows the usual way through a small loop is copied for it, unless the
   copy would cost more than a jump.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-ipa-icf" } */

extern void odd (unsigned);

void
copied (const unsigned *key, unsigned *low, unsigned *high)
{
  for (unsigned long i = 0; key[i]; i++)
    {
      if (key[i] < 100)
        low[key[i]]++;
      else
        high[key[i] & 1023]++;
      high[key[i] >> 10 & 1023] += key[i] * 3 + 7;
      high[key[i] >> 20 & 1023] -= key[i] ^ 99;
    }
}

/* A conditional move, for what is known.  */
unsigned
selected (const unsigned *key, unsigned *low, unsigned *high, unsigned long n)
{
  unsigned sum = 0;
  for (unsigned long i = 0; i < n; i++)
    {
      if (key[i] > 100)
        sum += i;
      high[key[i] >> 10 & 1023] += sum * 3 + 7;
      high[key[i] >> 20 & 1023] -= sum ^ 99;
    }
  return sum;
}

/* The test that counts.  */
unsigned
counted (const unsigned *key, unsigned *low, unsigned *high, unsigned long n)
{
  for (unsigned long i = 0; i < n; i++)
    if (key[i] >= 100)
      low[key[i]]++;
  return low[0];
}

void
counted_longer (const unsigned *key, unsigned *low, unsigned *high,
                unsigned long n)
{
  for (unsigned long i = 0; i < n; i++)
    {
      if (key[i] < 100)
        low[key[i]]++;
      else
        high[key[i] & 1023]++;
      high[key[i] >> 10 & 1023] += key[i] * 3 + 7;
      high[key[i] >> 20 & 1023] -= key[i] ^ 99;
    }
}

/* A branch that would have to be learnt twice.  */
void
mispredicted (const unsigned *key, unsigned *low, unsigned *high,
              unsigned long n)
{
  for (unsigned long i = 0; i < n; i++)
    {
      if (key[i] < 100)
        low[key[i]]++;
      else
        high[key[i] & 1023]++;
      high[key[i] >> 10 & 1023] += key[i] * 3 + 7;
      if (key[i] & 1)
        odd (key[i]);
    }
}

#define MORE(N) high[key[i] >> N & 1023] += key[i] * (3 + N) + 7;
#define MUCH MORE (2) MORE (3) MORE (4) MORE (5) MORE (6) MORE (7) MORE (8) \
  MORE (9) MORE (10) MORE (11) MORE (12) MORE (13) MORE (14) MORE (15)

/* A large loop.  */
void
large (const unsigned *key, unsigned *low, unsigned *high, unsigned long n)
{
  for (unsigned long i = 0; i < n; i++)
    {
      if (key[i] < 100)
        low[key[i]]++;
      else
        high[key[i] & 1023]++;
      MUCH
    }
}

/* PROFILE:
copied:5000000:10
 0: 10
 2: 1000000
 4: 1000000
 5: 900000
 7: 100000
 8: 1000000
 9: 1000000
 11: 10
selected:5000000:10
 0: 10
 2: 10
 3: 1000000
 5: 1000000
 6: 300000
 7: 1000000
 8: 1000000
 10: 10
counted:5000000:10
 0: 10
 2: 1000000
 3: 1000000
 4: 100000
 5: 10
counted_longer:5000000:10
 1: 10
 3: 1000000
 5: 1000000
 6: 900000
 8: 100000
 9: 1000000
 10: 1000000
 12: 10
mispredicted:5000000:10
 0: 10
 3: 1000000
 5: 1000000
 6: 900000
 8: 100000
 9: 1000000
 10: 1000000
 11: 500000
 13: 10
large:5000000:10
 0: 10
 2: 1000000
 4: 1000000
 5: 900000
 7: 100000
 8: 1000000
 10: 10
END PROFILE */
/* PROFILE MISPREDICTS:
copied:1000:0
 4: 1000
mispredicted:500000:0
 5: 1000
 10: 400000
counted_longer:1000:0
 5: 1000
large:1000:0
 4: 1000
END PROFILE */

/* { dg-final { scan-opt-info {traces.c:1[89]:.*copied for the way by which most come} } } */
/* { dg-final { scan-opt-info-not {traces.c:[2-9][0-9]:.*copied for the way} } } */
