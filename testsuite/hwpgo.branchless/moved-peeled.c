/* A loop that is peeled to its end has branches that are decided by how many turns
   were chosen before it.  What GCC believes of them is that each turn ends as often as
   any; and of the test that is left of several behind it, what the profile has was
   behind all of them.  So a choice between one turn and two, which nobody can
   predict, seemed to be worth it: the branch at the end of the first turn then
   mispredicted as often, and UTF-8 was decoded with 40 % more instructions.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* GCC 11 goes by the numbers of copies there, and believes what is not told apart.  */
/* { dg-do compile } */
/* { dg-require-gcc 12 } */
/* { dg-options "-O2 -g1" } */

#include <stddef.h>
#include <stdint.h>

#define REPLACEMENT 0xfffd
#define N 8192

static size_t
decode (const unsigned char *s, size_t n, uint32_t *out)
{
  size_t count = 0, i = 0;
  while (i < n)
    {
      uint32_t c = s[i++], least;
      int more;
      if (c < 0x80)
        {
          out[count++] = c;
          continue;
        }
      else if (c >= 0xc2 && c < 0xe0)
        more = 1, least = 0x80, c &= 0x1f;
      else if (c >= 0xe0 && c < 0xf0)
        more = 2, least = 0x800, c &= 0x0f;
      else if (c >= 0xf0 && c < 0xf5)
        more = 3, least = 0x10000, c &= 0x07;
      else
        {
          out[count++] = REPLACEMENT;
          continue;
        }
      while (more > 0 && i < n && (s[i] & 0xc0) == 0x80)
        {
          c = c << 6 | (s[i++] & 0x3f);
          more--;
        }
      if (more > 0 || c < least || c > 0x10ffff
          || (c >= 0xd800 && c < 0xe000))
        c = REPLACEMENT;
      out[count++] = c;
    }
  return count;
}

size_t
kernel (const unsigned char *s, uint32_t *out)
{
  return decode (s, N, out);
}

/* PROFILE:
kernel:35419881:849
 2: 849
 2: decode:35419881
  2: 849
  3.1: 2931421
  3.32257: 7774
  5: 2937907
  7: 2937907
  9.255: 2937907
  12: 1472801
  13: 732242
  14: 740150
  15: 552288
  16: 187477
  17: 184408
  20.1536: 134
  20.2048: 6791
  20.2560: 2931421
  23.1: 2386664
  23.1024: 2379971
  23.32256: 1467466
  25: 2379971
  26.32256: 2379971
  28.1: 1462688
  28.255: 1462688
  28.32256: 1469479
  29: 1462581
  31: 6925
END PROFILE */

/* PROFILE MISPREDICTS:
kernel:2393505:0
 2: decode:2393505
  2: 0
  3.1: 504
  5: 0
  7: 1461585
  9.255: 0
  12: 732692
  13: 0
  14: 188585
  15: 0
  16: 2290
  17: 0
  23.1: 5920
  23.1024: 1736
  23.32256: 154
  25: 0
  28.1: 39
  28.255: 0
  29: 0
END PROFILE */

/* { dg-final { scan-opt-info-not {:32:\d+: optimized: branch mispredicted} } } */
/* { dg-final { scan-report {"kind": "branchless".*"line": 32,.*"converted": "no"} } } */
