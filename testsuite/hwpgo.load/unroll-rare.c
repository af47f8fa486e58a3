/* A loop is unrolled by what a turn executes, however much there is that it hardly
   comes to.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

#define N 4096

__attribute__ ((noipa)) unsigned
decode (const unsigned char *p, unsigned *out)
{
  unsigned last = 0;
  for (int i = 0; i < N; i++)
    {
      unsigned v = *p++;
      if (v >= 0x80)
        {
          v = (v & 0x7f) | (unsigned) *p++ << 7;
          if (p[-1] >= 0x80)
            {
              v = (v & 0x3fff) | (unsigned) *p++ << 14;
              if (p[-1] >= 0x80)
                v = (v & 0x1fffff) | (unsigned) *p++ << 21;
            }
        }
      last += v;
      out[i] = last;
    }
  return last;
}

int
main (void)
{
  static unsigned char bytes[2 * N];
  static unsigned out[N];
  unsigned char *end = bytes;
  unsigned expected = 0, seed = 1;
  for (int i = 0; i < N; i++)
    {
      seed = seed * 1103515245 + 12345;
      unsigned v = seed >> 16 & 0x7f;
      if (i % 512 == 77)
        v += 1000;
      expected += v;
      for (; v >= 0x80; v >>= 7)
        *end++ = v | 0x80;
      *end++ = v;
    }
  for (int t = 0; t < 200; t++)
    if (decode (bytes, out) != expected || out[N - 1] != expected)
      __builtin_abort ();
  return 0;
}

/* PROFILE:
decode:4100161:206
 1: 212
 2: 212
 3.2: 819267
 5: 819273
 6: 819273
 8: 1588
 9: 1588
 11: 0
 12: 0
 13: 0
 16: 819267
 17: 819267
 20: 214
main:32287:0
 1: 0
 4: 0
 5: 0
 6: 0
 6.1: 3965
 6.2: 3965
 8: 3958
 9: 3958
 10: 3958
 11: 0
 12: 3965
 13.1: 0
 14: 7
 14.255: 3958
 15: 3965
 17.2: 196
 18: 196 decode:206
 18.1: 196
 19: 0
 21: 0
END PROFILE */

/* { dg-final { scan-opt-info {unroll-rare.c:13:\d+: optimized: loop unrolled 7 times} } } */
