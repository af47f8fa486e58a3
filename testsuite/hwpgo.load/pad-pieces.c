/* An interpreter: each of its hot pieces gets a place, and its loop none.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize -fno-if-conversion -fno-if-conversion2 -fchecking" } */

struct instruction
{
  unsigned operation, operand;
};

unsigned long
run (const struct instruction *next, unsigned long *variables)
{
  unsigned long sum = 0;
  for (;; next++)
    switch (next->operation)
      {
      case 0:
        sum += variables[next->operand];
        break;
      case 1:
        variables[next->operand] = sum;
        break;
      case 2:
        sum *= next->operand;
        break;
      case 3:
        sum ^= sum >> next->operand;
        break;
      case 4:
        if (sum > variables[next->operand])
          next += 2;
        break;
      case 5:
        sum -= next->operand;
        break;
      default:
        return sum;
      }
}

unsigned long
run_threaded (const struct instruction *next, unsigned long *variables)
{
  static const void *const to[] = { &&load, &&store, &&scale, &&end };
  unsigned long sum = 0;
  goto *to[next->operation];
load:
  sum += variables[next->operand];
  goto *to[(++next)->operation];
store:
  variables[next->operand] = sum;
  goto *to[(++next)->operation];
scale:
  sum *= next->operand;
  goto *to[(++next)->operation];
end:
  return sum;
}

/* PROFILE:
run:9000000:10
 2: 10
 4: 1000000
 7: 300000
 8: 300000
 10: 200000
 11: 200000
 13: 200000
 14: 200000
 16: 100000
 17: 100000
 19: 100000
 20: 50000
 21: 100000
 23: 100000
 24: 100000
 26: 10
run_threaded:6000000:10
 3: 10
 4: 10
 6: 500000
 7: 500000
 9: 300000
 10: 300000
 12: 200000
 13: 200000
 15: 10
END PROFILE */

/* { dg-final { scan-opt-info {pad-pieces.c:12:[0-9]*: note: +[5-7] pieces around indirect jumps get places in few lines} } } */
/* { dg-final { scan-opt-info-not {pad-pieces.c:12:[0-9]*: note: +a loop of [0-9]+ bytes} } } */
/* { dg-final { scan-opt-info {pad-pieces.c:43:[0-9]*: note: +[34] pieces around indirect jumps get places in few lines} } } */
/* { dg-final { scan-assembler {\.p2align 6,,[0-9]+} } } */
