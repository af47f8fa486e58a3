/* What is left of a promoted call has the place of all calls, but not their
   count: when contexts are loaded, the way that the calls go is not taken for
   the one that never runs.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fno-unroll-loops -fdump-tree-optimized-blocks" } */

/* PROFILE:
run:46000:1000
 2: 10000
 4: 10000 add:9900
 5: 10000
 5: plain:10000
  2: 10000
 7: 1000
add:20000:10000
 2: 10000
 3: 5000
 4: 5000
END PROFILE */

extern int sink (int);

static int
add (int a, int b)
{
  if (a > b)
    return sink (a);
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
    {
      x = operations[i & 1](x, i);
      x += plain (x);
    }
  return x;
}

/* { dg-final { scan-opt-info "indirect call promoted to add, 99 % of the calls" } } */
/* { dg-final { scan-opt-info "Inlined plain" } } */
/* { dg-final { scan-dump {== add\)\s+goto <bb \d+>; \[(99|100)\.} optimized } } */
