/* A block that calls what IPA inlines, and that the profile knows only by
   itself, has a count that its neighbours contradict: what is inlined runs as
   often as what was inferred says, not as what was measured.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-early-inlining -fdump-tree-all-details" } */

unsigned last;

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
    sum ^= a[i] >> 5;
  return sum;
}

unsigned
both (const unsigned *a, unsigned n)
{
  unsigned sum = known (a, n);
  if (n % 100 == 0)
    {
      last = n;
      sum += alone (a, n);
    }
  return sum;
}

/* PROFILE:
both:3503000:1000
 2: known:3000000
  3: 1000000
  4: 1000000
  5: 1000
 3: 1000
 5: 500000
 6: 10 alone:10
 8: 1000
alone:2000:10
 2: 10
 3: 1000
 4: 1000
 5: 10
END PROFILE */

/* Counts are shifted by 10 bits.  Inference lets the block run almost as often
   as the branch, and so the loop.  */
/* { dg-final { scan-dump {;; block \d+ measured 512000000 set 10\d{5}\n} hwpgo-context } } */
/* { dg-final { scan-dump {;; block \d+ inferred 20\d{5}\n} hwpgo-context } } */
/* { dg-final { scan-dump-not {;; block \d+ inferred \d{9}\n} hwpgo-context } } */
