/* What GCC predicts, but before the first optimisation:
   a pointer is not null.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-einline-blocks-details" } */
/* { dg-hwpgo-options "verify-inject=static" } */

int other (int), more (int);

int
f (int *a)
{
  if (!a)
    return other (1);
  return more (2);
}


/* { dg-final { scan-dump-times ".\[0-9.\]+% .guessed..  count:\[0-9\]+ .estimated locally. .TRUE_VALUE" 2 einline } } */
/* { dg-final { scan-dump-times ".\[7-9\]\[0-9.\]+% .guessed..  count:\[0-9\]+ .estimated locally. .FALSE_VALUE" 2 einline } } */
