/* Two tests of which neither can be predicted, and what runs where both hold is
   no hammock: one test of both is mispredicted no more often than both hold.
   SPDX-License-Identifier: GPL-2.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-icf" } */

void found (unsigned);

/* One in five: 0.4 mispredicts become 0.2 at most.  */
void
seldom (const unsigned *a, const unsigned *b, unsigned n, unsigned limit)
{
  for (unsigned i = 0; i < n; i++)
    {
      unsigned y = b[i];
      if (a[i] < limit)
        if ((y ^ i) > limit)
          found (i);
    }
}

/* Two in five: nothing is saved.  */
void
often (const unsigned *a, const unsigned *b, unsigned n, unsigned limit)
{
  for (unsigned i = 0; i < n; i++)
    {
      unsigned y = b[i];
      if (a[i] < limit)
        if ((y ^ i) > limit)
          found (i);
    }
}

/* The same, but what the second test is mispredicted now is saved, too.  */
void
both (const unsigned *a, const unsigned *b, unsigned n, unsigned limit)
{
  for (unsigned i = 0; i < n; i++)
    {
      unsigned y = b[i];
      if (a[i] < limit)
        if ((y ^ i) > limit)
          found (i);
    }
}

/* PROFILE:
seldom:6000000:1000
 2: 1000
 3: 1000000
 4: 1000000
 5: 1000000
 6: 500000
 7: 200000 found:200000
 9: 1000
often:6000000:1000
 2: 1000
 3: 1000000
 4: 1000000
 5: 1000000
 6: 500000
 7: 400000 found:400000
 9: 1000
both:6000000:1000
 2: 1000
 3: 1000000
 4: 1000000
 5: 1000000
 6: 500000
 7: 400000 found:400000
 9: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
seldom:500000:0
 5: 400000
 6: 100000
often:500000:0
 5: 400000
 6: 100000
both:650000:0
 5: 400000
 6: 250000
END PROFILE */

/* { dg-final { scan-report "function.: .seldom., .file.: .\[^ \]*, .line.: 16, .*converted.: .yes" } } */
/* { dg-final { scan-report-not "function.: .often., .file.: .\[^ \]*, .line.: 29, .*converted.: .yes" } } */
/* { dg-final { scan-report "function.: .both., .file.: .\[^ \]*, .line.: 42, .*converted.: .yes" } } */
