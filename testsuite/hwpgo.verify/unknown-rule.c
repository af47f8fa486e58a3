/* What is no rule is said.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "verify=warn verify-rules=flow,flaw" } */

#include "switch.h"
/* { dg-error "'flaw' is no rule of the verifier" "" { target *-*-* } 0 } */
