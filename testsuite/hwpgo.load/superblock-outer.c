/* A loop whose usual way comes into no loop inside becomes one of its own, and is
   unrolled.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

#define N 4096
#define KEPT 32
static int from[N], kept[KEPT];

static void
insert (int x)
{
  int i = 0;
  for (; i + 1 < KEPT && kept[i + 1] < x; i++)
    kept[i] = kept[i + 1];
  kept[i] = x;
}

/* The largest of FROM, in order.  */
__attribute__ ((noipa)) static void
largest (const int *from, int n)
{
  for (int i = 0; i < n; i++)
    if (from[i] > kept[0])
      insert (from[i]);
}

int
main (void)
{
  unsigned seed = 1;
  long sum = 0;
  for (int t = 0; t < 200; t++)
    {
      for (int i = 0; i < N; i++)
        from[i] = (seed = seed * 1103515245 + 12345) >> 8 & 0xfffff;
      __builtin_memset (kept, 0, sizeof kept);
      largest (from, N - t % 16);
      for (int i = 1; i < KEPT; i++)
        if (kept[i] < kept[i - 1])
          __builtin_abort ();
      int least = kept[0], more = 0;
      for (volatile int i = 0; i < N - t % 16; i++)
        more += from[i] > least;
      if (more >= KEPT)
        __builtin_abort ();
      sum += least;
    }
  return sum == 0;
}

/* PROFILE:
main:4107484:0
 1: 177
 2: 0
 3: 0
 4: 0
 4.1: 168
 4.2: 168
 6.2: 821011
 7: 821011
 8: 242
 9: 5719 largest:235
 10.2: 5719
 11: 5719
 12: 0
 13: 183
 14: 183
 14.1: 815555
 14.514: 183
 14.1026: 815555
 15: 815555
 16: 168
 18: 168
 20: 0
 21: 0
largest:3610313:235
 2.514: 242
 2.1026: 819015
 3: 818878
 5: 209
 4.7: insert:1971969
  3.2: 632599
  3.3: 667572
  4: 632599
  5: 37214
  15: 1985
END PROFILE */

/* { dg-final { scan-opt-info {superblock-outer.c:25:.*the usual way of a loop made a loop of its own} } } */
/* { dg-final { scan-opt-info {superblock-outer.c:24:\d+: optimized: loop unrolled} } } */
