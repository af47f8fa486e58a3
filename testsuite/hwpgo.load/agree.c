/* A function that was measured to be entered less often than it is called is
   entered as often as that.  What leads through it runs so much more often, and
   its loop does not.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fdump-ipa-all-blocks-details" } */
/* { dg-hwpgo-options "verify=report" } */

static __attribute__ ((noinline)) unsigned
work (const unsigned *a, int n)
{
  unsigned x = a[0];
  for (int i = 1; i < n; i++)
    x = x * 3 + a[i];
  return x * 5;
}

unsigned
caller (const unsigned *a, int n, int rounds)
{
  unsigned sum = 0;
  for (int i = 0; i < rounds; i++)
    {
      sum = sum * 5 + i;
      sum ^= work (a, n);
    }
  return sum;
}

/* PROFILE:
work:15000:10
 2: 10
 4: 8000
 5: 10
caller:2000:1
 4: 1
 6: 1000
 7: 1000 work:1000
 9: 1
END PROFILE */

/* { dg-final { scan-report-not "pass.: .hwpgo-load., .rule.: .flow" } } */
/* { dg-final { scan-dump "pred: +ENTRY .always .auto FDO.. +count:131072000 " hwpgo-load } } */
/* { dg-final { scan-dump "3 .88.9% .auto FDO.. +count:10485\[0-9\]+ " hwpgo-load } } */
