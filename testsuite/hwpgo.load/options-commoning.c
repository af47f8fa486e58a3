/* Where a profile was loaded, what the turns of a hot loop load one after the
   other is kept in registers, as with -fprofile-use.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fdump-tree-pcom-details" } */

unsigned
hash (const unsigned *a, unsigned long n)
{
  unsigned h = 1;
  for (unsigned long i = 2; i < n; i++)
    h = (h ^ a[i] ^ a[i - 2] << 7) * 0x01000193;
  return h;
}

/* PROFILE:
hash:4000000:10
 0: 10
 2: 10
 3: 2000000
 4: 2000000
 5: 10
END PROFILE */

/* { dg-final { scan-dump {Loads-only chain} pcom } } */
