/* Two calls of one function become one, with selected arguments, in the same
   order among stores and other calls; what differs in more stays.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g -fno-tree-vectorize" } */
/* { dg-hwpgo-options "force-branchless" } */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define NOIPA __attribute__ ((noipa))

static int steps[16], n_steps;

NOIPA static int
f (int x, int y)
{
  steps[n_steps++ & 15] = x * 100 + y;
  return x * 3 - y;
}

NOIPA static void
g (int x)
{
  steps[n_steps++ & 15] = -x;
}

NOIPA static int
sum (int n, ...)
{
  va_list list;
  int s = 0;
  va_start (list, n);
  for (int i = 0; i < n; i++)
    s += va_arg (list, int);
  va_end (list);
  return s;
}

NOIPA static int
both_results (int c, int x, int y)
{
  if (c > 5)
    return f (x, 1) + 3;
  return f (y, 2) * 2;
}

NOIPA static int
one_result (int c, int x, int y)
{
  int r = x;
  if (c > 5)
    f (x, 7);
  else
    r = f (y, 7);
  return r;
}

/* The second call takes what the first gave, and stores lie between.  */
NOIPA static void
nested (int c, int *p, int *q, int x)
{
  if (c > 5)
    {
      *p = 1;
      f (f (*q, 1), 4);
      *q = x + 3;
    }
  else
    {
      *q = 2;
      f (f (*p, 2), 4);
      *p = x + 4;
    }
}

NOIPA static int
by_pointer (int c, int (*function) (int, int), int x)
{
  return c > 5 ? function (x, 1) : function (1, x);
}

NOIPA static void
copies (int c, char *to, const char *a, const char *b, size_t n)
{
  if (c > 5)
    memcpy (to, a, n);
  else
    memcpy (to, b, n);
}

NOIPA static void
other_function (int c, int x)
{
  if (c > 5)
    f (x, 1);
  else
    g (x);
}

NOIPA static int
other_number (int c, int x)
{
  return c > 5 ? sum (1, x) : sum (2, x, x);
}

NOIPA static void
other_order (int c, int *p)
{
  if (c > 5)
    {
      g (*p);
      *p = 5;
    }
  else
    {
      *p = 6;
      g (*p);
    }
}

NOIPA static void
only_one (int c, int x)
{
  if (c > 5)
    g (x);
}

static volatile int flag;

NOIPA static void
of_volatile (int c)
{
  if (c > 5)
    g (flag);
  else
    g (2);
}

NOIPA static void
of_constant_size (int c, char *to, const char *from)
{
  if (c > 5)
    memcpy (to, from, 33);
  else
    memcpy (to, from, 65);
}

NOIPA static void
finish (int status)
{
  if (status == 3)
    exit (0);
}

/* What the other way has not reached when it ends may not be there.  */
NOIPA static int
load_before (int c, const int *p)
{
  int r;
  if (c > 5)
    r = *p, finish (r);
  else
    r = 1, finish (c);
  return r + *p;
}

NOIPA static void
release (int **p)
{
  free (*p);
  *p = NULL;
}

/* The other way has freed it.  */
NOIPA static int
load_behind (int c, int **p, int **q)
{
  int **both = c > 5 ? p : q;
  int r = **both;
  if (c > 5)
    {
      release (q);
      r += **both;
    }
  else
    release (p);
  return r;
}

static int
check_steps (int n, const int *expected)
{
  int bad = n_steps != n || memcmp (steps, expected, n * sizeof *steps) != 0;
  n_steps = 0;
  return bad;
}

#define STEPS(...)                                                            \
  check_steps (sizeof (int[]) { __VA_ARGS__ } / sizeof (int),                 \
               (int[]) { __VA_ARGS__ })

int
main (void)
{
  if (both_results (6, 4, 9) != 14 || both_results (5, 4, 9) != 50
      || STEPS (401, 902))
    return 1;
  if (one_result (6, 4, 9) != 4 || one_result (5, 4, 9) != 20
      || STEPS (407, 907))
    return 2;
  int p = 10, q = 20;
  nested (6, &p, &q, 1);
  if (p != 1 || q != 4 || STEPS (2001, 5904))
    return 3;
  p = 10, q = 20;
  nested (5, &p, &q, 2);
  if (p != 6 || q != 2 || STEPS (1002, 2804))
    return 4;
  nested (6, &p, &p, 1);
  nested (5, &q, &q, 2);
  if (p != 4 || q != 6 || STEPS (101, 204, 202, 404))
    return 5;
  if (by_pointer (6, f, 8) != 23 || by_pointer (5, f, 8) != -5
      || STEPS (801, 108))
    return 6;
  char to[16] = "";
  copies (6, to, "left", "right", 5);
  copies (5, to + 5, "left", "right", 6);
  if (memcmp (to, "left\0right", 11) != 0)
    return 7;
  other_function (6, 2);
  other_function (5, 2);
  other_order (6, &p);
  other_order (5, &p);
  only_one (5, 1);
  only_one (6, 1);
  of_volatile (6);
  of_volatile (5);
  if (STEPS (201, -2, -4, -6, -1, 0, -2) || other_number (6, 2) != 2
      || other_number (5, 2) != 4)
    return 8;
  char from[80], copy[80] = "";
  memset (from, 7, sizeof from);
  of_constant_size (6, copy, from);
  if (copy[32] != 7 || copy[33] != 0)
    return 9;
  of_constant_size (5, copy, from);
  if (copy[64] != 7 || copy[65] != 0)
    return 10;
  int *a = malloc (sizeof *a), *b = malloc (sizeof *b);
  *a = 3, *b = 4;
  if (load_behind (6, &a, &b) != 6 || b || load_behind (5, &b, &a) != 3)
    return 11;
  load_before (3, NULL);
  return 12;
}

/* { dg-final { scan-opt-info "calls.c:44:\[0-9\]*: optimized: .*converted to 3 selects" } } */
/* { dg-final { scan-opt-info "calls.c:53:\[0-9\]*: optimized: .*converted to 2 selects" } } */
/* { dg-final { scan-opt-info "calls.c:64:\[0-9\]*: optimized: .*converted to" } } */
/* { dg-final { scan-opt-info "calls.c:81:\[0-9\]*: optimized: .*converted to 2 selects" } } */
/* { dg-final { scan-opt-info "calls.c:87:\[0-9\]*: optimized: .*converted to 1 select" } } */
/* { dg-final { scan-opt-info "calls.c:96:\[0-9\]*: missed: .*: an arm calls a function" } } */
/* { dg-final { scan-opt-info "calls.c:105:\[0-9\]*: missed: .*: an arm calls a function" } } */
/* { dg-final { scan-opt-info "calls.c:111:\[0-9\]*: missed: .*: an arm calls a function" } } */
/* { dg-final { scan-opt-info "calls.c:126:\[0-9\]*: missed: .*: an arm calls a function" } } */
/* { dg-final { scan-opt-info "calls.c:135:\[0-9\]*: missed: .*: an arm has a volatile access" } } */
/* { dg-final { scan-opt-info "calls.c:144:\[0-9\]*: missed: .*: an arm calls a function" } } */
/* { dg-final { scan-opt-info "calls.c:162:\[0-9\]*: missed: .*: a load in an arm could trap" } } */
/* { dg-final { scan-opt-info "calls.c:182:\[0-9\]*: missed: .*: a load in an arm could trap" } } */
