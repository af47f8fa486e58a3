/* The profiled program had a conditional move, of an arm of several instructions
   that the next turn of the loop waits for.  That the arm hardly ever runs is as
   likely as not, and then the loop is four times as fast with a branch.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize" } */

unsigned
fold (const unsigned char *p, int n, unsigned sum)
{
  while (n > 1)
    {
      sum += (unsigned) (p[0] << 8 | p[1]);
      if (sum & 0x80000000u)
        sum = (sum & 0xffff) + (sum >> 16);
      p += 2;
      n -= 2;
    }
  return sum;
}

/* PROFILE:
fold:7000000:1000
 2: 1001000
 4: 1000000
 5: 1000000
 6: 1000000
 7: 1000000
 8: 1000000
 10: 1000
END PROFILE */

/* { dg-final { scan-opt-info {doubt-waits.c:14:[0-9]*: note: +kept a branch, for a conditional move would make the loop wait} } } */
/* { dg-final { scan-opt-info-not {even odds} } } */
/* { dg-final { scan-assembler-not {\tcmov} } } */
