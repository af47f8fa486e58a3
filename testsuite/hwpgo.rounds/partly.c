/* The profiled build had some calls of f inlined that are not here.  The numbers
   of its copies are not of this code, but a place that has one copy here has
   the counts of all.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

extern int more (int);
extern void g (int);

__attribute__ ((noinline)) int
f (int a)
{
  switch (a)
    {
    case 3:
      more (1);
      break;
    case 100:
      more (2);
      break;
    case 1000:
      more (3);
      break;
    case 20000:
      more (4);
      break;
    case 300000:
#pragma GCC unroll 4
      for (int i = 0; i < 4; i++)
        if (more (a))
          g (i);
      break;
    }
  if (more (6))
    g (6);
  if (more (7))
    g (7);
  if (more (8))
    g (8);
  return more (a + 2);
}

int
calls (int a)
{
  return f (a);
}

/* PROFILE:
f:100000:10000
 2: 10000
 5: 9500
 8: 100
 11: 100
 14: 100
 19.3072: 100
 19.3584: 100
 19.4096: 100
 19.4608: 100
 20.3072: 0
 20.3584: 100
 20.4096: 0
 20.4608: 100
 23: 10000
 24: 9000
 25: 10000
 26: 9000
 27: 10000
 28: 9000
 29: 10000
calls:100000:10000
 2: f:100000
  2: 10000
  5: 9500
  8: 100
  11: 100
  14: 100
  19: 400
  20: 200
  23: 10000
  24: 9000
  25: 10000
  26: 9000
  27: 10000
  28: 9000
  29: 10000
END PROFILE */

/* { dg-final { scan-report {"round": 1, "function": "f", .*"loaded": "yes"} } } */
/* { dg-final { scan-opt-info-not {, of [12]00 executions} } } */
