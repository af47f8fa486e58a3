/* A loop in another becomes one with it where that pays: not where its turns wait
   for what is chosen, as a walk from place to place does, nor where it is
   predicted.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

int
varints (const unsigned char *p, const unsigned char *end, unsigned long *out)
{
  int n = 0;
  while (p < end)
    {
      unsigned long value = 0;
      unsigned shift = 0;
      unsigned char byte;
      do
        {
          byte = *p++;
          value |= (unsigned long) (byte & 127) << (shift & 63);
          shift += 7;
        }
      while (byte & 128); /* line 23 */
      out[n++] = value;
    }
  return n;
}

int
predicted (const unsigned char *p, const unsigned char *end,
           unsigned long *out)
{
  int n = 0;
  while (p < end)
    {
      unsigned long value = 0;
      unsigned shift = 0;
      unsigned char byte;
      do
        {
          byte = *p++;
          value |= (unsigned long) (byte & 127) << (shift & 63);
          shift += 7;
        }
      while (byte & 128); /* line 45 */
      out[n++] = value;
    }
  return n;
}

int
roots (const int *parent, const int *of, const int *end)
{
  int sum = 0;
  while (of < end)
    {
      int x = *of++;
      while (parent[x] != x) /* line 58 */
        x = parent[x];
      sum += x;
    }
  return sum;
}

/* PROFILE:
varints:600000:10
 2: 10
 3: 40010
 10: 100000
 11: 100000
 12: 100000
 14: 100000
 15: 40000
 17: 10
predicted:600000:10
 3: 10
 4: 40010
 11: 100000
 12: 100000
 13: 100000
 15: 100000
 16: 40000
 18: 10
roots:600000:10
 2: 10
 3: 40010
 5: 40000
 6.1: 100000
 7: 60000
 8: 40000
 10: 10
END PROFILE */
/* PROFILE MISPREDICTS:
varints:33000:0
 14: 33000
predicted:500:0
 15: 500
roots:20000:0
 6.1: 20000
END PROFILE */

/* { dg-final { scan-report "line.: 23, .*converted.: .yes" } } */
/* { dg-final { scan-report-not "line.: 45, .*converted.: .yes" } } */
/* { dg-final { scan-report "line.: 58, .*reason.: .the select would cost" } } */
/* { dg-final { scan-report-not "line.: 58, .*converted.: .yes" } } */
