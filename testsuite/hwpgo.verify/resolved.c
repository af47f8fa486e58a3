/* A branch that is resolved against what was guessed of it: no pass could have
   known, so that is said, and is no error.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fno-tree-dominator-opts -fno-thread-jumps" } */
/* { dg-hwpgo-options "verify=error" } */

int other (int);

static int __attribute__ ((noinline))
three (void)
{
  return 3;
}

int
f (int n)
{
  int s = 0;
  if (three () == n)
    s = other (1);
  for (int i = 0; i < 3; i++)
    if (three () > 4)
      s += other (i);
  return s + other (s);
}

/* { dg-final { scan-report "rule.: .flow-folded., .*.unknown.: .the branch that went was guessed otherwise" } } */
/* { dg-final { scan-report-not "rule.: .flow.," } } */
