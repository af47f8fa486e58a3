/* A select that only another select uses is one, too: what the expander takes
   for a part of the other would be a jump.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC 14 makes "and" of selects of truth values, and two jumps of a branch on
   that.  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-before-gcc 13 } */
/* { dg-options "-O2 -fno-unroll-loops -fno-tree-vectorize" } */

unsigned
sum (const unsigned char *s, unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned char c = s[i];
      int value;
      if (c >= 'a' && c <= 'z')
        value = c - 'a' + 26;
      else if (c >= 'A' && c <= 'Z')
        value = c - 'A';
      else if (c >= '0' && c <= '9')
        value = c - '0' + 52;
      else
        continue;
      sum = sum * 64 + value;
    }
  return sum;
}

/* PROFILE:
sum:9000000:1000
 0: 1000
 2: 1000
 3: 1000000
 3.1: 1000000
 5: 1000000
 7: 1000000
 8: 400000
 9: 600000
 10: 300000
 11: 300000
 12: 250000
 15: 950000
 17: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
sum:620000:0
 7: 350000
 9: 220000
 11: 45000
END PROFILE */

/* The beginning and the end of the loop.  */
/* { dg-final { scan-assembler-times "\tj(?!mp)\[a-z\]+\t" 2 } } */
