/* A diagnostic late in compilation stands where it would without.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -Wall" } */

extern int g (int);

int a[4]; /* { dg-warning "5: note: while referencing 'a'" } */

int
h (int n)
{
  return n == 7 ? g (n) : n == 5 ? a[n] : a[n & 3]; /* { dg-warning "37: warning: array subscript 5 is" } */
}
