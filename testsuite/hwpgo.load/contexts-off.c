/* Without the context round, what IPA inlines has the counts of all callers
   together.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-ipa-cp --param max-inline-insns-auto=200 --param inline-unit-growth=900 -fdump-tree-optimized-details -fplugin-arg-hwpgo-contexts=off" } */

extern int left (int), right (int), more (int);

static int
work (int a)
{
  int s = 0;
  for (int i = 0; i < a; i++)
    {
      if (more (i))
        s += left (i) + left (s) + left (i + s);
      else
        s -= right (i) + right (s) + right (i + s);
      s ^= more (s + i) * more (s - i);
    }
  return s;
}

int
mostly_left (int a)
{
  return work (a + 1);
}

int
mostly_right (int a)
{
  return work (a - 1);
}

/* PROFILE:
mostly_left:1:100
 2: 100
 2: work:1
  2: 100
  3: 10000
  5: 10000
  6: 9000
  8: 1000
  9: 10000
  11: 100
mostly_right:1:100
 2: 100
 2: work:1
  2: 100
  3: 10000
  5: 10000
  6: 1000
  8: 9000
  9: 10000
  11: 100
END PROFILE */

/* { dg-final { scan-dump {\[50\.\d+%\]} optimized } } */
/* { dg-final { scan-dump-not {\[90\.\d+%\]} optimized } } */
