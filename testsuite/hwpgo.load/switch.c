/* Each case of a switch gets its part.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-switch-conversion -fdump-ipa-all-blocks-details" } */

/* PROFILE:
f:3000:1000
 2: 1000
 5: 500
 8: 250
 11: 125
 13: 125
 15: 1000
END PROFILE */

volatile int g;

int
f (int x)
{
  switch (x)
    {
    case 1:
      g = 11;
      break;
    case 7:
      g += 3;
      break;
    case 9:
      g *= 5;
      break;
    default: g--;
    }
  return x;
}

/* { dg-final { scan-dump "50.0% .auto FDO" hwpgo-load } } */
/* { dg-final { scan-dump "25.0% .auto FDO" hwpgo-load } } */
/* { dg-final { scan-dump-times "succ:  *\[0-9\]+ .12.5% .auto FDO" 1 hwpgo-load } } */
/* { dg-final { scan-dump-times "^;;  *\[0-9\]+ .12.5% .auto FDO" 1 hwpgo-load } } */
/* { dg-final { scan-dump-not "Invalid sum" hwpgo-load } } */
