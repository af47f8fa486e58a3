/* The profiled binary had promoted the call and inlined the target: it goes
   there in this build, too.  What a direct call of the same line went to is
   another matter.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fno-early-inlining" } */

/* PROFILE:
run:46000:1000
 2: 9000
 3: 9000
 3.1: 9000
 3: add:6000
  2: 6000
 3: plain:9000
  2: 9000
 4: 1000
END PROFILE */

static int
add (int a, int b)
{
  return a + b;
}

static int
plain (int a)
{
  return 2 * a - 1;
}

int (*operations[]) (int, int) = { add, add };

int
run (int n, int x)
{
  for (int i = 0; i < n; i++)
    x = operations[i & 1](plain (x), i);
  return x;
}

/* { dg-final { scan-opt-info "indirect call promoted to add, 66 % of the calls" } } */
/* { dg-final { scan-opt-info "Inlined add" } } */
/* { dg-final { scan-report-not "promote.*target.: .plain" } } */
