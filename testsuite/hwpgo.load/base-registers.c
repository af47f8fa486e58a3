/* What a hot loop's addresses are built on is in a register that needs no displacement:
   not in rbp or r13.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-O2 -fno-unroll-loops -save-temps" } */

extern void abort (void);

enum { N = 512 };

static unsigned from[2][N], to[2 * N];
static unsigned long calls;

__attribute__ ((noipa)) static void
note (unsigned long seed)
{
  calls += seed & 1;
}

/* Six values are kept over the calls.  */
__attribute__ ((noipa)) unsigned long
merge_all (const unsigned *a, const unsigned *b, unsigned *out, unsigned long n,
           unsigned long turns)
{
  unsigned long sum = 0;
  for (unsigned long t = 0; t < turns; t++)
    {
      unsigned long i = 0, j = 0;
      unsigned *o = out;
      while ((i | j) < n)
        {
          if (b[j] < a[i])
            *o++ = b[j++];
          else
            *o++ = a[i++];
        }
      sum = sum * 31 + out[t];
      note (sum);
    }
  return sum;
}

int
main (void)
{
  unsigned long sum = 0;
  for (unsigned i = 0; i < N; i++)
    {
      from[0][i] = i / 40 * 80 + i % 40;
      from[1][i] = i / 40 * 80 + 40 + i % 40;
    }
  for (unsigned t = 0; t < 20; t++)
    sum = sum * 31 + t;
  if (merge_all (from[0], from[1], to, N, 20) != sum || calls != 10)
    abort ();
  return 0;
}

/* PROFILE:
merge_all:90000000:10
 3: 10
 4.1: 10000
 4.2: 10000
 6: 10000
 7: 10000
 8: 10000000
 10: 10000000
 11: 5000000
 13: 5000000
 15: 10000
 16: 10000
 18: 10
END PROFILE */

/* { dg-final { scan-assembler-not {mov[a-z]*\t0?\(%(rbp|r13),%r[a-z0-9]+,4\)} } } */
