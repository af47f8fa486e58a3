/* Each turn loads what the one before may have stored, to a place that a select
   would choose: the turns would wait for each other, through memory.  It cannot be
   a register, as the other store may be to the row as well.
   SPDX-License-Identifier: GPL-2.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

void
lengths (const char *a, const char *b, unsigned long n, int *row,
         int *seen)
{
  for (unsigned long i = 0; i < n; i++)
    {
      int diagonal = 0;
      for (unsigned long j = 0; j < n; j++)
        {
          int above = row[j + 1];
          seen[j] = diagonal;
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
 3: 1000
 5: 1000
 6: 5000000
 8: 5000000
 9: 5000000
 10: 5000000
 11: 1250000
 12: 3750000
 13: 1900000
 14: 5000000
 17: 1
END PROFILE */
/* PROFILE MISPREDICTS:
lengths:1200000:0
 10: 850000
 12: 350000
END PROFILE */

/* { dg-final { scan-report-not "line.: (19|21), .*converted.: .yes" } } */
