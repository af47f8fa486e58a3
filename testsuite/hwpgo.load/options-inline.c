/* Where a profile was loaded, hot calls are inlined up to -O3's limit.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

extern const unsigned short steps[89];

static unsigned
encode (int *state, int sample)
{
  int step = state[1], difference = sample - state[0];
  unsigned code = 0;
  if (difference < 0)
    {
      code = 8;
      difference = -difference;
    }
  if (difference >= step)
    {
      code |= 4;
      difference -= step;
    }
  if (difference >= step >> 1)
    {
      code |= 2;
      difference -= step >> 1;
    }
  if (difference >= step >> 2)
    code |= 1;
  state[0] += code & 8 ? -difference : difference;
  if (state[0] > 32767)
    state[0] = 32767;
  int index = state[2] + (int) (code & 7) - 3;
  if (index < 0)
    index = 0;
  else if (index > 88)
    index = 88;
  state[2] = index;
  state[1] = steps[index] - (step >> 3);
  return code;
}

void
encode_block (int *state, const short *in, unsigned long n,
              unsigned char *out)
{
  for (unsigned long i = 0; i < n; i += 2)
    {
      unsigned low = encode (state, in[i]);
      unsigned high = encode (state, in[i + 1]);
      *out++ = (unsigned char) (low | high << 4);
    }
}

/* PROFILE:
encode:20000000:2000000
 0: 2000000
 2: 2000000
 3: 2000000
 4: 2000000
 6: 1000000
 7: 1000000
 9: 2000000
 11: 1000000
 12: 1000000
 14: 2000000
 16: 1000000
 17: 1000000
 19: 2000000
 20: 1000000
 21: 2000000
 22: 2000000
 23: 1000
 24: 2000000
 25: 2000000
 29: 2000000
 30: 2000000
 31: 2000000
encode_block:5000000:10
 3: 1000000
 5: 1000000 encode:1000000
 6: 1000000 encode:1000000
 7: 1000000
 9: 10
END PROFILE */

/* { dg-final { scan-assembler-not {call\s+encode} } } */
