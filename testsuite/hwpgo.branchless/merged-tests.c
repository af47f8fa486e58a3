/* GCC had made one test of the two for white space, with the place of the second:
   the first has no mispredicts, but gets them once the second is a select.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC 14 makes one test of them before there are counts.  */
/* { dg-do compile } */
/* { dg-before-gcc 13 } */
/* { dg-options "-O2" } */

unsigned
words (const char *text, unsigned n)
{
  unsigned words = 0;
  int inside = 0;
  for (unsigned i = 0; i < n; i++)
    {
      char c = text[i];
      if (c == ' ' || c == '\n'
          || c == '\t')
        inside = 0;
      else if (!inside)
        {
          inside = 1;
          words++;
        }
    }
  return words;
}

/* A branch that was mispredicted, if seldom, is one.  */
unsigned
two (const char *text, unsigned n)
{
  unsigned words = 0;
  int inside = 0;
  for (unsigned i = 0; i < n; i++)
    {
      char c = text[i];
      if (c == ' ' || c == '\n'
          || c == '\t')
        inside = 0;
      else if (!inside)
        {
          inside = 1;
          words += 3;
        }
    }
  return words;
}

/* PROFILE:
words:5000000:1000
 2: 1000
 3: 1000
 4: 1000000
 4.1: 1000000
 6: 1000000
 7: 1000000
 8: 990000
 9: 200000
 10: 800000
 12: 200000
 13: 200000
 16: 1000
two:5000000:1000
 2: 1000
 3: 1000
 4: 1000000
 4.1: 1000000
 6: 1000000
 7: 1000000
 8: 990000
 9: 200000
 10: 800000
 12: 200000
 13: 200000
 16: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
words:150000:0
 8: 150000
two:150100:0
 7: 100
 8: 150000
END PROFILE */

/* { dg-final { scan-report "function.: .words., .file.: .\[^ \]*, .line.: 18, .*converted.: .yes" } } */
/* { dg-final { scan-report "function.: .words., .file.: .\[^ \]*, .line.: 19, .*converted.: .yes" } } */
/* { dg-final { scan-report-not "function.: .two., .file.: .\[^ \]*, .line.: 39, .*converted.: .yes" } } */
/* { dg-final { scan-report "function.: .two., .file.: .\[^ \]*, .line.: 40, .*converted.: .yes" } } */
