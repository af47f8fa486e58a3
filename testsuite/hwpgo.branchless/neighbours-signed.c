/* The index of a pair is extended as it is in the source: by a pointer it may lead
   backwards, where the number that it is of has no sign.  Upwards both are loaded.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

static unsigned model[256] __attribute__ ((aligned (64)));
static unsigned expected[256] __attribute__ ((aligned (64)));

/* Down TREE, as CODE decides, from the node TOP: below the place TREE if that is, as an
   integer with a sign, negative.  */
#define WALK(tree, code, top, type)                                           \
  ({                                                                          \
    unsigned m = top;                                                         \
    for (int i = 0; i < 5; i++)                                               \
      {                                                                       \
        unsigned *p = (tree) + (type) m, v = *p;                              \
        unsigned bit = (code) >= v;                                           \
        if (bit)                                                              \
          {                                                                   \
            *p = v + (((code) - v) >> 3);                                     \
            (code) -= v;                                                      \
          }                                                                   \
        else                                                                  \
          {                                                                   \
            *p = v - (v >> 4);                                                \
            (code) ^= v << 1;                                                 \
          }                                                                   \
        m = m << 1 | bit;                                                     \
      }                                                                       \
    m;                                                                        \
  })

__attribute__ ((noipa)) unsigned
walk (const unsigned *codes, int n)
{
  unsigned *middle = model + 128, sum = 0, code = 1;
  for (int i = 0; i < n; i++)
    {
      code = (code ^ codes[i]) & 0xffff;
      sum = sum * 31 + WALK (middle, code, 0xffffffff, int);
    }
  return sum;
}

__attribute__ ((noipa)) unsigned
walk_up (const unsigned *codes, int n)
{
  unsigned *middle = model + 128, sum = 0, code = 1;
  for (int i = 0; i < n; i++)
    {
      code = (code ^ codes[i]) & 0xffff;
      sum = sum * 31 + WALK (middle, code, 1, unsigned);
    }
  return sum;
}

__attribute__ ((noipa, optimize (0))) unsigned
reference (const unsigned *codes, int n, int up)
{
  unsigned *middle = expected + 128, sum = 0, code = 1;
  for (int i = 0; i < n; i++)
    {
      code = (code ^ codes[i]) & 0xffff;
      sum = sum * 31 + (up ? WALK (middle, code, 1, unsigned)
                           : WALK (middle, code, 0xffffffff, int));
    }
  return sum;
}

int
main (void)
{
  static unsigned codes[4096];
  unsigned seed = 1;
  for (int i = 0; i < 4096; i++)
    codes[i] = (seed = seed * 1103515245 + 12345) >> 16;
  for (int i = 0; i < 256; i++)
    model[i] = expected[i] = 0x8000;
  for (int t = 0; t < 3; t++)
    if (walk (codes, 4096) != reference (codes, 4096, 0)
        || walk_up (codes, 4096) != reference (codes, 4096, 1))
      __builtin_abort ();
  return __builtin_memcmp (model, expected, sizeof model) != 0;
}

/* PROFILE:
walk:6147307:55
 1: 57
 2: 57
 3.514: 57
 3.1026: 245952
 5: 246986
 6: 246986
 6.1: 1228887
 6.2: 642693
 6.3: 585751
 6.4: 1228444
 6.5: 1228444
 6.6: 245952
 6.32256: 246986
 9: 55
walk_up:6144186:132
 1: 136
 2: 136
 3.514: 136
 3.1026: 245644
 5: 246018
 6: 246018
 6.1: 1229305
 6.2: 638819
 6.3: 589535
 6.4: 1228354
 6.5: 1228354
 6.6: 245644
 6.32256: 246018
 9: 69
END PROFILE */

/* PROFILE MISPREDICTS:
walk_up:594426:0
 3.1026: 74
 6.1: 550594
 6.5: 43758
walk:470023:0
 3.1026: 45
 6.1: 459198
 6.5: 10780
END PROFILE */

/* { dg-final { scan-opt-info {neighbours-signed.c:53:\d+: optimized: both neighbours loaded} } } */
/* { dg-final { scan-opt-info-not {neighbours-signed.c:41:\d+: optimized: both neighbours loaded} } } */
