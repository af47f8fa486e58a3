/* A rule that is switched off finds nothing.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "verify=error verify-rules=-flow" } */

#include "switch.h"
/* { dg-final { scan-report-not "verify" } } */
