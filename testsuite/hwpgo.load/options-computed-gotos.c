/* Where a profile was loaded, each instruction of an interpreter ends with a jump
   of its own, although they all end alike.  What cross-jumping merges first can't
   be parted again.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -save-temps" } */

#include <stdlib.h>

int stopped;

/* Like Lua's: each instruction looks whether something is to be done in between,
   and has the next one's operand ready.  */
__attribute__ ((noipa)) long
run (const unsigned *code, long *registers)
{
  static const void *const operations[] = { &&stop, &&add, &&subtract, &&load,
                                            &&twice, &&shift };
  long sum = 0;
  unsigned word;
  long *operand;
#define NEXT                                                                  \
  {                                                                           \
    if (__builtin_expect (stopped, 0))                                        \
      return -1;                                                              \
    word = *code++;                                                           \
    operand = &registers[word >> 3 & 7];                                      \
    goto *operations[word & 7];                                               \
  }
  NEXT
add:
  sum += *operand;
  NEXT
subtract:
  sum -= *operand;
  NEXT
load:
  sum = *operand;
  NEXT
twice:
  *operand *= 2;
  NEXT
shift:
  *operand = sum >> 1;
  NEXT
stop:
  return sum;
}

int
main (void)
{
  static const unsigned code[]
    = { 3 | 0 << 3, 1 | 1 << 3, 4 | 0 << 3, 5 | 2 << 3, 2 | 0 << 3, 1 | 2 << 3,
        0 };
  long registers[8] = { 5, 8 };
  if (run (code, registers) != 13 - 10 + 6)
    abort ();
  return 0;
}

/* PROFILE:
run:9000000:10
 0: 10
 7: 10
 13: 1000000
 14: 1000000
 16: 1000000
 17: 1000000
 19: 1000000
 20: 1000000
 22: 1000000
 23: 1000000
 25: 1000000
 26: 1000000
 28: 10
END PROFILE */

/* { dg-final { scan-assembler-times {\tjmp\t\*[^\n]*} 6 } } */
