/* Nothing is looked at unless that is asked for.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include "switch.h"
/* { dg-final { scan-report-not "verify" } } */
