/* A filter keeps what it needs of the turns before in a structure: it stays in
   registers, before its stores become a vector that the next turn would wait for.
   Not what another store may be to, and not what not each turn stores.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fchecking" } */

#define N 500
#define STAGES 2

struct biquad
{
  int b0, b1, b2, a1, a2, x1, x2, y1, y2;
};

static int
step (struct biquad *f, int x)
{
  long sum = (long) f->b0 * x + (long) f->b1 * f->x1 + (long) f->b2 * f->x2
             - (long) f->a1 * f->y1 - (long) f->a2 * f->y2;
  int y = (int) (sum >> 14);
  f->x2 = f->x1;
  f->x1 = x;
  f->y2 = f->y1;
  f->y1 = y;
  return y;
}

__attribute__ ((noipa)) int
filter (struct biquad *to, short *out, const short *in, int n)
{
  struct biquad stages[STAGES];
  for (int s = 0; s < STAGES; s++)
    stages[s] = to[s];
  for (int i = 0; i < n; i++)
    {
      int x = in[i];
      for (int s = 0; s < STAGES; s++)
        x = step (&stages[s], x);
      out[i] = (short) x;
    }
  for (int s = 0; s < STAGES; s++)
    to[s] = stages[s];
  return stages[0].y1;
}

/* What is stored may be one of the filter's own.  */
__attribute__ ((noipa)) int
aliased (struct biquad *f, int *out, const short *in, int n)
{
  for (int i = 0; i < n; i++)
    out[i] = step (f, in[i]);
  return f->y1;
}

/* Some turns store.  */
__attribute__ ((noipa)) int
sometimes (struct biquad *f, const short *in, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      sum += f->y1 * 3 + f->y2;
      if (in[i] & 1)
        {
          f->y2 = f->y1;
          f->y1 = in[i];
        }
    }
  return sum;
}

int
main (void)
{
  static struct biquad f[STAGES]
      = { { 1106, 2210, 1106, -18726, 6763, 0, 0, 0, 0 },
          { 15672, -31344, 15672, -31313, 14991, 0, 0, 0, 0 } };
  static short in[N], out[N];
  static int line[N];
  unsigned digest = 0, seed = 1;
  for (int turn = 0; turn < 3; turn++)
    {
      for (int i = 0; i < N; i++)
        {
          seed = seed * 1664525 + 1013904223;
          in[i] = (short) (seed >> 19);
        }
      digest = digest * 31 + (unsigned) filter (f, out, in, N);
      digest = digest * 31 + (unsigned) aliased (f, line, in, N);
      digest = digest * 31 + (unsigned) aliased (f, &f->x1, in, 4);
      digest = digest * 31 + (unsigned) sometimes (f, in, N);
      for (int i = 0; i < N; i++)
        digest = digest * 31 + (unsigned) out[i] + 7 * (unsigned) line[i];
    }
  return digest != 2552203857u;
}

/* PROFILE:
filter:9000000:1000
 2: 1000
 4: 2000
 5: 1000000
 7: 1000000
 8: 1000000
 9: 2000000
 10: 1000000
 12: 2000
 13: 1000
aliased:9000000:1000
 2: 1000000
 3: 1000000
 4: 1000
sometimes:9000000:1000
 2: 1000
 3: 1000000
 5: 1000000
 6: 1000000
 8: 500000
 9: 500000
 12: 1000
END PROFILE */

/* { dg-final { scan-opt-info-times "carried-places.c:(19|20):\[0-9\]*: optimized: what a turn has stored stays in a register" 8 } } */
