/* Where nothing is known of a branch's ways the expectation decides, in a
   function of which the rest is known and in one that the profile does not
   have; with counts of 0 in a block that did not run, too.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fdump-ipa-all-blocks-details" } */

/* PROFILE:
part:2000:1000
 2: 1000
 6: 1000
idle:1000:1000
 2: 1000
 4: 0
 5: 0
 7: 0
 8: 1000
END PROFILE */

volatile int g, h, k;

void
part (int x)
{
  if (__builtin_expect_with_probability (x > 3, 1, 0.83))
    g++;
  else
    h++;
  k++;
}

void
absent (int x)
{
  if (__builtin_expect_with_probability (x > 3, 1, 0.84))
    g++;
  else
    h++;
}

void
idle (int x)
{
  if (x > 1)
    {
      if (__builtin_expect_with_probability (x > 3, 1, 0.85))
        g++;
      else
        h++;
    }
  k++;
}

/* { dg-final { scan-report "function.: .part.*status.: .loaded" } } */
/* { dg-final { scan-dump "bb 3\>; .83.00%" hwpgo-load } } */
/* { dg-final { scan-report "function.: .absent.*status.: .absent" } } */
/* { dg-final { scan-dump "bb 3\>; .84.00%" hwpgo-load } } */
/* { dg-final { scan-report "function.: .idle.*status.: .loaded" } } */
/* { dg-final { scan-dump "bb 4\>; .85.00%" hwpgo-load } } */
/* { dg-final { scan-opt-info-not "wrong and costs" } } */
