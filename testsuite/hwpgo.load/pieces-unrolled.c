/* What was unrolled has copies, too, which together ran as often as the loop turned,
   as other places of one block say, though of another block one is left.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fdump-ipa-all-blocks-details" } */

static int
is_before (const unsigned *a, const unsigned *b)
{
  if (a[0] != b[0])
    return a[0] < b[0];
  return a[1] < b[1];
}

unsigned
ascents (const unsigned *a, unsigned n, unsigned *so_far)
{
  unsigned total = 0;
  for (unsigned i = 0; i < n; i++)
    {
      total += is_before (&a[i], &a[i + 1]);
      so_far[i] = total;
    }
  return total;
}

/* PROFILE:
ascents:9000000:1000
 3: 1000
 5.512: 250000
 5.1024: 250000
 5.1536: 250000
 5.2048: 250000
 6.512: 250000
 6.1024: 250000
 6.1536: 250000
 6.2048: 250000
 8: 1000
 5: is_before:2000000
  2: 250000
END PROFILE */

/* { dg-final { scan-dump "profile of ascents loaded" hwpgo-load } } */
/* { dg-final { scan-dump-not "by a place that is in several" hwpgo-load } } */
