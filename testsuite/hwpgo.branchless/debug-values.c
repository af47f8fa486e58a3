/* No variable of an arm that stays keeps the value that it had there.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-all" } */
/* { dg-hwpgo-options "force-branchless" } */

int
f (int a, int b)
{
  int seen = 0, x = a;
  if (a > b)
    {
      seen = 1;
      x = a * 3 - b;
    }
  else
    {
      seen = 2;
      x = b & 15;
    }
  (void) seen;
  return x;
}

/* { dg-final { scan-dump "DEBUG seen => NULL" hwpgo-branchless-early } } */
/* { dg-final { scan-dump-not "DEBUG (seen => 2|x => b_)" hwpgo-branchless-early } } */
