/* Numbers that are still to be written survive the collector.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g --param ggc-min-expand=0 --param ggc-min-heapsize=0" } */

extern int g (int), h (int, int), k (int);

#define ONE(n) \
  { \
    int p##n = g (n), q##n = g (r); \
    r += a[n] > b[n] ? g (q##n & 7) : a[n] < 9 ? h (p##n, n) : k (q##n); \
    int s##n = r + 1; \
    r += g (s##n) * p##n; \
  }
#define TEN(n) \
  ONE (n##0) ONE (n##1) ONE (n##2) ONE (n##3) ONE (n##4) ONE (n##5) \
  ONE (n##6) ONE (n##7) ONE (n##8) ONE (n##9)

int
f (int *a, int *b)
{
  int r = 0;
  TEN (1) TEN (2) TEN (3) TEN (4) TEN (5) TEN (6) TEN (7) TEN (8) TEN (9)
  return r;
}

/* { dg-final { scan-assembler "discriminator 2" } } */
