/* Loops that look for something, where the memory behind what they look at is not there:
   some of their turns are made at once, and none that the source does not make traps or
   counts.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */
/* { dg-hwpgo-options "force-branchless" } */

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#define NOIPA __attribute__ ((noipa))
#define PAGE 65536

NOIPA static const int *
upwards (const int *p, int pivot)
{
  while (*p < pivot)
    p++;
  return p;
}

NOIPA static size_t
downwards (const int64_t *a, size_t j, int64_t pivot)
{
  do
    j--;
  while (pivot < a[j]);
  return j;
}

NOIPA static unsigned
common (const char *a, const char *b, unsigned limit)
{
  unsigned n = 0;
  while (n < limit && a[n] == b[n])
    n++;
  return n;
}

/* Both strings end where the first one does.  */
NOIPA static int
same_text (const char *a, const char *b)
{
  int n = 0;
  while (a[n] && a[n] == b[n])
    n++;
  return n;
}

/* The index wraps around.  */
NOIPA static int
ring (const short *table, uint8_t i, short key)
{
  int n = 0;
  while (table[i] != key)
    {
      i++;
      n++;
    }
  return n;
}

NOIPA static unsigned
probe (const unsigned *table, unsigned mask, unsigned h, unsigned key)
{
  while (table[h] != 0 && table[h] != key)
    h = (h + 1) & mask;
  return h;
}

/* What is summed is not counted.  */
NOIPA static unsigned
symbol (const unsigned *frequency, unsigned wanted, unsigned *low)
{
  unsigned s = 0, below = 0;
  while (below + frequency[s] <= wanted)
    below += frequency[s++];
  *low = below;
  return s;
}

struct __attribute__ ((packed)) odd
{
  char tag;
  int key;
};

NOIPA static int
packed (const struct odd *o, int key)
{
  int n = 0;
  while (o[n].key != key)
    n++;
  return n;
}

/* Two elements of a turn, and a step of two.  */
NOIPA static int
pairs (const unsigned char *p)
{
  int n = 0;
  while (p[n] != 1 && p[n + 1] != 1)
    n += 2;
  return n;
}

/* None of these: it stores, */
NOIPA static int
moves (int *a, int x)
{
  int n = 0;
  for (; a[n] > x; n++)
    a[n] = a[n + 1];
  return n;
}

struct list
{
  struct list *next;
  int key;
};

/* follows what it loads, */
NOIPA static struct list *
chain (struct list *l, int key)
{
  while (l->key != key)
    l = l->next;
  return l;
}

/* shifts by more and more, which is undefined some turns later, */
NOIPA static unsigned
shifts (const unsigned char *p)
{
  unsigned value = 0, by = 21;
  while (*p & 0x80)
    {
      value ^= (*p++ & 0x7fu) << by;
      by += 7;
    }
  return value + by;
}

/* must look each time, */
NOIPA static int
waits (volatile int *flag)
{
  int n = 0;
  while (flag[n] == 0)
    n++;
  return n;
}

/* or compares what may be no number.  */
NOIPA static int
reals (const double *x, double y)
{
  int n = 0;
  while (x[n] < y)
    n++;
  return n;
}

static void
check (int ok)
{
  if (!ok)
    __builtin_abort ();
}

int
main (void)
{
  /* A page without access in front of two, and behind them.  */
  char *place = mmap (NULL, 4 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
                      -1, 0);
  char *begin = place + PAGE, *end = begin + 2 * PAGE;
  if (place == MAP_FAILED || mprotect (begin, 2 * PAGE, PROT_READ | PROT_WRITE))
    return 0;
  for (int n = 0; n < 24; n++)
    for (int k = 0; k < 2; k++)
      {
        /* What is looked for is the last element there is, or the last in front of
           another page.  */
        char *last = k ? begin + PAGE : end;
        __builtin_memset (begin, 1, 2 * PAGE);
        int *ints = (int *) last - 1 - n;
        ints[n] = 0x7fffffff;
        check (upwards (ints, 0x7fffffff) == ints + n);
        int64_t *longs = (int64_t *) (k ? begin + PAGE : begin);
        longs[0] = -5;
        check (downwards (longs, n + 1, 0) == 0);
        char *text = last - 1 - n, *other = begin + 16;
        __builtin_memset (text, 1, n);
        text[n] = 0;
        check (same_text (text, other) == n && same_text (other, text) == n);
        check (common (text, other, n) == (unsigned) n);
        check (common (other, text, n + 1) == (unsigned) n);
        __builtin_memset (last - 2 * n - 2, 0, 2 * n + 2);
        last[-1 - n % 2] = 1;
        check (pairs ((unsigned char *) last - 2 * n - 2) == 2 * n);
        unsigned *frequencies = (unsigned *) last - 1 - n, low;
        for (int i = 0; i < n; i++)
          frequencies[i] = 3 + i;
        frequencies[n] = 0x10000000;
        check (symbol (frequencies, n * 3 + n * (n - 1) / 2, &low)
                   == (unsigned) n
               && low == (unsigned) (n * 3 + n * (n - 1) / 2));
        unsigned *table = (unsigned *) last - 32;
        for (int i = 0; i < 32; i++)
          table[i] = 7 + i;
        table[n] = n % 2 ? 0 : 99;
        for (unsigned h = 0; h < 32; h++)
          check (probe (table, 31, h, 99) == (unsigned) n);
        struct odd *odds = (struct odd *) last - 1 - n;
        odds[n].key = 12;
        check (packed (odds, 12) == n);
        /* What is behind it is no part of it.  */
        short *ring_of_256 = (short *) begin + 1024;
        for (int i = 0; i < 264; i++)
          ring_of_256[i] = 3;
        ring_of_256[n] = 4;
        for (int i = 0; i < 256; i++)
          check (ring (ring_of_256, i, 4) == ((n - i) & 255));
        int *moved = (int *) last - 1 - n;
        for (int i = 0; i < n; i++)
          moved[i] = n + 1 - i;
        moved[n] = 0;
        check (moves (moved, 1) == n && (n == 0 || moved[n - 1] == 0));
        struct list *l = (struct list *) last - 1;
        l->key = 5;
        check (chain (l, 5) == l);
        static const unsigned char code[] = { 0x81, 5 };
        check (shifts (code) == (1u << 21) + 28);
        double *x = (double *) last - 1 - n;
        for (int i = 0; i < n; i++)
          x[i] = 0;
        x[n] = 2;
        check (reals (x, 1) == n);
        int *flags = (int *) last - 1 - n;
        for (int i = 0; i < n; i++)
          flags[i] = 0;
        flags[n] = 1;
        check (waits (flags) == n);
      }
  return 0;
}

/* { dg-final { scan-opt-info-times "ahead-pages.c:19:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-pages.c:29:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-pages.c:37:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-pages.c:47:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-pages.c:57:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-pages.c:68:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-pages.c:78:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-pages.c:94:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-pages.c:104:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* The loops of what cannot be made at once.  */
/* { dg-final { scan-opt-info-times "ahead-pages.c:(114|129|139|152|162):\[0-9\]*: optimized: .* turns of its loop made at once" 0 } } */
