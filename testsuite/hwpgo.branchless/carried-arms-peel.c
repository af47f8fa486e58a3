/* What an arm stores stays in a register also where only some turns load it: each
   turn looks at the next one's place, so that behind the first one it may be
   loaded.  Not before, and not where no turn need look there.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 500 };

__attribute__ ((noipa)) void
subsequence (unsigned *row, char c, const char *b, int n)
{
  unsigned diagonal = 0;
  for (int j = 0; j < n; j++)
    {
      unsigned above = row[j + 1];
      if (c == b[j])
        row[j + 1] = diagonal + 1;
      else if (row[j] > above)
        row[j + 1] = row[j];
      diagonal = above;
    }
}

__attribute__ ((noipa)) void
marked (unsigned *row, char c, const char *b, int n)
{
  for (int j = 0; j < n; j++)
    if (c == b[j])
      {
        unsigned here = row[j];
        if (here > row[j + 1])
          row[j + 1] = here - 1;
      }
}

__attribute__ ((optimize ("O0"))) int
main (void)
{
  long page = sysconf (_SC_PAGESIZE);
  char *pages = mmap (NULL, 2 * page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect (pages, page, PROT_NONE) != 0)
    return 0;
  /* The first element is not there, and not looked at.  */
  unsigned *row = (unsigned *) (pages + page) - 1;
  unsigned expected[N + 1] = { 0 };
  char b[N];
  for (int j = 0; j < N; j++)
    b[j] = "ACGT"[j * j / 7 & 3];
  subsequence (row, 'A', b, 0);
  for (int turn = 0; turn < 9; turn++)
    {
      char c = turn % 3 ? b[0] : 'C';
      b[0] = c;
      unsigned diagonal = 0;
      for (int j = 0; j < N; j++)
        {
          unsigned above = expected[j + 1];
          if (c == b[j])
            expected[j + 1] = diagonal + 1;
          else if (expected[j] > above)
            expected[j + 1] = expected[j];
          diagonal = above;
        }
      subsequence (row, c, b, N);
      for (int j = 1; j <= N; j++)
        if (row[j] != expected[j])
          return 1;
    }
  for (int j = 1; j <= N; j++)
    expected[j] = row[j] = (unsigned) (j * 37 % 50);
  b[0] = 'G';
  marked (row, 'A', b, N);
  for (int j = 0; j < N; j++)
    if (b[j] == 'A' && expected[j] > expected[j + 1])
      expected[j + 1] = expected[j] - 1;
  for (int j = 1; j <= N; j++)
    if (row[j] != expected[j])
      return 1;
  return 0;
}

/* PROFILE:
subsequence:8192000:1000
 2: 1000
 3: 1000000
 5: 1000000
 6: 1000000
 7: 250000
 8: 750000
 9: 240000
 10: 1000000
 12: 1000
marked:8192000:1000
 2: 1000000
 3: 1000000
 5: 500000
 6: 500000
 7: 250000
 9: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
subsequence:100000:0
 6: 100000
 8: 100000
marked:100000:0
 3: 100000
 6: 100000
END PROFILE */

/* { dg-final { scan-opt-info {carried-arms-peel.c:23:\d+: optimized: what some turns store stays} } } */
/* { dg-final { scan-opt-info-not {carried-arms-peel.c:3\d:\d+: optimized: what some turns store stays} } } */
