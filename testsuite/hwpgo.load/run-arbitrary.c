/* A profile that contradicts itself and the code changes no result.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O3 -fchecking" } */

/* PROFILE:
main:7:18446744073709551615
 2: 18446744073709551615
 4: 0
 4.1: 3
 4.2: 1
 5: 99999999999999
 6: 0
collatz:1:1
 2: 0
 3: 5
 5: 18446744073709551615
 5: collatz:5
  2: 77
 6: 0
 8: 123456789
 9: 1
 11: 0
END PROFILE */

static unsigned
collatz (unsigned n)
{
  unsigned steps = 0;
  while (n != 1)
    {
      if (n & 1)
        n = 3 * n + 1;
      else
        n /= 2;
      steps++;
    }
  return steps;
}

int
main (void)
{
  unsigned most = 0;
  for (unsigned i = 1; i < 10000; i++)
    if (collatz (i) > most)
      most = collatz (i);
  return most != 261;
}
