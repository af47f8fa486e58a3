/* A value that a condition and what comes behind it need, and that is computed
   above the branch before it, does not tell how often the condition runs.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g -gno-column-info" } */

extern void out (unsigned);

void
f (const unsigned long *low, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      if ((unsigned) low[i] < 0xff000000
          || (unsigned) (low[i] >> 32) != 0)
        out (low[i] >> 32);
    }
}

/* The value: { dg-final { scan-assembler {\.loc 1 15 0 (is_stmt 0 )?discriminator 255} } } */
/* The condition: { dg-final { scan-assembler {\.loc 1 15 0 (is_stmt 0 )?(view .*)?$} } } */
