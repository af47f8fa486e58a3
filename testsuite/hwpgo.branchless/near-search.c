/* A search in what the first cache holds is faster without a branch.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

#define SEARCH(name)                                                          \
  name (const unsigned *a, unsigned long n, unsigned key)

unsigned long
SEARCH (near)
{
  unsigned long low = 0, high = n;
  while (low < high)
    {
      unsigned long middle = low + (high - low) / 2;
      if (a[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* PROFILE:
near:5000000:100000
 0: 100000
 3: 1000000
 5: 1000000
 6: 1000000
 7: 500000
 9: 500000
 11: 100000
END PROFILE */
/* PROFILE MISPREDICTS:
near:500000:0
 6: 490000
END PROFILE */

/* { dg-final { scan-opt-info-not "selects made a branch again" } } */
/* { dg-final { scan-assembler "cmov" } } */
