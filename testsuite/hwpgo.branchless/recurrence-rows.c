/* Each turn loads what the one before may have stored, to a place that a select
   would choose: the turns would wait for each other, through memory.
   SPDX-License-Identifier: GPL-2.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

void
lengths (const char *a, const char *b, unsigned long n, int *row)
{
  for (unsigned long i = 0; i < n; i++)
    {
      int diagonal = 0;
      for (unsigned long j = 0; j < n; j++)
        {
          int above = row[j + 1];
          if (a[i] == b[j])
            row[j + 1] = diagonal + 1;
          else if (row[j] > above)
            row[j + 1] = row[j];
          diagonal = above;
        }
    }
}

/* PROFILE:
lengths:40000000:1
 2: 1000
 4: 1000
 5: 5000000
 7: 5000000
 8: 5000000
 9: 1250000
 10: 3750000
 11: 1900000
 12: 5000000
 15: 1
END PROFILE */
/* PROFILE MISPREDICTS:
lengths:1200000:0
 8: 850000
 10: 350000
END PROFILE */

/* { dg-final { scan-report-not "line.: (16|18), .*converted.: .yes" } } */
