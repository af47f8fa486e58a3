/* As many bits are read as there were zeros before them: the turns of the first loop tell
   a predictor when the second one ends, and so are not made at once.  They are where the
   number decides nothing that is predicted, or what is not predicted even so.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */

extern void abort (void);

typedef const unsigned char *stream;

__attribute__ ((noipa)) static unsigned
known (stream s, unsigned long at)
{
  int zeros = 0;
  while (!(s[at >> 3] >> (at & 7) & 1)) /* known */
    {
      at++;
      zeros++;
    }
  unsigned value = 1;
  for (int i = 0; i < zeros; i++)
    {
      at++;
      value = value << 1 | (s[at >> 3] >> (at & 7) & 1);
    }
  return value;
}

__attribute__ ((noipa)) static unsigned
missed (stream s, unsigned long at)
{
  int zeros = 0;
  while (!(s[at >> 3] >> (at & 7) & 1)) /* missed */
    {
      at++;
      zeros++;
    }
  unsigned value = 1;
  for (int i = 0; i < zeros; i++)
    {
      at++;
      value = value << 1 | (s[at >> 3] >> (at & 7) & 1);
    }
  return value;
}

__attribute__ ((noipa)) static unsigned
computed (stream s, unsigned long at)
{
  int zeros = 0;
  while (!(s[at >> 3] >> (at & 7) & 1)) /* computed */
    {
      at++;
      zeros++;
    }
  return (unsigned) zeros * 8 | (s[(at + 1) >> 3] >> ((at + 1) & 7) & 1);
}

/* The same of the bits of a word.  */
__attribute__ ((noipa)) static unsigned
known_word (unsigned word, unsigned more)
{
  int zeros = 0;
  while ((word & 1) == 0) /* known_word */
    {
      word >>= 1;
      zeros++;
    }
  unsigned value = 1;
  for (int i = 0; i < zeros; i++)
    {
      value = value * 3 + (more & 1);
      more >>= 1;
    }
  return value;
}

int
main (void)
{
  unsigned char bits[64];
  unsigned seed = 1;
  for (int round = 0; round < 2000; round++)
    {
      for (int i = 0; i < 64; i++)
        {
          seed = seed * 1103515245 + 12345;
          bits[i] = i > 50 ? 255 : seed >> 16 & seed >> 24;
        }
      unsigned long at = seed % 300;
      unsigned zeros = 0, value = 1, word = 3;
      while (!(bits[(at + zeros) / 8] & 1 << (at + zeros) % 8))
        zeros++;
      for (unsigned i = 1; i <= zeros; i++)
        {
          unsigned long k = at + zeros + i;
          value = 2 * value + !!(bits[k / 8] & 1 << k % 8);
        }
      unsigned long k = at + zeros + 1;
      if (known (bits, at) != value || missed (bits, at) != value
          || computed (bits, at)
                 != (zeros * 8 | !!(bits[k / 8] & 1 << k % 8)))
        abort ();
      value = 1;
      for (unsigned i = 0; i < (unsigned) round % 32; i++)
        value = value * 3 + (seed >> i & 1);
      if (known_word (word << round % 31, seed)
          != (round % 31 == round % 32 ? value : known_word (3u << round % 31, seed)))
        abort ();
    }
  return 0;
}

/* PROFILE:
known:60000000:1000000
 2: 1000000
 3.1: 2000000
 5: 1000000
 6: 1000000
 8: 1000000
 9: 1000000
 9.1: 1000000
 9.2: 2000000
 11: 1000000
 12: 1000000
 14: 1000000
missed:60000000:1000000
 2: 1000000
 3.1: 2000000
 5: 1000000
 6: 1000000
 8: 1000000
 9: 1000000
 9.1: 1000000
 9.2: 2000000
 11: 1000000
 12: 1000000
 14: 1000000
computed:60000000:1000000
 2: 1000000
 3.1: 2000000
 5: 1000000
 6: 1000000
 8: 1000000
known_word:60000000:1000000
 2: 1000000
 3.1: 2000000
 5: 1000000
 6: 1000000
 8: 1000000
 9: 1000000
 9.1: 1000000
 9.2: 2000000
 11: 1000000
 12: 1000000
 14: 1000000
END PROFILE */

/* PROFILE MISPREDICTS:
known:1000000:0
 3.1: 1000000
 9.2: 20000
missed:2000000:0
 3.1: 1000000
 9.2: 900000
computed:1000000:0
 3.1: 1000000
known_word:1000000:0
 3.1: 1000000
 9.2: 20000
END PROFILE */

/* { dg-final { scan-opt-info-times "turns-decide.c:(16|65):\[0-9\]*: optimized: .* turns of its loop made at once" 0 } } */
/* { dg-final { scan-opt-info "turns-decide.c:34:\[0-9\]*: optimized: .* turns of its loop made at once" } } */
/* { dg-final { scan-opt-info "turns-decide.c:52:\[0-9\]*: optimized: .* turns of its loop made at once" } } */
