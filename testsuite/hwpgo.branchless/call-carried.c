/* What a call returns is known long after its arguments are: a search that calls
   memcmp goes on with a guess meanwhile, and would wait for each call with
   selects.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

struct string
{
  unsigned char length;
  char text[15];
};

unsigned long
search (const struct string *sorted, unsigned long n, const struct string *s)
{
  unsigned long low = 0, high = n;
  while (low < high)
    {
      unsigned long middle = low + (high - low) / 2;
      unsigned long common = s->length < sorted[middle].length
                                 ? s->length
                                 : sorted[middle].length;
      int order = __builtin_memcmp (s->text, sorted[middle].text, common);
      if (order < 0)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* PROFILE:
search:9000000:100000
 2: 100000
 3: 1100000
 5: 1000000
 6: 1000000
 9: 1000000
 10: 1000000
 11: 500000
 13: 500000
 15: 100000
END PROFILE */
/* PROFILE MISPREDICTS:
search:440000:0
 10: 440000
END PROFILE */

/* { dg-final { scan-report "line.: 25, .*converted.: .no." } } */
/* { dg-final { scan-report-not "line.: 25, .*converted.: .yes" } } */
