/* The registers of an interpreter are given out in one region; those of a function
   that jumps once, or has a loop that runs more often, are not.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

#include <stdlib.h>

#define CASES(OF)                                                             \
  OF (0) OF (1) OF (2) OF (3) OF (4) OF (5) OF (6) OF (7) OF (8) OF (9)       \
  OF (10) OF (11) OF (12) OF (13) OF (14) OF (15) OF (16) OF (17) OF (18)

__attribute__ ((noipa)) static unsigned
other (unsigned x, unsigned n)
{
  return x * n + 1;
}

#define WORK(N) case N: x = other (x, N); break;

__attribute__ ((noipa)) unsigned
interpret (const unsigned char *code, unsigned x) /* line 22 */
{
  for (;; code++)
    switch (*code)
      {
        CASES (WORK)
      default:
        return x;
      }
}

__attribute__ ((noipa)) unsigned
once (unsigned code, unsigned x) /* line 34 */
{
  switch (code)
    {
      CASES (WORK)
    }
  return x;
}

__attribute__ ((noipa)) unsigned
loops (const unsigned char *code, unsigned x) /* line 44 */
{
  for (;; code++)
    switch (*code)
      {
        CASES (WORK)
      case 20:
        for (unsigned i = 0; i < 1000; i++)
          x = other (x, i);
        break;
      default:
        return x;
      }
}

int
main (void)
{
  unsigned char code[256];
  unsigned want = 1, x = 1;
  for (unsigned i = 0; i < 255; i++)
    {
      code[i] = (unsigned char) (i * 7 % 19);
      want = want * code[i] + 1;
      x = once (code[i], x);
    }
  code[255] = 255;
  if (interpret (code, 1) != want || x != want || loops (code, 1) != want)
    abort ();
  return 0;
}

/* PROFILE:
interpret:4000000:10
 0: 10
 2: 1000000
 3: 1000000
 5: 1000000
 7: 10
loops:40000000:10
 0: 10
 2: 20000
 3: 20000
 5: 10000
 8: 10000000
 9: 10000
 11: 10
once:4000000:1000000
 0: 1000000
 2: 1000000
 4: 1000000
 6: 1000000
END PROFILE */

/* { dg-final { scan-opt-info {registers.c:22:[0-9]*: note: registers are given out in one region} } } */
/* { dg-final { scan-opt-info-not {registers.c:(34|44):[0-9]*: note: registers are given out} } } */
