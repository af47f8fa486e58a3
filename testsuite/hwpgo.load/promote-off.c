/* Nothing is promoted when that is not wanted.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-hwpgo-options "promote=off" } */

/* PROFILE:
run:19000:1000
 2: 9000
 3: 9000 add:9000
 4: 1000
add:9000:9000
 2: 9000
END PROFILE */

static int
add (int a, int b)
{
  return a + b;
}

int (*operations[]) (int, int) = { add, add };

int
run (int n, int x)
{
  for (int i = 0; i < n; i++)
    x = operations[i & 1](x, i);
  return x;
}

/* { dg-final { scan-opt-info "profile of run loaded" } } */
/* { dg-final { scan-opt-info-not "promoted" } } */
/* { dg-final { scan-report-not "kind.: .promote" } } */
