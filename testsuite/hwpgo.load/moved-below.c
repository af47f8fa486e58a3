/* A branch has lost its own count.  One of its arms has that of the block where
   they join, which has lost a part of its own, too; but no way leads there but
   through the branch, so the arm's count was not moved from there.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fdump-tree-all" } */

extern void work (void);

int
f (int *v, int s)
{
  if (v[2] > 100)
    v[3] = 1;
  if (s > 3
      && v[1] > 5)
    work ();
  v[0] += 7;
  if (v[0] > 90)
    v[5] = 2;
  return v[1];
}

/* PROFILE:
f:5000000:1000000
 2: 1000000
 3: 100000
 4: 3000
 5: 500000
 6: 250000
 7: 500000
 8: 500000
 9: 20000
 10: 1000000
END PROFILE */

/* { dg-final { scan-dump {if \(s_\d+\(D\) > 3\)\n +goto <bb \d+>; \[[45]\d\.} fixup_cfg3 } } */
/* { dg-final { scan-dump-not {if \(s_\d+\(D\) > 3\)\n +goto <bb \d+>; \[9} fixup_cfg3 } } */
