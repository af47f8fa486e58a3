/* Where a loop's condition changes something, the C++ front end makes a value of
   it and a branch on that, so that nothing is measured behind the second test:
   the branch on the value tells of it.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize -fdump-tree-all" } */

int
same (const unsigned char *a, const unsigned char *b, int n)
{
  int len = 0;
  while (++len < n
         && a[len] == b[len])
    {
    }
  return len;
}

/* PROFILE:
_Z4samePKhS0_i:2000000:100000
 2: 100000
 3: 1000000
 4: 990000
 7: 100000
END PROFILE */

/* GCC guesses that the bytes are equal in a third of all cases; they were in
   more than nine of ten, since the loop turned ten times.  */
/* { dg-final { scan-dump {if \(_\d+ == _\d+\)\n +goto <bb \d+>; \[9\d\.} fixup_cfg3 } } */
/* { dg-final { scan-dump {if \(_\d+ == _\d+\)\n +goto <bb \d+>; \[9\d\.} optimized } } */
/* { dg-final { scan-dump-not {\[34\.} optimized } } */
