/* What the last turn of a loop has loaded, or loaded a part of, is there in this one, so
   a load of it needs no selected place; not if it may have been freed since.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-ipa-icf" } */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static inline unsigned long
read64 (const char *at)
{
  unsigned long x;
  memcpy (&x, at, sizeof x);
  return x;
}

static inline unsigned
read32 (const char *at)
{
  unsigned x;
  memcpy (&x, at, sizeof x);
  return x;
}

__attribute__ ((noipa)) void
forget (const char *at)
{
  __asm__ volatile ("" : : "r" (at) : "memory");
}

__attribute__ ((noipa)) const char *
there (const char *p, const char *end, const char *text, const unsigned *at,
       unsigned low)
{
  unsigned long hash = read64 (p);
  while (p < end)
    {
      const char *next = p + 1;
      unsigned i = at[hash * 77 >> 56];
      hash = read64 (next);
      if (i > low
          && read32 (text + i) == read32 (p))
        return p;
      p = next;
    }
  return end;
}

__attribute__ ((noipa)) const char *
gone (const char *p, const char *end, const char *text, const unsigned *at,
      unsigned low)
{
  unsigned long hash = read64 (p);
  while (p < end)
    {
      const char *next = p + 1;
      unsigned i = at[hash * 77 >> 56];
      hash = read64 (next);
      forget (p);
      if (i > low
          && read32 (text + i) == read32 (p))
        return p;
      p = next;
    }
  return end;
}

int
main (void)
{
  size_t page = sysconf (_SC_PAGESIZE);
  char *text = mmap (NULL, 2 * page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (text == MAP_FAILED || mprotect (text + page, page, PROT_NONE) != 0)
    abort ();
  unsigned at[256];
  for (size_t i = 0; i < page; i++)
    text[i] = (char) (i * i % 7);
  for (unsigned low = 0; low < 256; low += 15)
    {
      /* What is no candidate is nowhere.  */
      for (unsigned i = 0; i < 256; i++)
        at[i] = i * 91 % 256 > low ? i * 91 % 256 : 0;
      const char *end = text + page - 9;
      for (const char *p = text, *q; p < end; p = q + 1)
        {
          for (q = p; q < end; q++)
            {
              unsigned i = at[read64 (q) * 77 >> 56];
              if (i > low && memcmp (text + i, q, 4) == 0)
                break;
            }
          if (there (p, end, text, at, low) != q
              || gone (p, end, text, at, low) != q)
            abort ();
        }
    }
  return 0;
}

/* PROFILE:
there:50000000:500000
 3: 500000
 4: 10000000
 6: 10000000
 7: 10000000
 8: 10000000
 9: 10000000
 10: 6000000
 11: 400000
 12: 9600000
 14: 100000
gone:50000000:500000
 3: 500000
 4: 10000000
 6: 10000000
 7: 10000000
 8: 10000000
 9: 10000000
 10: 10000000
 11: 6000000
 12: 400000
 13: 9600000
 15: 100000
END PROFILE */
/* PROFILE MISPREDICTS:
there:4500000:0
 9: 3500000
 10: 400000
gone:4500000:0
 10: 3500000
 11: 400000
END PROFILE */

/* { dg-final { scan-opt-info {accessed-last-turn.c:4[0-9]:.*converted to 2 selects} } } */
/* { dg-final { scan-opt-info {accessed-last-turn.c:4[0-9]:.*what is loaded is tested first} } } */
/* { dg-final { scan-opt-info-not {accessed-last-turn.c:[56][0-9]:.*what is loaded is tested first} } } */
