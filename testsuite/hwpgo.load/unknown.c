/* A function that the profile does not have is unknown, not cold; one that it
   has without a sample, too.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
seen:10000:100
 2: 10000
zero:0:0
 2: 0
END PROFILE */

volatile int g;

void
seen (void)
{
  g++;
}

void
unseen (int n)
{
  for (int i = 0; i < n; i++)
    g--;
}

void
zero (void)
{
  g = 3;
}

/* { dg-final { scan-report "function.: .unseen.*status.: .absent" } } */
/* { dg-final { scan-report "function.: .zero.*status.: .unsampled" } } */
/* { dg-final { scan-report "function.: .seen.*status.: .loaded" } } */
/* { dg-final { scan-assembler-not "text.unlikely.*\n(.*\n)?unseen:" } } */
/* { dg-final { scan-dump "estimated locally" hwpgo-load } } */
