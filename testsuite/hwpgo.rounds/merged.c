/* Of a loop that is unrolled, the additions to one pointer became one, and the
   profiled build had one, too, but ran it each time.  Nothing in that block
   tells how often it runs.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vectorize -funroll-loops" } */

void
f (unsigned char *p, unsigned seed)
{
  for (unsigned i = 0; i < 1500; i++)
    {
      seed = seed * 69069 + 1;
      p[i] = seed >> 24;
    }
}

/* PROFILE:
f:5000000:100
 2: 100
 2.2: 1000000
 4: 1000000
 5: 1000000
 7: 100
END PROFILE */

/* { dg-final { scan-opt-info-times {loop unrolled \d times} 1 } } */
/* { dg-final { scan-report {"kind": "round".*"round": 1,.*"loaded": "yes"} } } */
/* { dg-final { scan-opt-info {round 2 not loaded: the profile has the copies in which \d % of the executions are} } } */
