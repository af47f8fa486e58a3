/* A warning for each block that has lost flow.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "verify=warn verify-rules=flow" } */

int other (int), more (int);

int
f (int kind, int s)
{
  switch (kind)
    {
    case 0: return other (s + 1); /* { dg-warning "switchlower1" } */
    case 1: return more (s - 7); /* { dg-warning "switchlower1" } */
    case 2: return other (s * 3); /* { dg-warning "switchlower1" } */
    case 3: return more (s ^ 5); /* { dg-warning "switchlower1" } */
    case 4: return other (s & 99); /* { dg-warning "switchlower1" } */
    case 5: return more (s | 15); /* { dg-warning "switchlower1" } */
    default: return other (0); /* { dg-warning "after pass .switchlower1., block \[0-9\]+ of .f.: what the edges bring into a block is not its count: 0, not \[0-9.e+\]+ .flow" } */
    }
}
/* { dg-final { scan-report-times "kind.: .verify.," 7 } } */
