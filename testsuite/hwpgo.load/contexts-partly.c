/* Of two functions that are inlined in a third one the profile knows one there,
   and the other by itself: it keeps what it has.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-early-inlining -fdump-tree-all-details" } */

static unsigned
known (const unsigned *a, unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum ^= a[i] << 3;
  return sum;
}

static unsigned
alone (const unsigned *a, unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    if (a[i] & 64)
      sum ^= a[i] >> 5;
  return sum;
}

unsigned
both (const unsigned *a, unsigned n)
{
  unsigned sum = known (a, n);
  sum += alone (a, n);
  return sum;
}

/* PROFILE:
both:3000003:1
 2: known:3000000
  3: 1000000
  4: 1000000
  5: 1
 3: 1 alone:1
 4: 1
alone:3000002:1
 2: 1
 3: 1000000
 4: 1000000
 5: 500000
 6: 1
END PROFILE */

/* Counts are shifted by 10 bits; what is inferred there is alone's.  */
/* { dg-final { scan-dump {;; block \d+ inferred 1024000000\n} hwpgo-context } } */
