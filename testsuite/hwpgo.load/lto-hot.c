/* What is hot by the profile is so at the link with LTO, too.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do link } */
/* { dg-options "-O2 -flto -fdump-tree-optimized-blocks-details" } */

/* PROFILE:
main:4:1
 1: 1
f:101000:1
 2.1: 100000
 4: 100000
 5: 1000
END PROFILE */

volatile int g;

__attribute__ ((noinline)) int
f (int n)
{
  for (int i = 0; i < n; i++)
    {
      if (g & 15)
        g ^= i * 7;
    }
  return g;
}

int
main (void)
{
  return f (g + 3);
}

/* { dg-final { scan-dump-times {basic block .*, maybe hot$} 3 optimized } } */
