/* What is no rule is said.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "verify=warn verify-rules=flow,flaw" } */

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
/* { dg-error "'flaw' is no rule of the verifier" "" { target *-*-* } 0 } */
