/* The last turn of a search by halving is put behind the loop, of which the comparisons
   then no longer decide how often it turns; not if the arithmetic could be another.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* The same function again as it is written.  */
#define BOTH(TYPE, NAME, ARGUMENTS, ...) \
  __attribute__ ((noipa)) static TYPE NAME ARGUMENTS __VA_ARGS__ \
  __attribute__ ((noipa, optimize ("O0"))) static TYPE NAME##_again ARGUMENTS \
  __VA_ARGS__

BOTH (size_t, size_left, (const int *a, size_t n, int key),
{
  size_t first = 0;
  while (n > 0)
    {
      size_t half = n / 2;
      if (a[first + half] < key) { first += half + 1; n -= half + 1; }
      else n = half;
    }
  return first;
})

BOTH (const int *, length_left, (const int *first, const int *last, int key),
{
  ptrdiff_t length = last - first;
  while (length > 0)
    {
      ptrdiff_t half = length >> 1;
      const int *middle = first + half;
      if (*middle < key) { first = middle + 1; length = length - half - 1; }
      else length = half;
    }
  return first;
})

BOTH (size_t, half_open, (const int *a, size_t low, size_t high, int key),
{
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (a[middle] < key) low = middle + 1;
      else high = middle;
    }
  return low;
})

BOTH (int, middle_of_sum, (const int *a, int n, int key),
{
  int low = 0, high = n;
  while (low < high)
    {
      int middle = (low + high) / 2;
      if (a[middle] > key) high = middle;
      else low = middle + 1;
    }
  return low;
})

BOTH (int, closed, (const int *a, int low, int high, int key),
{
  int found = high + 1;
  while (low <= high)
    {
      int middle = low + (high - low) / 2;
      if (a[middle] >= key) { found = middle; high = middle - 1; }
      else low = middle + 1;
    }
  return found;
})

/* Of a number with 16 bits.  */
BOTH (unsigned short, narrow, (const int *a, unsigned short n, int key),
{
  unsigned short first = 0;
  while (n > 0)
    {
      unsigned short half = n / 2;
      if (a[first + half] < key) { first += half + 1; n -= half + 1; }
      else n = half;
    }
  return first;
})

/* What a place is compared by need not be sorted.  */
#define LESS(PLACE, KEY) ((unsigned)(PLACE) * 2654435761u < (KEY))

/* The sum may overflow.  */
BOTH (unsigned, sum_overflows, (unsigned low, unsigned high, unsigned key),
{
  unsigned n = 0;
  while (low < high && n < 100)
    {
      unsigned middle = (low + high) / 2;
      if (LESS (middle, key)) low = middle + 1;
      else high = middle;
      n++;
    }
  return low * 128 + n;
})

BOTH (unsigned, sum_wraps, (unsigned low, unsigned high, unsigned key),
{
  while (low < high)
    {
      unsigned middle = (low + high) / 2;
      if (LESS (middle, key) && middle >= low) low = middle + 1;
      else high = middle;
    }
  return low;
})

/* There may be nothing when it is entered.  */
BOTH (unsigned, entered_anyway, (unsigned n, unsigned key),
{
  unsigned first = 0;
  do
    {
      unsigned half = n / 2;
      if (LESS (first + half, key)) { first += half + 1; n -= half + 1; }
      else n = half;
    }
  while (n > 0);
  return first;
})

/* The larger half may be left, which is 1 for ever.  */
BOTH (unsigned, larger_half, (unsigned n, unsigned key),
{
  unsigned first = 0;
  while (n > 1)
    {
      unsigned half = n / 2;
      if (LESS (first + half, key)) { first += half; n -= half; }
      else n = half;
    }
  return first * 2 + n;
})

/* A third is left.  */
BOTH (unsigned, third, (unsigned n, unsigned key),
{
  unsigned first = 0;
  while (n > 0)
    {
      unsigned half = n / 3;
      if (LESS (first + half, key)) { first += half + 1; n -= half + 1; }
      else n = half;
    }
  return first;
})

/* Places that move while their distance is halved.  */
BOTH (unsigned, moving, (unsigned low, unsigned high, unsigned key),
{
  while (low < high)
    {
      unsigned half = (high - low) / 2;
      if (LESS (low + half, key)) { high = high + 100; low = low + half + 101; }
      else { high = low + half + 7; low = low + 7; }
    }
  return low;
})

#define SAME(NAME, ...) \
  if (NAME (__VA_ARGS__) != NAME##_again (__VA_ARGS__)) abort ()

int
main (void)
{
  size_t page = sysconf (_SC_PAGESIZE);
  char *map = mmap (NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                    0);
  if (map == MAP_FAILED
      || mprotect (map + page, page, PROT_READ | PROT_WRITE) != 0)
    abort ();
  int *front = (int *) (map + page), *back = (int *) (map + 2 * page);
  for (int n = 0; n < 140; n++)
    {
      for (int end = 0; end < 2; end++)
        {
          int *a = end ? back - n : front;
          for (int i = 0; i < n; i++)
            a[i] = 3 * i - i % 2;
          for (int key = -1; key < 3 * n + 1; key += 1 + n / 32)
            {
              SAME (size_left, a, n, key);
              SAME (length_left, a, a + n, key);
              SAME (half_open, a, n / 7, n, key);
              SAME (middle_of_sum, a, n, key);
              SAME (closed, a, 0, n - 1, key);
              SAME (closed, a + n / 2, -n / 2, n - n / 2 - 1, key);
              SAME (narrow, a, n, key);
            }
        }
      unsigned key = n * 0x1d71e33u;
      for (unsigned m = 0; m < 66; m++)
        {
          SAME (sum_overflows, m, m + n, key);
          SAME (sum_overflows, -m - n, -m, key);
          SAME (sum_wraps, m, m + n, key);
          SAME (entered_anyway, m, key);
          SAME (entered_anyway, -m, key);
          SAME (larger_half, m, key);
          SAME (third, m * n, key);
          SAME (moving, m, m + n, key);
          SAME (moving, -m - n, -m, key);
        }
    }
  return 0;
}

/* { dg-final { scan-opt-info {halved-loops.c:19:.*the last turn is behind} } } */
/* { dg-final { scan-opt-info {halved-loops.c:31:.*the last turn is behind} } } */
/* { dg-final { scan-opt-info {halved-loops.c:44:.*the last turn is behind} } } */
/* { dg-final { scan-opt-info {halved-loops.c:55:.*the last turn is behind} } } */
/* { dg-final { scan-opt-info {halved-loops.c:67:.*the last turn is behind} } } */
/* { dg-final { scan-opt-info {halved-loops.c:80:.*the last turn is behind} } } */
/* { dg-final { scan-opt-info-times {the last turn is behind} 6 } } */
