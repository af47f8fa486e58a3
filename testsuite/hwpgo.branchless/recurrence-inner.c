/* Each turn of a bisection begins with what the last one has chosen, and takes a
   loop of five turns to choose.  By its guess the processor has begun long
   before.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-hwpgo-rounds=off" } */

double
root (const double *c, double low, double high, unsigned n)
{
  for (unsigned k = 0; k < n; k++)
    {
      double x = 0.5 * (low + high), y = c[5];
      for (int i = 4; i >= 0; i--)
        y = y * x + c[i];
      if (y < 0)
        low = x;
      else
        high = x;
    }
  return low;
}

/* PROFILE:
root:15000000:30000
 3: 1000000
 5: 1000000
 6: 6000000
 7: 5000000
 8: 1000000
 9: 500000
 11: 500000
 13: 30000
END PROFILE */

/* PROFILE MISPREDICTS:
root:450000:0
 8: 450000
END PROFILE */

/* { dg-final { scan-opt-info {recurrence-inner.c:16:.*not converted: the select would cost} } } */
/* { dg-final { scan-opt-info-not {recurrence-inner.c:16:.*converted to} } } */
