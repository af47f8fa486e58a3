/* A rule that is switched off finds nothing.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "verify=error verify-rules=-flow" } */

int other (int), more (int);

int
f (int kind, int s)
{
  switch (kind)
    {
    case 0: return other (s + 1);
    case 1: return more (s - 7);
    case 2: return other (s * 3);
    case 3: return more (s ^ 5);
    case 4: return other (s & 99);
    case 5: return more (s | 15);
    default: return other (0);
    }
}
/* { dg-final { scan-report-not "verify" } } */
