/* Calls that GCC makes of loops are in no code, and no sign that a function is
   another one.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

unsigned
decode (const unsigned short *codes, unsigned n, unsigned char *bytes)
{
  unsigned char order[256];
  unsigned length = 0, run = 0;
  for (unsigned i = 0; i < 256; i++)
    order[i] = (unsigned char) i;
  for (unsigned i = 0; i < n; i++)
    {
      if (codes[i] == 0)
        {
          run++;
          continue;
        }
      for (; run > 0; run--)
        bytes[length++] = order[0];
      unsigned place = codes[i];
      unsigned char byte = order[place & 255];
      for (; place > 0; place--)
        order[place & 255] = order[(place - 1) & 255];
      order[0] = byte;
      bytes[length++] = byte;
    }
  for (; run > 0; run--)
    bytes[length++] = order[0];
  return length;
}

/* PROFILE:
decode:4000000:10
 3: 10
 4.1: 2560
 5: 2560
 6: 10
 6.1: 100000
 8: 100000
 10: 40000
 13: 60000 memset:20000
 14: 20000 memset:20000
 15: 60000
 16: 60000
 17: 60000
 18: 50000 memmove:50000
 19: 60000
 20: 60000
 22: 10 memset:10
 24: 10
END PROFILE */

/* { dg-final { scan-report "function.: .decode., .*status.: .loaded" } } */
/* { dg-final { scan-report-not "verdict" } } */
