/* A call by pointer is compared with the two functions that it mostly went to,
   the most frequent one first, and these are inlined; not with the third, and
   not at all where the call is not hot.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fchecking -fdump-tree-optimized" } */

/* PROFILE:
run:1900000:100000
 2: 900000
 3: 900000 add:600000 twice:280000 rare:20000
 4: 100000
main:10:1
 3: 1
 5: 1 add:1
add:600000:600000
 2: 600000
twice:280000:280000
 2: 280000
rare:20000:20000
 2: 20000
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

static int
rare (int a, int b)
{
  return a ^ b;
}

int (*cold) (int, int) = add;
int (*operations[]) (int, int) = { add, add, twice, rare };

__attribute__ ((noipa)) int
run (int n, int x)
{
  for (int i = 0; i < n; i++)
    x = operations[i & 3](x, i);
  return x;
}

int
main (int argc, char **argv)
{
  int want = (2 * (argc + 0 + 1) - 2) ^ 3;
  int got = run (4, argc);

  return cold (got, 1) != want + 1;
}

/* { dg-final { scan-opt-info "promote.c:\[0-9:\]* optimized: +indirect call promoted to add, 66 % of the calls" } } */
/* { dg-final { scan-opt-info "indirect call promoted to twice, 31 % of the calls" } } */
/* { dg-final { scan-opt-info "indirect call of rare, 2 % of the calls, not promoted: too few" } } */
/* { dg-final { scan-opt-info-times "indirect call promoted" 2 } } */
/* { dg-final { scan-opt-info "Inlined add" } } */
/* { dg-final { scan-opt-info "Inlined twice" } } */
/* { dg-final { scan-report "promote.*line.: \[0-9\]+, .target.: .add., .part.: 0.666667, .promoted.: .yes" } } */
/* { dg-final { scan-report ".target.: .rare.*promoted.: .no., .reason" } } */
/* The first comparison is with the most frequent one.  */
/* { dg-final { scan-dump "if \\(_\[0-9\]+ == add\\)\n *goto <bb \[0-9\]+>; .66.6\[67\]%" optimized } } */
