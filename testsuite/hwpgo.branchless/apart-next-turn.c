/* The join, which heads the loop, loads the same place by name; but it is the
   next turn's, and this turn's is gone where the arm does not run.  So it is of
   another place then.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

#include <sys/mman.h>

#define TURNS 8
#define SIZE 4096

static int *pages[TURNS];

__attribute__ ((noipa)) static int
keep (int *p)
{
  return *p % 2 || munmap (p, SIZE);
}

__attribute__ ((noipa)) static int
work (int *const *list)
{
  int sum = 0, x = 0, i = 0;
  for (;;)
    {
      int *p = list[i++];
      sum += *p;
      if (i == TURNS)
        return sum * 100 + x;
      if (keep (p))
        x = *p;
    }
}

int
main (void)
{
  for (int i = 0; i < TURNS; i++)
    {
      pages[i] = mmap (0, SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (pages[i] == MAP_FAILED)
        return 1;
      *pages[i] = i;
    }
  return work (pages) != 2805;
}

/* { dg-final { scan-opt-info {apart-next-turn.c:32:[0-9]*: optimized: .*converted to 2 selects} } } */
