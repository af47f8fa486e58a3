/* Codes of zeros are counted at once, up to where a word has to be fetched; where a
   word is used up in each turn, or its end is reached, the loop does it.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */
/* { dg-hwpgo-options "select-cost=margin:0.5,latency_margin:0.5" } */

#include <stdint.h>
#include <stdio.h>

#define NOIPA __attribute__ ((noipa))

enum { WORDS = 8 };

static uint64_t stream[WORDS + 1];
static unsigned fetched;

/* --- from the highest bit on ---------------------------------------------*/

NOIPA static int
zeros_32 (const uint32_t *next, uint32_t word, unsigned left)
{
  int n = 0;
  for (;;)
    {
      if (left == 0)
        {
          word = *next++;
          left = 32;
        }
      uint32_t bit = word >> 31;
      word <<= 1;
      left--;
      if (bit) /* zeros_32 */
        break;
      n++;
    }
  return n * 1000 + left * 10 + (word >> 29);
}

/* Ones, in a signed word, up to a fetch that stores.  */
NOIPA static int
ones_64 (const uint64_t *next, int64_t word, int left)
{
  int n = 0;
  while (word < 0) /* ones_64 */
    {
      n++;
      word = (int64_t) ((uint64_t) word << 1);
      if (--left == 0)
        {
          word = (int64_t) *next++;
          fetched++;
          left = 64;
        }
    }
  return n * 1000 + left;
}

/* --- from the lowest bit on ----------------------------------------------*/

NOIPA static int
zeros_16 (const uint16_t *next, uint16_t word, unsigned char used)
{
  int n = 0;
  while ((word & 1) == 0) /* zeros_16 */
    {
      word >>= 1;
      n++;
      if (++used == 16)
        {
          word = *next++;
          used = 0;
        }
    }
  return n * 1000 + used;
}

/* Up to a limit that is passed in, and may be none.  */
NOIPA static unsigned
ones_limit (unsigned word, unsigned from, unsigned to)
{
  while ((word & 1) && from != to) /* ones_limit */
    {
      word >>= 1;
      from++;
    }
  return from * 64 + (word & 63);
}

NOIPA static int
down_limit (unsigned word, int from, int to)
{
  unsigned all = 0;
  do
    {
      if (from == to) /* down_limit */
        break;
      from--;
      all++;
      word <<= 1;
    }
  while ((int) word >= 0);
  return (int) (all * 256 + (word >> 24)) - from;
}

/* --- with loads ----------------------------------------------------------*/

/* A place that is skipped now and then.  */
NOIPA static int
skipping (const int *a, int i, int limit)
{
  while (a[i] < limit) /* skipping */
    {
      i++;
      if (i == 24) /* aside */
        i = 28;
    }
  return i;
}

/* What comes in a turn now and then changes what later ones load.  */
NOIPA static int
storing (int *a, int i)
{
  int sum = 0;
  while (a[i] != 0) /* storing */
    {
      sum++;
      if (a[i] == 7) /* stores */
        {
          a[i + 1] = 0;
          sum += 100;
        }
      i++;
    }
  return sum * 100 + i;
}

/* --- bit by bit ----------------------------------------------------------*/

/* All of it again, with what is shifted read from memory in each turn.  */
static volatile uint64_t v_word;
static volatile int v_left, v_n;

static int
slow_zeros_32 (const uint32_t *next, uint32_t word, unsigned left)
{
  v_word = word, v_left = (int) left, v_n = 0;
  for (;;)
    {
      if (v_left == 0)
        {
          v_word = *next++;
          v_left = 32;
        }
      unsigned bit = (v_word & 0x80000000u) != 0;
      v_word = (v_word * 2) & 0xffffffffu;
      v_left = v_left - 1;
      if (bit)
        break;
      v_n = v_n + 1;
    }
  return v_n * 1000 + v_left * 10 + (int) (v_word / 0x20000000u);
}

static int
slow_ones_64 (const uint64_t *next, uint64_t word, int left)
{
  v_word = word, v_left = left, v_n = 0;
  while (v_word & UINT64_C (1) << 63)
    {
      v_n = v_n + 1;
      v_word = v_word * 2;
      v_left = v_left - 1;
      if (v_left == 0)
        {
          v_word = *next++;
          v_left = 64;
        }
    }
  return v_n * 1000 + v_left;
}

static int
slow_zeros_16 (const uint16_t *next, uint16_t word, unsigned char used)
{
  v_word = word, v_left = used, v_n = 0;
  while (v_word % 2 == 0)
    {
      v_word = v_word / 2;
      v_n = v_n + 1;
      v_left = (v_left + 1) & 255;
      if (v_left == 16)
        {
          v_word = *next++;
          v_left = 0;
        }
    }
  return v_n * 1000 + v_left;
}

static unsigned
slow_ones_limit (unsigned word, unsigned from, unsigned to)
{
  v_word = word;
  v_left = (int) from;
  while (v_word % 2 == 1 && (unsigned) v_left != to)
    {
      v_word = v_word / 2;
      v_left = (int) ((unsigned) v_left + 1);
    }
  return (unsigned) v_left * 64 + (v_word & 63);
}

static int
slow_down_limit (unsigned word, int from, int to)
{
  v_word = word, v_left = from, v_n = 0;
  do
    {
      if (v_left == to)
        break;
      v_left = v_left - 1;
      v_n = v_n + 1;
      v_word = (v_word * 2) & 0xffffffffu;
    }
  while (!(v_word & 0x80000000u));
  return v_n * 256 + (int) (v_word >> 24) - v_left;
}

static int failures;

static void
check (const char *what, long found, long expected)
{
  if (found != expected)
    {
      printf ("%s: %ld, not %ld\n", what, found, expected);
      failures++;
    }
}

int
main (void)
{
  uint64_t seed = 1;
  for (int round = 0; round < 3000; round++)
    {
      uint32_t words_32[WORDS];
      uint16_t words_16[WORDS];
      for (int i = 0; i < WORDS; i++)
        {
          seed = seed * 6364136223846793005u + 1442695040888963407u;
          stream[i] = seed;
          if (round % 3)
            stream[i] = stream[i] >> (seed >> 58 & 63) << (seed >> 50 & 31);
          if (i + 1 == WORDS)
            stream[i] = 0x8000800180018001u;
          words_32[i] = (uint32_t) (stream[i] >> (i % 2 * 32));
          words_16[i] = (uint16_t) stream[i];
        }
      words_32[WORDS - 1] = 0x80000001u;
      words_16[WORDS - 1] = 0x8001;
      uint64_t ones[WORDS];
      for (int i = 0; i < WORDS; i++)
        ones[i] = i + 1 < WORDS ? ~stream[i] : 0;
      uint64_t word = stream[1] ^ stream[2];
      unsigned left = (unsigned) round % 33;
      check ("zeros_32", zeros_32 (words_32, (uint32_t) word, left),
             slow_zeros_32 (words_32, (uint32_t) word, left));
      left = 1 + (unsigned) round % 64;
      fetched = 0;
      uint64_t top = ~(word >> (round & 63));
      check ("ones_64", ones_64 (ones, (int64_t) top, (int) left),
             slow_ones_64 (ones, top, (int) left));
      /* More than are left, so that the count wraps around.  */
      unsigned char used = (unsigned char) (round % 5 ? round % 16 : 15 + round % 241);
      check ("zeros_16", zeros_16 (words_16, (uint16_t) (word << (round & 15)), used),
             slow_zeros_16 (words_16, (uint16_t) (word << (round & 15)), used));
      unsigned run = round % 31 ? (1u << round % 31) - 1 : (unsigned) word;
      unsigned from = (unsigned) (round % 7 == 0 ? word : 5);
      unsigned to = from + (unsigned) (round % 13 == 0 ? -1 : round % 70);
      check ("ones_limit", ones_limit (run, from, to), slow_ones_limit (run, from, to));
      check ("down_limit",
             down_limit ((unsigned) word >> (round & 31), 10 + round % 40, 10),
             slow_down_limit ((unsigned) word >> (round & 31), 10 + round % 40, 10));

      int a[64], b[64];
      for (int i = 0; i < 64; i++)
        {
          a[i] = i == 63 ? 100 : (int) (stream[i % WORDS] >> (i / 2)) & 15;
          b[i] = i >= 62 ? 0 : 1 + ((int) (stream[i % WORDS] >> (i / 2)) & 7);
        }
      int i = round % 60, limit = round % 17;
      int j = i;
      v_n = j;
      while (a[v_n] < limit)
        v_n = v_n + 1 == 24 ? 28 : v_n + 1;
      check ("skipping", skipping (a, i, limit), v_n);
      v_n = i;
      int sum = 0, cut = 0;
      while (b[v_n] != 0 && !cut)
        {
          sum++;
          if (b[v_n] == 7)
            sum += 100, cut = 1;
          v_n = v_n + 1;
        }
      check ("storing", storing (b, i), sum * 100 + v_n);
    }
  return failures != 0;
}


/* PROFILE:
zeros_32:30000000:1000000
 2: 1000000
 5: 2000000
 7: 60000
 8: 60000
 10: 2000000
 11: 2000000
 12: 2000000
 13: 2000000
 15: 1000000
 17: 1000000
 18: 1000000
ones_64:30000000:1000000
 2: 1000000
 3: 1000000
 3.1: 1000000
 5: 1000000
 6: 1000000
 7: 1000000
 9: 30000
 10: 30000
 11: 30000
 14: 1000000
zeros_16:30000000:1000000
 2: 1000000
 3: 1000000
 3.1: 1000000
 5: 1000000
 6: 1000000
 7: 1000000
 9: 60000
 10: 60000
 13: 1000000
ones_limit:30000000:1000000
 2: 1000000
 2.1: 2000000
 2.2: 1000000
 4: 1000000
 5: 1000000
 7: 1000000
down_limit:30000000:1000000
 2: 1000000
 5: 2000000
 6: 30000
 7: 1970000
 8: 1970000
 9: 1970000
 11: 1970000
 12: 1000000
skipping:30000000:1000000
 2: 1000000
 2.1: 1000000
 4: 1000000
 5: 1000000
 6: 30000
 8: 1000000
storing:30000000:1000000
 2: 1000000
 3: 1000000
 3.1: 1000000
 5: 1000000
 6: 1000000
 8: 30000
 9: 30000
 11: 1000000
 13: 1000000
END PROFILE */

/* PROFILE MISPREDICTS:
zeros_32:1000000:0
 13: 1000000
ones_64:1000000:0
 3: 500000
 3.1: 500000
zeros_16:1000000:0
 3: 500000
 3.1: 500000
ones_limit:1000000:0
 2: 500000
 2.1: 1000000
down_limit:1000000:0
 11: 1000000
skipping:1000000:0
 2: 500000
 2.1: 500000
storing:1000000:0
 3: 500000
 3.1: 500000
END PROFILE */

/* { dg-final { scan-opt-info-times "ahead-aside.c:34:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-aside.c:46:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-aside.c:66:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-aside.c:83:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-aside.c:103:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-aside.c:113:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
/* { dg-final { scan-opt-info-times "ahead-aside.c:127:\[0-9\]*: optimized: .* turns of its loop made at once" 1 } } */
