/* An indirect call that was seen once, in a block that ran as often as counts can
   tell.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

#include <stdlib.h>

static int
twice (int x)
{
  return 2 * x;
}

int (*function) (int) = &twice;

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum ^= i * 7;
  sum += function (21);
  if (sum != (7 ^ 14) + 42)
    abort ();
  return 0;
}

/* PROFILE:
main:18446744073709551615:3
 2: 4611686018427387902
 3: 4611686018427387904
 4: 9223372036854775810
 5: 0 twice:1
 6: 4611686018427387902
twice:3:3
 2: 3
END PROFILE */
