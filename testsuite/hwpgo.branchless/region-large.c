/* A chain of ranges, as a decoder of base64 has, is one region though it has more
   blocks than most: three of the four turns stayed branches.  GCC 11 makes another tree
   of tests of the switch that it takes it for.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-require-gcc 12 } */
/* { dg-options "-O2 -g1" } */

void
decode_quantum (unsigned char *dest, const char *src)
{
  unsigned x = 0;
  for (int i = 0; i < 4; i++)
    {
      if (src[i] >= 'A' && src[i] <= 'Z')
        x = (x << 6) + (unsigned) (src[i] - 'A');
      else if (src[i] >= 'a' && src[i] <= 'z')
        x = (x << 6) + (unsigned) (src[i] - 'a' + 26);
      else if (src[i] >= '0' && src[i] <= '9')
        x = (x << 6) + (unsigned) (src[i] - '0' + 52);
      else if (src[i] == '+')
        x = (x << 6) + 62;
      else if (src[i] == '/')
        x = (x << 6) + 63;
      else if (src[i] == '-')
        x = (x << 6) + 62;
      else if (src[i] == '_')
        x = (x << 6) + 63;
      else if (src[i] == '=')
        x = x << 6;
    }
  dest[2] = x & 255;
  dest[1] = x >> 8 & 255;
  dest[0] = x >> 16 & 255;
}

/* PROFILE:
decode_quantum:96395432:5247365
 1: 5242895
 2: 5242895
 3.2: 20987798
 5: 20968666
 6: 8521574
 8: 8545740
 10: 2934556
 16: 666728
 18: 322383
 20: 0
 23: 5248174
 24: 5248174
 25: 12465849
END PROFILE */

/* PROFILE MISPREDICTS:
decode_quantum:10769365:0
 3.2: 64
 5: 9098553
 25: 1670748
END PROFILE */

/* { dg-final { scan-opt-info {region-large.c:15:\d+: optimized: .*converted to \d+ selects} } } */
