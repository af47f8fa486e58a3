/* Odd primes as weights, in the order of the source,
   before the first optimisation.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-einline-blocks-details" } */
/* { dg-hwpgo-options "verify-inject=primes" } */

int other (int), more (int);

int
f (int a)
{
  if (a > 3)
    return other (a);
  return more (a);
}


/* { dg-final { scan-dump-times ".37.5% .guessed..  count:393216 .estimated locally. .TRUE_VALUE" 2 einline } } */
/* { dg-final { scan-dump-times ".62.5% .guessed..  count:655360 .estimated locally. .FALSE_VALUE" 2 einline } } */
