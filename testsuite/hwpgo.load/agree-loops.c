/* A function that turns in its loops was entered more often than it is called,
   as far as samples know.  Its copy for constants has the loop as it was measured.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fdump-ipa-all-blocks-details -fdump-tree-fixup_cfg3-blocks-details" } */
/* { dg-hwpgo-options "verify=report" } */

static __attribute__ ((noinline)) unsigned
work (const unsigned *a, unsigned n)
{
  unsigned x = a[0];
  for (unsigned i = 1; i < n; i++)
    x = x * 3 + a[i];
  return x * 5;
}

/* Does not turn: it is as often entered as it was measured to be.  */
static __attribute__ ((noinline)) unsigned
straight (unsigned x)
{
  return x < 10 ? x * 3 : x;
}

unsigned data[1000];

unsigned
caller (int rounds)
{
  unsigned sum = 0;
  for (int i = 0; i < rounds; i++)
    {
      sum = sum * 5 + i;
      sum ^= work (data, 1000);
      sum ^= straight (sum);
    }
  return sum;
}

/* PROFILE:
work:64000:64
 2: 64
 4: 64000
 5: 64
straight:64:64
 2: 64
caller:30:1
 4: 4
 6: 4
 7: 4 work:4
 8: 4 straight:4
 10: 1
END PROFILE */

/* { dg-final { scan-report-not "pass.: .hwpgo-load., .rule.: .flow" } } */
/* { dg-final { scan-dump "Creating a specialized node of work" cp } } */
/* Counts are in units, 2**14 of them for one.  */
/* { dg-final { scan-dump "basic block 3, loop depth 1, count 104\[0-9\]{7} " fixup_cfg3 } } */
