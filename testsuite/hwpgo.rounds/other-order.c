/* The test of the inner loop, which is also in front of it, has another order in
   the profiled build: what the profile has of the first copy is of the second.
   What is believed since the base round has the same counts and stays.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vectorize -fno-unroll-loops" } */

extern int more (int, int);

void
f (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      if (more (i, j))
        break;
}

/* PROFILE:
f:5000000:100
 2: 100
 3: 10000
 3.1: 990000
 3.514: 1000000
 3.1026: 10000
 4: 1000000
 5: 5000
 6: 100
END PROFILE */

/* { dg-final { scan-report {"kind": "round".*"round": 1,.*"loaded": "yes"} } } */
/* { dg-final { scan-opt-info-not {other-order.c:1[45]:.*round \d: probability} } } */
