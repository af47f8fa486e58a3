/* What the profiled program had as a conditional move, at the end of a loop,
   -fsplit-paths does not make a branch of.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize" } */

__attribute__ ((noipa)) int
restore (const unsigned *folded, int *out, unsigned long n)
{
  unsigned last = 0, before = 0;
  for (unsigned long i = 0; i < n; i++)
    {
      int value;
      if (folded[i] & 1)
        value = -(int) (folded[i] >> 1) - 1;
      else
        value = (int) (folded[i] >> 1);
      unsigned next = (unsigned) value + 2 * last - before;
      before = last;
      last = next;
      out[i] = (int) next;
    }
  return (int) last;
}

/* This one goes one way, and was mispredicted.  */
__attribute__ ((noipa)) int
restore_signs (const unsigned *folded, int *out, unsigned long n)
{
  unsigned last = 0, before = 0;
  for (unsigned long i = 0; i < n; i++)
    {
      int value;
      if (folded[i] & 2)
        value = -(int) (folded[i] >> 1) - 1;
      else
        value = (int) (folded[i] >> 1);
      unsigned next = (unsigned) value + 2 * last - before;
      before = last;
      last = next;
      out[i] = (int) next;
    }
  return (int) last;
}

int
main (void)
{
  unsigned folded[64], last = 0, before = 0;
  int out[64], signs[64];
  for (unsigned i = 0; i < 64; i++)
    folded[i] = i * 2654435761u >> 20;
  restore (folded, out, 64);
  restore_signs (folded, signs, 64);
  for (unsigned i = 0; i < 64; i++)
    {
      unsigned half = folded[i] >> 1;
      unsigned next = (folded[i] & 1 ? ~half : half) + 2 * last - before;
      before = last;
      last = next;
      if (out[i] != (int) next)
        return 1;
      unsigned first = i > 0 ? (unsigned) signs[i - 1] : 0;
      unsigned second = i > 1 ? (unsigned) signs[i - 2] : 0;
      if ((unsigned) signs[i]
          != (folded[i] & 2 ? ~half : half) + 2 * first - second)
        return 1;
    }
  return 0;
}

/* PROFILE:
restore:9000000:10
 2: 10
 3: 1000000
 6: 1000000
 7: 1000000
 10: 1000000
 13: 1000000
 15: 10
restore_signs:9000000:10
 2: 10
 3: 1000000
 6: 1000000
 7: 2000
 9: 998000
 10: 1000000
 13: 1000000
 15: 10
END PROFILE */
/* PROFILE MISPREDICTS:
restore:20:0
 3: 10
restore_signs:220:0
 3: 10
 6: 200
END PROFILE */

/* { dg-final { scan-opt-info {absent-split.c:14:.*branch mispredicted in none of 1000000 executions \(perhaps no branch there\) converted to 1 select} } } */
/* { dg-final { scan-opt-info-not {absent-split.c:[34][0-9]:.*converted to} } } */
