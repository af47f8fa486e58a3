/* The reason is in the remark and in the report.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless select-cost=ahead_turns:0" } */

extern int f (int);
extern volatile int flag;

struct bits
{
  unsigned a : 3;
};

int
stores (int c, struct bits *p)
{
  if (c)
    p->a = 1;
  return 0;
}

int
calls (int c, int x)
{
  if (c)
    x = f (x);
  return x;
}

int
is_volatile (int c, int x)
{
  if (c)
    x = flag;
  return x;
}

int
has_asm (int c, int x)
{
  if (c)
    __asm__ ("# x" : "+r"(x));
  return x;
}

int
divides (int c, int x, int y)
{
  if (c)
    x = x / y;
  return x;
}

int
truncates (double c, int x, double y)
{
  if (c < y)
    x = (int) y;
  return x;
}

long double
other_type (int c, long double x, long double y)
{
  if (c > 5)
    x = -y;
  return x;
}

int
two_words (__int128 c, __int128 d, int x, int y)
{
  if (c == d)
    x = y + 1;
  return x;
}

int
partial (int c, const _Bool *p, int x)
{
  *(volatile _Bool *) p;
  _Bool b = c & 1;
  if (c > 5)
    b = *p;
  return b + x;
}

int
finds (const int *a, int n, int x)
{
  int i = 0;
  while (i < n && a[i] != x)
    i++;
  return i;
}

/* { dg-final { scan-opt-info "not converted: an arm stores to memory" } } */
/* { dg-final { scan-opt-info "not converted: one of its ways leaves the loop" } } */
/* { dg-final { scan-opt-info "not converted: an arm calls a function" } } */
/* { dg-final { scan-opt-info "not converted: an arm has a volatile access" } } */
/* { dg-final { scan-opt-info "not converted: an arm has an asm" } } */
/* { dg-final { scan-opt-info "not converted: an operation in an arm could trap" } } */
/* { dg-final { scan-opt-info "not converted: a floating-point operation in an arm sets exception flags" } } */
/* { dg-final { scan-opt-info "not converted: the target has no select for the type of a result" } } */
/* { dg-final { scan-opt-info "not converted: the target has no select for this comparison" } } */
/* { dg-final { scan-opt-info "not converted: a load in an arm has fewer bits than its place in memory" } } */
/* The search is one way out of an arm, if all may be rare.  */
/* { dg-final { scan-opt-info-not {refusals.c:([0-9]|[1-8][0-9]|9[0-24-9]):.*converted to} } } */
/* { dg-final { scan-report "\"kind\": ?\"branchless\".*\"reason\": ?\"an arm stores to memory\"" } } */
