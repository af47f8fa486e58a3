/* A loop that is mispredicted in its midst is not unrolled: its turns wait for
   that, and each copy of the branch would have to be learnt.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-ipa-icf" } */

void
count_known (const int *key, unsigned *rank, unsigned long i)
{
  for (unsigned long j = i; j-- > 0;)
    if (key[i] < key[j])
      rank[j]++;
    else
      rank[i]++;
}

void
count_random (const int *key, unsigned *rank, unsigned long i)
{
  for (unsigned long j = i; j-- > 0;)
    if (key[i] < key[j])
      rank[j]++;
    else
      rank[i]++;
}

/* PROFILE:
count_known:4000000:1000
 0: 1000
 2: 1000
 2.1: 1001000
 3: 1000000
 4: 500000
 6: 500000
 7: 1000
count_random:4000000:1000
 0: 1000
 2: 1000
 2.1: 1001000
 3: 1000000
 4: 500000
 6: 500000
 7: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
count_known:1000:0
 3: 1000
count_random:100000:0
 3: 100000
END PROFILE */

/* { dg-final { scan-opt-info {options-unroll-mispredicted.c:10:.*loop unrolled} } } */
/* { dg-final { scan-opt-info-not {options-unroll-mispredicted.c:20:.*loop unrolled} } } */
