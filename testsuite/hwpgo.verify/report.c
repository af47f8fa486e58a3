/* GCC 11 and 12 lower a switch to a jump table whose default has no probability:
   that is reported, and nobody is warned.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "verify=report" } */

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
/* { dg-final { scan-report "kind.: .verify., .*pass.: .switchlower1., .rule.: .flow., .function.: .f., .file.: \"\[^\"\]*report.c., .line.: 21, .*is.: 0.0+, .should.: \[1-9\]" } } */
/* { dg-final { scan-report-times "kind.: .verify-pass., .*pass.: .switchlower1., .rule.: .flow., .findings.: 7, .executions.: 0" 1 } } */
