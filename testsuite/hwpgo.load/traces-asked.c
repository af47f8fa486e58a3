/* Who asks for GCC's tracer, or none, gets what he asks for.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-tracer" } */

void
left (const unsigned *key, unsigned *low, unsigned *high, unsigned long n)
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

/* PROFILE:
left:5000000:10
 0: 10
 2: 1000000
 4: 1000000
 5: 900000
 7: 100000
 8: 1000000
 9: 1000000
 11: 10
END PROFILE */

/* { dg-final { scan-opt-info {profile of left loaded} } } */
/* { dg-final { scan-opt-info-not {copied for the way} } } */
