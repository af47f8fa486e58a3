/* Promoted calls are in the bytecode, and inlined at the link.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -flto -fno-fat-lto-objects -fchecking" } */

/* PROFILE:
run:19000:1000
 2: 9000
 3: 9000 add:6000 twice:2800
 4: 1000
add:6000:6000
 2: 6000
twice:2800:2800
 2: 2800
END PROFILE */

static int
add (int a, int b)
{
  return a + b;
}

static int
twice (int a, int b)
{
  return 2 * a - b;
}

int (*operations[3]) (int, int);

__attribute__ ((noipa)) int
run (int n, int x)
{
  for (int i = 0; i < n; i++)
    x = operations[i % 3](x, i);
  return x;
}

int
main (int argc, char **argv)
{
  operations[0] = operations[1] = argc ? add : twice;
  operations[2] = argc ? twice : add;
  return run (3, argc) != 2 * (argc + 1) - 2;
}

/* { dg-final { scan-opt-info "indirect call promoted to add" } } */
/* { dg-final { scan-opt-info "indirect call promoted to twice" } } */
