/* What the order of blocks duplicates: final.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -freorder-blocks-algorithm=stc" } */

extern int more (int), a (void), b (void);

int
f (int n)
{
  int s = 0;
  while (more (n))
    {
      if (a ())
        {
          if (b ())
            continue;
          s++;
        }
      else
        s += 2;
      n--;
    }
  return s;
}

/* { dg-final { scan-copies 12 3 2 } } */
