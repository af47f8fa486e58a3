/* A search that begins at the root of a large heap misses caches, however few turns a
   function made that made the heap, too.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

#define LARGE 4000000
#define SMALL 2000

static unsigned heap[LARGE], small[SMALL];

static inline void
sift_down (unsigned *heap, unsigned n, unsigned i)
{
  unsigned x = heap[i], child;
  while ((child = 2 * i + 1) < n)
    {
      if (child + 1 < n
          && heap[child + 1] < heap[child])
        child++;
      if (x <= heap[child])
        break;
      heap[i] = heap[child];
      i = child;
    }
  heap[i] = x;
}

static unsigned seed = 1;

static unsigned
next (void)
{
  return seed = (seed ^ seed >> 13) * 1103515245 + 12345;
}

__attribute__ ((noipa)) static void
replace (unsigned turns)
{
  for (unsigned t = 0; t < turns; t++)
    {
      heap[0] = next ();
      sift_down (heap, LARGE, 0);
    }
}

__attribute__ ((noipa)) static void
replace_in_small (unsigned turns)
{
  for (unsigned t = 0; t < turns; t++)
    {
      small[0] = next ();
      sift_down (small, SMALL, 0);
    }
}

int
main (void)
{
  for (unsigned i = 0; i < LARGE; i++)
    heap[i] = next ();
  for (unsigned i = LARGE / 2; i-- > 0;)
    sift_down (heap, LARGE, i);
  replace (20000);
  for (unsigned t = 0; t < 30; t++)
    {
      for (unsigned i = 0; i < SMALL; i++)
        small[i] = next ();
      for (unsigned i = SMALL / 2; i-- > 0;)
        sift_down (small, SMALL, i);
      replace_in_small (1000);
    }
  for (unsigned i = 1; i < LARGE; i++)
    if (heap[i] < heap[(i - 1) / 2])
      __builtin_abort ();
  for (unsigned i = 1; i < SMALL; i++)
    if (small[i] < small[(i - 1) / 2])
      __builtin_abort ();
  return 0;
}

/* PROFILE:
sift_down:40437194:2082671
 1: 2082112
 2: 2082112
 3.513: 2082112
 3.1025: 3638623
 5: 4462496
 6: 4464777
 6.255: 4462496
 8: 4464943
 10: 3638623
 10.255: 4464943
 13: 2082039
 14: 2511918
main:24158803:31
 1: 32
 2.2: 4000086
 3: 4000086
 4.1: 2001884
 5: 2002737 sift_down:2002861
 6: 37
 7.2: 0
 9.2: 57309
 10: 57309
 11.1: 30033
 12: 29795 sift_down:29581
 13: 30 replace_in_small:68
 15.2: 3961035
 16: 3961035
 17: 0
 18.2: 0
 19: 0
 22: 0
 3.15: next:4000086
  2: 4000086
 10.20: next:57309
  2: 57309
replace_in_small:151742:68
 1: 70
 2: 70
 2.1: 30332
 2.2: 30204
 4: 30332
 5: 30332 sift_down:30358
 7: 0
 4.18: next:30402
  2: 30332
  2.255: 70
replace:99695:0
 1: 0
 2: 0
 2.1: 19961
 2.2: 19851
 4: 19961
 5: 19961 sift_down:19872
 7: 0
 4.17: next:19961
  2: 19961
  2.255: 0
END PROFILE */

/* PROFILE MISPREDICTS:
sift_down:3194836:0
 1: 0
 2: 0
 3.513: 16
 3.1025: 122785
 5: 30
 6: 2226488
 6.255: 0
 8: 845517
 10: 0
 10.255: 0
 13: 0
 14: 0
main:50:0
 1: 0
 2.2: 0
 3: 0
 4.1: 14
 5: 0
 6: 0
 7.2: 0
 9.2: 36
 10: 0
 11.1: 0
 12: 0
 13: 0
 15.2: 0
 16: 0
 17: 0
 18.2: 0
 19: 0
 22: 0
 3.15: next:0
  2: 0
 10.20: next:0
  2: 0
END PROFILE */

/* That of replace alone.  */
/* { dg-final { scan-opt-info {search-root.c:19:\d+: optimized: branch mispredicted in .* converted to 1 select} } } */
/* { dg-final { scan-opt-info {search-root.c:19:\d+: note: 1 selects made a branch again} } } */
/* { dg-final { scan-opt-info-not {made a branch again.*made a branch again} } } */
