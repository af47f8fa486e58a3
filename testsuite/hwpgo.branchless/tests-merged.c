/* A truth selected by one comparison of a value with a constant, from another one and a
   constant, is one comparison, or two, of the same truth.
   SPDX-License-Identifier: GPL-2.0-or-later  */
/* { dg-do run } */
/* { dg-options "-O2 -g -fdump-tree-optimized" } */
/* { dg-hwpgo-options "force-branchless" } */

#define NOIPA __attribute__ ((noipa))

typedef signed char schar;
typedef unsigned char uchar;

static volatile unsigned apart;

/* What is done in one arm keeps GCC from merging the tests.  */
#define ONE(NAME, TYPE, FIRST, SECOND, IF_FIRST, IF_NOT) \
  NOIPA static unsigned NAME (TYPE x, unsigned v) \
  { \
    _Bool t; \
    if (x FIRST) \
      { \
        v = v * 5 ^ 9; \
        t = IF_FIRST (x SECOND); \
      } \
    else \
      t = IF_NOT (x SECOND); \
    return v * 2 + t; \
  } \
  NOIPA static unsigned NAME##_right (TYPE x, unsigned v) \
  { \
    volatile TYPE y = x, z = x; \
    unsigned first = y FIRST, second = z SECOND; \
    apart = first; \
    v = apart ? v * 5 ^ 9 : v; \
    apart = apart ? IF_FIRST (second) : IF_NOT (second); \
    return v * 2 + apart; \
  }

#define YES(T) 1
#define NO(T) 0
#define ASK(T) (T)

#define FOUR(NAME, TYPE, FIRST, SECOND) \
  ONE (NAME##_a, TYPE, FIRST, SECOND, YES, ASK) \
  ONE (NAME##_b, TYPE, FIRST, SECOND, NO, ASK) \
  ONE (NAME##_c, TYPE, FIRST, SECOND, ASK, YES) \
  ONE (NAME##_d, TYPE, FIRST, SECOND, ASK, NO)

#define TYPES(NAME, FIRST, SECOND) \
  FOUR (NAME##_s, schar, FIRST, SECOND) \
  FOUR (NAME##_u, uchar, FIRST, SECOND) \
  FOUR (NAME##_i, int, FIRST, SECOND) \
  FOUR (NAME##_n, unsigned, FIRST, SECOND)

#define ALL(DO) \
  DO (near, == 2, == 3) \
  DO (apart, == 2, == 5) \
  DO (not, != 100, != 99) \
  DO (less, < 4, == 4) \
  DO (more, > 4, < 90) \
  DO (most, <= 7, > 3) \
  DO (least, >= 7, != 7) \
  DO (end, > 126, == 0) \
  DO (begin, == 1, <= 0)

ALL (TYPES)

#define CHECK_ONE(NAME, X) \
  if (NAME (X, 1234567) != NAME##_right (X, 1234567)) \
    __builtin_abort ();
#define CHECK_FOUR(NAME, X) \
  CHECK_ONE (NAME##_a, X) \
  CHECK_ONE (NAME##_b, X) \
  CHECK_ONE (NAME##_c, X) \
  CHECK_ONE (NAME##_d, X)
#define CHECK(NAME, FIRST, SECOND) \
  CHECK_FOUR (NAME##_s, (schar) i) \
  CHECK_FOUR (NAME##_u, (uchar) i) \
  CHECK_FOUR (NAME##_i, i) \
  CHECK_FOUR (NAME##_n, (unsigned) i) \
  CHECK_FOUR (NAME##_i, (int) (2147483647u + (unsigned) i)) \
  CHECK_FOUR (NAME##_n, 2147483647u + (unsigned) i)

int
main (void)
{
  for (int i = -130; i <= 260; i++)
    {
      ALL (CHECK)
    }
  return 0;
}

/* { dg-final { scan-opt-info {tests-merged.c:.*converted to 2 selects} } } */
/* Is it 2 or 3?  */
/* { dg-final { scan-dump {_[0-9]+ <= 1;$} "optimized" } } */
