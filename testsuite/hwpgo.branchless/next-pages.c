/* Merges and their like, which load what may be next before they know if it is, at the
   ends of pages, and where they store into what they merge: they do what the source does,
   and nothing traps.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */
/* { dg-hwpgo-options "force-branchless" } */

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 65536

struct record
{
  uint32_t value;
  int32_t key;
};

/* Each function once as it is, and once as it was written.  */
#define AS_IS __attribute__ ((noipa))
#define AS_WRITTEN __attribute__ ((noipa, optimize ("O0")))

#define MERGE(NAME, KIND)                                                     \
  KIND static int NAME (const int *a, const int *ae, const int *b,            \
                        const int *be, int *out)                              \
  {                                                                           \
    int *start = out;                                                         \
    while (a < ae && b < be)                                                  \
      {                                                                       \
        if (*b < *a)                                                          \
          *out++ = *b++;                                                      \
        else                                                                  \
          *out++ = *a++;                                                      \
      }                                                                       \
    return (int) (out - start) * 1000 + (int) (ae - a) - (int) (be - b);      \
  }

MERGE (merge, AS_IS)
MERGE (merge_written, AS_WRITTEN)

/* From the ends, in place.  */
#define BACKWARDS(NAME, KIND)                                                 \
  KIND static int NAME (int64_t *a, int n, const int64_t *b, int m)           \
  {                                                                           \
    int i = n - 1, j = m - 1, k = n + m - 1;                                  \
    while (i >= 0 && j >= 0)                                                  \
      {                                                                       \
        if (a[i] > b[j])                                                      \
          a[k--] = a[i--];                                                    \
        else                                                                  \
          a[k--] = b[j--];                                                    \
      }                                                                       \
    return i * 1000 + j;                                                      \
  }

BACKWARDS (backwards, AS_IS)
BACKWARDS (backwards_written, AS_WRITTEN)

/* Nothing is stored, and indexes may wrap.  */
#define COMMON(NAME, KIND)                                                    \
  KIND static int NAME (const struct record *a, unsigned i, unsigned n,       \
                        const struct record *b, unsigned j, unsigned m)       \
  {                                                                           \
    unsigned sum = 0;                                                         \
    while (i != n && j != m)                                                  \
      {                                                                       \
        int x = a[i].key, y = b[j].key;                                       \
        if (x == y)                                                           \
          sum += a[i].value ^ b[j].value;                                     \
        i += x <= y;                                                          \
        j += y <= x;                                                          \
      }                                                                       \
    return (int) (sum * 16 + i + j);                                          \
  }

COMMON (common, AS_IS)
COMMON (common_written, AS_WRITTEN)

/* In the other order of bytes.  */
struct __attribute__ ((scalar_storage_order ("big-endian"))) reversed
{
  int32_t key;
};

#define REVERSED(NAME, KIND)                                                  \
  KIND static int NAME (const struct reversed *a, long n,                     \
                        const struct reversed *b, long m)                     \
  {                                                                           \
    long i = 0, j = 0;                                                        \
    int sum = 0;                                                              \
    while (i < n && j < m)                                                    \
      {                                                                       \
        int x = a[i].key, y = b[j].key;                                       \
        sum = sum * 3 + (x < y);                                              \
        i += x <= y;                                                          \
        j += y <= x;                                                          \
      }                                                                       \
    return sum;                                                               \
  }

REVERSED (reversed, AS_IS)
REVERSED (reversed_written, AS_WRITTEN)

/* Where nothing is stored, the place is a selected one.  */
#define MINUS(NAME, KIND)                                                     \
  KIND static int NAME (const int *a, int n, const int *b, int m, int *out)   \
  {                                                                           \
    int i = 0, j = 0, k = 0;                                                  \
    while (i < n && j < m)                                                    \
      {                                                                       \
        if (a[i] < b[j])                                                      \
          out[k++] = a[i++];                                                  \
        else if (a[i] > b[j])                                                 \
          j++;                                                                \
        else                                                                  \
          {                                                                   \
            i++;                                                              \
            j++;                                                              \
          }                                                                   \
      }                                                                       \
    return k * 1000000 + i * 1000 + j;                                        \
  }

MINUS (minus, AS_IS)
MINUS (minus_written, AS_WRITTEN)

/* What an index of 16 bits is added to wraps around.  */
#define RINGS(NAME, KIND)                                                     \
  KIND static int NAME (const signed char *a, short i, short n,               \
                        const signed char *b, short j, short m)               \
  {                                                                           \
    int sum = 0;                                                              \
    while (i != n && j != m)                                                  \
      {                                                                       \
        int x = a[i], y = b[j];                                               \
        if (x == y)                                                           \
          sum += i ^ j;                                                       \
        i += x <= y;                                                          \
        j += y <= x;                                                          \
      }                                                                       \
    return sum * 16 + i + j;                                                  \
  }

RINGS (rings, AS_IS)
RINGS (rings_written, AS_WRITTEN)

/* A step of two.  */
#define PAIRS(NAME, KIND)                                                     \
  KIND static int NAME (const unsigned char *a, const unsigned char *ae,      \
                        const unsigned char *b, const unsigned char *be,      \
                        unsigned char *out)                                   \
  {                                                                           \
    unsigned char *start = out;                                               \
    while (a < ae && b < be)                                                  \
      {                                                                       \
        unsigned char x = *a, y = *b;                                         \
        *out = x < y ? x : y;                                                 \
        out += 2;                                                             \
        a += x < y ? 2 : 0;                                                   \
        b += x < y ? 0 : 2;                                                   \
      }                                                                       \
    return (int) (out - start) * 1000 + (int) (ae - a);                       \
  }

PAIRS (pairs, AS_IS)
PAIRS (pairs_written, AS_WRITTEN)

static uint64_t state = 1;

static unsigned
next (unsigned limit)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (state >> 33) % limit;
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
  /* Pages without access in front of two, and behind them; twice.  */
  char *place[2], *begin[2], *end[2];
  for (int k = 0; k < 2; k++)
    {
      place[k] = mmap (NULL, 4 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
                       -1, 0);
      begin[k] = place[k] + PAGE;
      end[k] = begin[k] + 2 * PAGE;
      if (place[k] == MAP_FAILED
          || mprotect (begin[k], 2 * PAGE, PROT_READ | PROT_WRITE))
        return 0;
    }
  for (int round = 0; round < 400; round++)
    {
      unsigned n = 1 + next (round % 4 ? 60 : 3000), m = 1 + next (n + 20);
      unsigned near = next (40), apart = 16 * next (60);
      int results[2][6];
      uint64_t seed = state;
      for (int k = 0; k < 2; k++)
        {
          state = seed;
          int *words = (int *) begin[k];
          for (int i = 0; i < 2 * PAGE / 4; i++)
            words[i] = (int) next (1u << 20) - (1 << 19);
          /* A at the end of all pages, and B at that of the one before.  */
          int *a = (int *) end[k] - n, *b = (int *) (begin[k] + PAGE) - m;
          /* Sorted as to be merged, now and then.  */
          if (round % 3)
            for (unsigned i = 1; i < n; i++)
              a[i] = a[i - 1] + (int) next (9);
          if (round % 3)
            for (unsigned i = 1; i < m; i++)
              b[i] = b[i - 1] + (int) next (9);
          int *out = words + next (4);
          /* Into what is merged: just in front of it, or behind where it begins.  */
          if (round % 5 == 1)
            out = b - near;
          if (round % 5 == 2)
            out = b + near;
          if (out + n + m > a)
            out = words;
          results[k][0] = (k ? merge_written : merge) (a, a + n, b, b + m, out);
          results[k][4] = (k ? minus_written : minus) (a, (int) n, b, (int) m, out);
          results[k][5] = (k ? reversed_written : reversed) (
              (struct reversed *) a, n, (struct reversed *) b, m);
          int64_t *longs = (int64_t *) begin[k];
          int64_t *others = (int64_t *) end[k] - m;
          if (round % 5 == 4)
            others = longs + n / 2 + apart;
          results[k][1]
              = (k ? backwards_written : backwards) (longs, (int) n, others, (int) m);
          struct record *r = (struct record *) end[k] - n;
          struct record *s = (struct record *) (begin[k] + PAGE) - m;
          results[k][2] = (k ? common_written : common) (r, 0, n, s, 0, m);
          /* From the last indexes there are on to the first.  */
          if (n <= 60)
            results[k][2] += (k ? common_written : common) (
                (struct record *) ((uintptr_t) r
                                   - (uintptr_t) 0xfffffff0 * sizeof *r),
                0xfffffff0, n < 16 ? 0xfffffff0 + n : 0u, s, 0, m);
          signed char *middle = (signed char *) begin[k] + PAGE + 100;
          results[k][2] += (k ? rings_written : rings) (
              middle, (short) (32767 - near), (short) (-32768 + (int) near / 2), middle,
              (short) (32767 - apart % 64), -32760);
          unsigned char *x = (unsigned char *) end[k] - 2 * n;
          unsigned char *y = (unsigned char *) begin[k] + PAGE - 2 * m;
          results[k][3] = (k ? pairs_written : pairs) (
              x, x + 2 * n, y, y + 2 * m,
              round % 7 == 1 ? y + near
                             : (unsigned char *) begin[k] + PAGE + near);
        }
      check (memcmp (results[0], results[1], sizeof results[0]) == 0);
      check (memcmp (begin[0], begin[1], 2 * PAGE) == 0);
    }
  return 0;
}

/* { dg-final { scan-opt-info-times "next-pages.c:41:\[0-9\]*: optimized: loads of what may be next are a turn ahead" 1 } } */
/* { dg-final { scan-opt-info-times "next-pages.c:59:\[0-9\]*: optimized: loads of what may be next are a turn ahead" 1 } } */
/* { dg-final { scan-opt-info-times "next-pages.c:79:\[0-9\]*: optimized: loads of what may be next are a turn ahead" 1 } } */
/* { dg-final { scan-opt-info-times "next-pages.c:127:\[0-9\]*: optimized: loads of what may be next are a turn ahead" 1 } } */
/* { dg-final { scan-opt-info-times "next-pages.c:147:\[0-9\]*: optimized: loads of what may be next are a turn ahead" 1 } } */
/* { dg-final { scan-opt-info-times "next-pages.c:168:\[0-9\]*: optimized: loads of what may be next are a turn ahead" 1 } } */
