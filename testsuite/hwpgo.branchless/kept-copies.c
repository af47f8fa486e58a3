/* A branch that is predicted well stays one in all the copies that RTL's
   unrolling makes of it.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize -funroll-loops" } */

int
largest (const int *a, int n)
{
  int best = a[0];
  short at = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > best)
      {
        best = a[i];
        at = (short) i;
      }
  return at + best;
}

/* PROFILE:
largest:5000000:1000
 0: 1000
 2: 1000
 3: 1000
 4: 1000000
 5: 1000000
 7: 200000
 8: 200000
 10: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
largest:6000:0
 5: 6000
END PROFILE */

/* { dg-final { scan-opt-info "loop unrolled 7 times" } } */
/* { dg-final { scan-assembler-not "cmov" } } */
