/* What a comparison of memory has returned is selected by itself: GCC must not
   take the select for a question if it is zero.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -save-temps" } */
/* { dg-hwpgo-options "force-branchless" } */

__attribute__ ((noipa)) int
compare_memory (const char *a, const char *b, int other)
{
  int order = __builtin_memcmp (a, b, 16);
  if (order == 0)
    order = other;
  return order;
}

__attribute__ ((noipa)) int
compare_strings (const char *a, const char *b, int other)
{
  int order = __builtin_strcmp (a, b);
  if (!order)
    order = other;
  return order;
}

__attribute__ ((noipa)) int
compare_beginnings (const char *a, const char *b, int other)
{
  int order = __builtin_strncmp (a, b, 5);
  return order ? order : other;
}

__attribute__ ((noipa)) void
look_at (int *order)
{
  *order *= 3;
}

/* It comes by a variable in memory for a while.  */
static __attribute__ ((noinline)) int
compare_stored (const char *a, const char *b, const char *more, int other)
{
  int order = __builtin_memcmp (a, b, 16);
  if (!order)
    {
      if (!other)
        {
          other = __builtin_memcmp (more, "y", 2);
          if (!other)
            other = 7;
        }
      order = other;
    }
  look_at (&order);
  return order;
}

/* The comparison is the last of its block.  */
__attribute__ ((noipa)) int
compare_some (const char *a, const char *b, int which)
{
  if (which != 99)
    return 1;
  return __builtin_strcmp (a, b);
}

/* Another value is hidden behind it, as programs do.  */
__attribute__ ((noipa)) int
compare_beside (const char *a, const char *b, int other, int *kept)
{
  int order = __builtin_memcmp (a, b, 16);
  __asm__ ("" : "=r" (other) : "0" (other));
  *kept = other;
  if (!order)
    order = other;
  return order;
}

/* Only a question: GCC compares without a call, as ever.  */
__attribute__ ((noipa)) int
same (const char *a, const char *b)
{
  return __builtin_memcmp (a, b, 8) == 0;
}

/* The select is in another function, and inlined.  */
static int
or_else (int order, int other)
{
  int result = other;
  if (order != 0)
    result = order;
  return result;
}

__attribute__ ((noipa)) int
compare_inlined (const char *a, const char *b, int other)
{
  return or_else (__builtin_memcmp (a, b, 16), other);
}

int
main (void)
{
  static char a[17] = "aaaaaaaaaaaaaaaa", b[17] = "abaaaaaaaaaaaaaa";
  return !(compare_memory (a, b, 5) < 0 && compare_memory (b, a, -5) > 0
           && compare_memory (a, a, 5) == 5 && compare_strings (a, b, 5) < 0
           && compare_strings (b, a, -5) > 0 && compare_strings (b, b, 5) == 5
           && compare_beginnings (a, b, 5) < 0
           && compare_beginnings (b, a, -5) > 0
           && compare_beginnings (b, b, 5) == 5
           && compare_inlined (a, b, 5) < 0 && compare_inlined (b, a, -5) > 0
           && compare_inlined (a, a, 5) == 5 && compare_some (a, b, 5) == 1
           && compare_beside (a, b, 5, &(int){ 0 }) < 0
           && compare_beside (b, a, -5, &(int){ 0 }) > 0
           && same (a, a) && !same (a, b) && compare_some (a, b, 99) < 0 && compare_some (b, b, 99) == 0
           && compare_stored (a, b, "x", 0) < 0
           && compare_stored (b, a, "x", 0) > 0
           && compare_stored (b, b, "x", 0) < 0
           && compare_stored (b, b, "x", 5) == 15);
}

/* { dg-final { scan-opt-info {comparison.c:12:.*converted to 1 select} } } */
/* compare_memory's, compare_stored's, compare_inlined's and
   compare_beside's.  */
/* { dg-final { scan-assembler-times {memcmp} 4 } } */
