/* The copy of a loop for a probe, which is there in some builds alone, is none of the
   copies that are numbered.  What is made of the loop itself has the numbers that it has
   without.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fplugin-arg-hwpgo-force-branchless -fplugin-arg-hwpgo-probes=all" } */

extern void g (unsigned);

unsigned
rolled (const unsigned *from, int n, unsigned limit)
{
  unsigned sum = 0, last = 0;
  for (int i = 0; i < n; i++)
    if (from[i] > limit) /* line 15 */
      {
        sum += from[i] * 3;
        last = i;
      }
  return sum ^ last;
}

unsigned
unrolled (const unsigned *from, unsigned limit)
{
  unsigned sum = 0, last = 0;
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++)
    {
      if (from[i] > limit)
        {
          sum += from[i] * 3;
          last = i;
        }
      g (sum); /* line 35 */
    }
  return sum ^ last;
}

/* { dg-final { scan-opt-info "probe.c:15:\[0-9\]*: note: probe beside the select" } } */
/* { dg-final { scan-opt-info "probe.c:30:\[0-9\]*: note: probe beside the select" } } */
/* { dg-final { scan-copies 15 1 0 } } */
/* { dg-final { scan-copies 35 1 4 } } */
