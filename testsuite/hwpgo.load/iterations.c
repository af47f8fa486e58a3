/* How often loops iterate is known long after the counts have changed: a short
   one is peeled, and a long one is not.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fpeel-loops -fno-tree-vectorize -fdump-tree-cunroll-details" } */

extern int next (int), more (int);

int
short_one (int a)
{
  while (more (a))
    a = next (a);
  return a;
}

int
long_one (int a)
{
  while (more (a))
    a = next (a + 1);
  return a;
}

/* PROFILE:
long_one:102201:100
 2: 10100
 3: 10000
 4: 100
short_one:600:100
 2: 300
 3: 200
 4: 100
END PROFILE */

/* { dg-final { scan-dump {Peeled loop 1, 3 times} cunroll } } */
/* { dg-final { scan-dump {rolls too much \(100 \+ 1 > --param} cunroll } } */
