/* What the command line says of the alignment of loops is left to GCC.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -falign-loops=16" } */

void
invert (unsigned char *a, unsigned n)
{
  for (unsigned k = 0; k < n; k++)
    a[k] ^= a[k] >> 1;
}

/* PROFILE:
invert:3000000:10
 2: 10
 2.1: 1000000
 3: 1000000
 4: 10
END PROFILE */

/* { dg-final { scan-opt-info-not {gets a place in few lines} } } */
/* { dg-final { scan-assembler-not {\.p2align 6} } } */
