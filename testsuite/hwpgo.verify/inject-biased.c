/* A tenth for the way that stands first in the source, before the first
   optimisation.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-einline-blocks-details" } */
/* { dg-hwpgo-options "verify-inject=biased" } */

int other (int), more (int);

int
f (int a)
{
  if (a > 3)
    return other (a);
  return more (a);
}


/* { dg-final { scan-dump-times ".10.0% .guessed..  count:104858 .estimated locally. .TRUE_VALUE" 2 einline } } */
/* { dg-final { scan-dump-times ".90.0% .guessed..  count:943718 .estimated locally. .FALSE_VALUE" 2 einline } } */
