/* A branch that goes either way about as often, and yet is predicted, has that
   from the branch that chose what it asks.  Both are converted, or none.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

unsigned odd[600], even[600], out[1200];

__attribute__ ((noipa)) unsigned
best (const unsigned *a, const unsigned *b, unsigned n)
{
  unsigned i = 0, j = 0, count = 0, last = 0;
  while (i < n && j < n)
    {
      unsigned next;
      if (a[i] >> 8 < b[j] >> 8)
        next = a[i++];
      else
        next = b[j++];
      if ((next & 255) > last)
        {
          last = next & 255;
          out[count++] = next;
        }
    }
  return count;
}

unsigned seen;

__attribute__ ((noipa)) void
note (unsigned next)
{
  seen += next >> 8;
}

__attribute__ ((noipa)) void
told (const unsigned *a, const unsigned *b, unsigned n)
{
  unsigned i = 0, j = 0;
  while (i < n && j < n)
    {
      unsigned next;
      if (a[i] >> 8 < b[j] >> 8)
        next = a[i++];
      else
        next = b[j++];
      if ((next & 255) > 127)
        note (next);
    }
}

int
main (void)
{
  unsigned seed = 1, at[2] = { 0, 0 };
  for (unsigned i = 0; i < 600; i++)
    {
      seed = seed * 1664525 + 1013904223;
      odd[i] = (at[0] += seed >> 28) << 8 | (i * 5 / 16 + 1);
      even[i] = (at[1] += seed >> 24 & 15) << 8 | (i * 3 / 16);
    }
  unsigned count = best (odd, even, 600);
  told (odd, even, 600);
  for (unsigned i = 0; i < count; i++)
    seen = seen * 31 + out[i];
  return !(count == 184 && seen == 3716732947);
}

/* PROFILE:
best:20000000:1000
 0: 1000
 1: 1000
 2: 1000000
 5: 1000000
 6: 500000
 8: 500000
 9: 1000000
 11: 500000
 12: 500000
 15: 1000
told:20000000:1000
 0: 1000
 2: 1000
 3: 1000000
 6: 1000000
 7: 500000
 9: 500000
 10: 1000000
 11: 500000
END PROFILE */
/* PROFILE MISPREDICTS:
best:450000:0
 5: 430000
 9: 20000
told:450000:0
 6: 430000
 10: 20000
END PROFILE */

/* { dg-final { scan-opt-info {moved-history.c:16:[0-9]*: optimized: +branch mispredicted in 43.0% of 1000000 executions converted} } } */
/* { dg-final { scan-opt-info {moved-history.c:20:[0-9]*: optimized: +branch mispredicted in 4[0-9].[0-9]% of 1000000 executions converted} } } */
/* { dg-final { scan-opt-info {moved-history.c:44:[0-9]*: missed: .*not converted: a branch that depends on it would mispredict instead} } } */
