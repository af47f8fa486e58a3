/* Without a call in it, the lines that have code tell what moved.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
f:33000:1000
 2: 1000
 3: 1000
 3.1: 10000
 3.2: 10000
 5: 9000
 8: 1000
 10: 1000
END PROFILE */

volatile int g, h;

int
f (const int *a, int n)
{
  int s = 0;





  for (int i = 0; i < n; i++)
    if (a[i]
        > 3)
      g++;
    else
      h++;

  s += n;
  return s;
}

/* { dg-final { scan-dump ";; f:3 is 8 now" hwpgo-rematch } } */
