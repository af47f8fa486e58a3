/* A loop that splitting has left without a count is vectorised all the same:
   GCC 12 divides by that count.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */
/* { dg-hwpgo-options "verify=report" } */

int from, set, on, one, *where;
signed char i;
char last;
short from_short, to_short;
static short *at = &from_short;

int
minus (int a, int b)
{
  return (char) (a - b);
}

int
never (void)
{
  short *s = &from_short;
  *s = 1;
  *where = 0;
  return 0;
}

int
main (void)
{
  for (i = -22; i >= -29; i--)
    {
      short *to = &to_short;
      char *l = &last;
      *to = from;
      set = minus (*l = on && *at, 1 > one) || never ();
    }
  return 0;
}

/* PROFILE:
main:60:1
 2: 1
 2.1: 8
 2.2: 9
 4: 8
 5: 8
 6: 8
 7: 8
 7.1: 0
 7.4: 8
 7.6: 8
 7.7: 0
 9: 1
 7: never:0
  2: 0
  3: 0
  4: 0
  5: 0
END PROFILE */

/* What flows where nothing did is no more than what rounding explains.  */
/* { dg-final { scan-report-not "pass.: .hwpgo-nonzero-loops" } } */
