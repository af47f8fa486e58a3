/* All turns of a loop test where it ends, but only those of the usual way step
   evenly: as a loop of its own that can be unrolled.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

__attribute__ ((noipa)) unsigned
decode (const unsigned char *p, const unsigned char *end, unsigned *out)
{
  unsigned n = 0;
  while (p < end)
    {
      unsigned c = *p++;
      if (c >= 128)
        {
          c = (c & 31) << 6 | (p[0] & 63);
          p++;
          if (c >= 1024)
            c = (c & 31) << 6 | (*p++ & 63);
        }
      out[n++] = c;
    }
  return n;
}

/* The same where every third turn goes the other way.  */
__attribute__ ((noipa)) unsigned
mixed (const unsigned char *p, const unsigned char *end, unsigned *out)
{
  unsigned n = 0;
  while (p < end)
    {
      unsigned c = *p++;
      if (c >= 128)
        {
          c = (c & 31) << 6 | (p[0] & 63);
          p++;
          if (c >= 1024)
            c = (c & 31) << 7 | (*p++ & 63);
        }
      out[n++] = c;
    }
  return n;
}

int
main (void)
{
  static unsigned char text[1000];
  static unsigned out[1000];
  unsigned seed = 1, digest = 0;
  for (int turn = 0; turn < 20; turn++)
    {
      for (int i = 0; i < 990; i++)
        {
          seed = seed * 1664525 + 1013904223;
          text[i] = (unsigned char) (seed >> (turn % 2 ? 24 : 25));
        }
      for (int f = 0; f < 2; f++)
        {
          unsigned n = (f ? mixed : decode) (text, text + 988 - turn, out);
          for (unsigned i = 0; i < n; i++)
            digest = digest * 31 + out[i];
          digest += n;
        }
    }
  return digest != 419795346u;
}

/* PROFILE:
decode:7000000:1000
 2: 1000
 3: 1001000
 5: 1000000
 6: 1000000
 8: 10000
 9: 10000
 10: 10000
 11: 100
 13: 1000000
 15: 1000
mixed:7000000:1000
 2: 1000
 3: 1001000
 5: 1000000
 6: 1000000
 8: 300000
 9: 300000
 10: 300000
 11: 3000
 13: 1000000
 15: 1000
END PROFILE */

/* { dg-final { scan-opt-info {superblock-steps.c:1[0-9]:.*the usual way of a loop made a loop of its own} } } */
/* { dg-final { scan-opt-info {superblock-steps.c:1[0-9]:.*loop unrolled} } } */
/* { dg-final { scan-opt-info-not {superblock-steps.c:3[0-9]:.*the usual way} } } */
