/* A heap of places, whose keys are looked up elsewhere: the comparison of two
   children comes late, behind two loads.  So does the mispredict: a select that
   was made before the loop's turns were known, and is weighed again, stays.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

void
sift_down (unsigned *vertex, int *place, const unsigned *distance,
           unsigned long n)
{
  unsigned long i = 0;
  unsigned v = vertex[i];
  for (;;)
    {
      unsigned long child = 2 * i + 1;
      if (child >= n)
        break;
      if (child + 1 < n
          && distance[vertex[child + 1]] < distance[vertex[child]])
        child++;
      unsigned c = vertex[child];
      if (distance[v] <= distance[c])
        break;
      vertex[i] = c;
      place[c] = i;
      i = child;
    }
  vertex[i] = v;
  place[v] = i;
}

/* PROFILE:
sift_down:53948500:421557
 2: 421557
 4: 421557
 5: 421557
 7: 5019721
 8: 5019721
 10: 4675560
 11: 4675560
 12: 2300000
 13: 4675560
 14: 4675560
 16: 4600000
 17: 4600000
 18: 4600000
 20: 421557
 21: 421557
END PROFILE */
/* PROFILE MISPREDICTS:
sift_down:2724311:0
 8: 332903
 11: 2317596
 14: 72993
END PROFILE */

/* { dg-final { scan-opt-info "20:11: optimized: branch mispredicted in 49.6% of 4675560 executions converted to 1 select" } } */
/* { dg-final { scan-opt-info-not "selects made a branch again" } } */
