/* What is left of a function, one call of which IPA has inlined with its
   context, has the counts of the calls that are left.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-ipa-cp -fno-inline-functions-called-once --param max-inline-insns-auto=200 --param inline-unit-growth=900 -fdump-tree-all-details" } */

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

__attribute__ ((optimize ("no-inline-functions", "no-inline-small-functions")))
int
other (int a)
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
other:1:100
 2: 100 work:100
work:1:100
 2: 100
 3: 10000
 5: 10000
 6: 3000
 8: 7000
 9: 10000
 11: 100
END PROFILE */

/* { dg-final { scan-dump {\[90\.\d+%\]} hwpgo-context } } */
/* { dg-final { scan-dump {\[30\.\d+%\]} hwpgo-context } } */
/* { dg-final { scan-dump-not {\[60\.\d+%\]} hwpgo-context } } */
