/* A static function of a header, of which each unit has a copy, has samples of
   all of them: here it runs as often as it is called here.  One that is no
   copy runs as often as it was measured to.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fno-early-inlining -fdump-ipa-all" } */

/* PROFILE:
user:60:10
 2: 10
 3: 10
 4: 10
helper:3001000:1000
 2: 1000
 3: 1000000
 4: 1000
single:3001000:1000
 2: 1000
 3: 1000000
 4: 1000
END PROFILE */

volatile int g;

#include "testsuite/hwpgo.load/header.h"

static void
single (int n)
{
  for (int i = 0; i < n; i++)
    g -= i;
  g = 4;
}

void
user (int n)
{
  helper (n);
  single (n);
}

/* { dg-final { scan-dump "helper.*of a header has the entries of calls here" hwpgo-load } } */
/* { dg-final { scan-dump-not "single.*of a header" hwpgo-load } } */
/* { dg-final { scan-opt-info {profile of single loaded: entered 1000 times} } } */
