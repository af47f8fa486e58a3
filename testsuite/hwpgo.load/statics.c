/* What other units have inlined of their own copies of a static function says
   nothing of this one's, and is not in its counts.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-inline -fdump-ipa-all-details" } */

extern int odd (int), even (int), more (int);

static int
work (int a)
{
  int s = 0;
  for (int i = 0; i < a; i++)
    if (more (i))
      s += odd (i);
    else
      s -= even (i);
  return s;
}

int
here (int a)
{
  return work (a + 1);
}

/* PROFILE:
here:1:100
 2: 100
 2: work:1
  2: 100
  3: 10000
  4: 10000
  5: 9000
  7: 1000
  8: 100
elsewhere:1:100
 20: 100
 21: work:1
  2: 100
  3: 900000
  4: 900000
  5: 1000
  7: 899000
  8: 100
END PROFILE */

/* { dg-final { scan-dump {goto <bb \d+>; \[90\.\d+%\]} hwpgo-load } } */
