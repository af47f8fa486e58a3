/* A switch whose jump is mispredicted, but much less than one at random would be, as
   it depends on what was before, becomes a tree of comparisons: branches learn more.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fdump-tree-all-details" } */

int f0 (int), f1 (int);

/* Learnt.  */
int
learnt (int kind, int n)
{
  switch (kind)
    {
    case 0:
      return f0 (n * 3);
    case 1:
      return f0 (n + 5);
    case 2:
      return f0 (n ^ 9);
    case 3:
      return f0 (n / 7);
    case 4:
      return f0 (n << 2);
    case 5:
      return f0 (n - 77);
    case 6:
      return f0 (n | 1);
    }
  return 0;
}

/* At random: a tree would be mispredicted at each of its levels.  */
int
random_kind (int kind, int n)
{
  switch (kind)
    {
    case 0:
      return f1 (n * 3);
    case 1:
      return f1 (n + 5);
    case 2:
      return f1 (n ^ 9);
    case 3:
      return f1 (n / 7);
    case 4:
      return f1 (n << 2);
    case 5:
      return f1 (n - 77);
    case 6:
      return f1 (n | 1);
    }
  return 0;
}

/* Always predicted.  */
int
known (int kind, int n)
{
  switch (kind)
    {
    case 0:
      return f1 (n * 3);
    case 1:
      return f1 (n + 5);
    case 2:
      return f1 (n ^ 9);
    case 3:
      return f1 (n / 7);
    case 4:
      return f1 (n << 2);
    case 5:
      return f1 (n - 77);
    case 6:
      return f1 (n | 1);
    }
  return 1;
}

/* PROFILE:
random_kind:899169:300284
 1: 299853
 2: 299853
 5: 43241 f1:43304
 7: 42140 f1:42326
 9: 43159 f1:43128
 11: 43157 f1:43167
 13: 42798 f1:42804
 15: 42404 f1:42348
 17: 42564 f1:42598
 20: 0
known:840240:280041
 1: 280160
 2: 280160
 5: 39358 f1:39363
 7: 40339 f1:40448
 9: 39531 f1:39720
 11: 40312 f1:40443
 13: 39767 f1:39852
 15: 40350 f1:40322
 17: 40263 f1:40093
 20: 0
learnt:299867:99876
 1: 99913
 2: 99913
 5: 15322 f0:15323
 7: 18829 f0:18775
 9: 16829 f0:16808
 11: 18651 f0:18656
 13: 8431 f0:8514
 15: 12455 f0:12436
 17: 9524 f0:9539
 20: 0
f0:0:100051
f1:0:579914
END PROFILE */

/* PROFILE MISPREDICTS:
random_kind:128718:0
 1: 0
 2: 128718
 5: 0
 7: 0
 9: 0
 11: 0
 13: 0
 15: 0
 17: 0
 20: 0
learnt:11056:0
 1: 0
 2: 11056
 5: 0
 7: 0
 9: 0
 11: 0
 13: 0
 15: 0
 17: 0
 20: 0
known:1205:0
 1: 0
 2: 1205
 5: 0
 7: 0
 9: 0
 11: 0
 13: 0
 15: 0
 17: 0
 20: 0
END PROFILE */

/* { dg-final { scan-dump-times "switches of up to 16 cases become trees" 1 hwpgo-switch-trees } } */
/* { dg-final { scan-dump-times "switch-trees.c:13:\[0-9\]+: optimized: switches" 1 hwpgo-switch-trees } } */
/* { dg-final { scan-assembler-times "jmp\[^\n\]*\\*" 2 } } */
