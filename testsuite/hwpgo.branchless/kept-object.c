/* A variable whose address nobody has kept is stored to in any case: that it
   is cleared by a call does not matter, but who has it may wait for a change.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
/* { dg-hwpgo-options "force-branchless" } */

extern void abort (void);

struct counts
{
  int of[256];
  int below;
};

__attribute__ ((noipa)) static int
count (const unsigned char *x, int n, int limit)
{
  struct counts c;
  __builtin_memset (&c, 0, sizeof c);
  for (int i = 0; i < n; i++)
    {
      c.of[x[i]]++;
      if (c.of[x[(i * 7) & 63]] < limit)
        c.below += i;
    }
  return c.below * 256 + c.of[3];
}

__attribute__ ((noipa)) static void
keep (struct counts *c)
{
  __asm__ volatile ("" : : "r" (c) : "memory");
}

__attribute__ ((noipa)) static int
count_seen (const unsigned char *x, int n, int limit)
{
  struct counts seen;
  __builtin_memset (&seen, 0, sizeof seen);
  keep (&seen);
  for (int i = 0; i < n; i++)
    {
      seen.of[x[i]]++;
      if (seen.of[x[(i * 7) & 63]] < limit)
        seen.below += i;
    }
  return seen.below * 256 + seen.of[3];
}

int
main (void)
{
  unsigned char x[64];
  int of[256] = { 0 }, below = 0;
  for (int i = 0; i < 64; i++)
    x[i] = i * i % 11;
  for (int i = 0; i < 64; i++)
    {
      of[x[i]]++;
      volatile int now = of[x[(i * 7) & 63]];
      if (now < 3)
        below += i;
    }
  if (count (x, 64, 3) != below * 256 + of[3]
      || count_seen (x, 64, 3) != below * 256 + of[3])
    abort ();
  return 0;
}

/* { dg-final { scan-dump-not {\? &c\.below} optimized } } */
/* { dg-final { scan-dump {&seen\.below} optimized } } */
