/* Numbers do not depend on debug statements, nor code on numbers.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fcompare-debug -gno-column-info" } */

extern int g (int), h (int);

int
f (int *a, int n)
{
  int s = 0, unused = n;
  for (int i = 0; i < n; i++) { int t = a[i]; unused += t; s += t ? g (t) : h (t); }
  (void) unused;
  return s;
}

/* The numbers are those of -g1: { dg-final { scan-assembler "discriminator 2.*\n(\t\[^c\].*\n|\\.L.*\n)*\tcall\tg" } } */
/* { dg-final { scan-assembler "discriminator 3.*\n(\t\[^c\].*\n|\\.L.*\n)*\tcall\th" } } */
