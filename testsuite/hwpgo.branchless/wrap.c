/* The profiled program had a conditional move where a counter starts over, and the
   arm seems to run each time.  It runs once in as many turns as it takes to the
   limit, and is no coin either.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize -fdump-tree-optimized" } */

#define SIZE 4000

unsigned char ring[SIZE];

void
copy (unsigned from, unsigned char *to, int n)
{
  for (int i = 0; i < n; i++)
    {
      to[i] = ring[from];
      if (++from == SIZE)
        from = 0;
    }
}

/* A limit that is no constant.  */
void
copy_some (const unsigned char *some, unsigned size, unsigned from,
           unsigned char *to, int n)
{
  for (int i = 0; i < n; i++)
    {
      to[i] = some[from];
      if (++from >= size)
        from = 0;
    }
}

/* Every other turn is no rare one.  */
int
take_turns (const unsigned char *p, int n)
{
  int s = 0;
  unsigned which = 0;
  for (int i = 0; i < n; i++)
    {
      s ^= p[i] << which;
      if (++which == 2)
        which = 0;
    }
  return s;
}

/* The phase of a sound that is resampled.  */
int
resample (const short *sound, unsigned phase, unsigned step, unsigned end,
          int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      s ^= sound[phase >> 16];
      phase += step;
      if (phase >= end)
        phase -= end;
    }
  return s;
}

struct voice
{
  const short *sound;
  unsigned step, end, length;
};

/* The end is that of a loop, which is shorter.  */
int
resample_loop (const struct voice *v, unsigned phase, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      s ^= v->sound[phase >> 16];
      phase += v->step;
      if (phase >= v->end)
        phase -= v->length;
    }
  return s;
}

struct oscillator
{
  const short *sound;
  unsigned phase, step, end;
};

/* The bytes that are stored may be any, so the phase stays in memory.  */
void
oscillate (struct oscillator *o, unsigned char *to, int n)
{
  for (int i = 0; i < n; i++)
    {
      unsigned phase = o->phase + o->step;
      if (phase >= o->end)
        phase -= o->end;
      o->phase = phase;
      to[i] = (unsigned char) o->sound[phase >> 16];
    }
}

/* A sum of what is somewhere else each time may be anything.  */
unsigned
modulo (const unsigned *p, unsigned end, int n)
{
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    {
      sum += p[i];
      if (sum >= end)
        sum -= end;
    }
  return sum;
}

/* Nor is what is set back until it is long enough.  */
int
long_enough (const unsigned char *p, int n, int limit)
{
  int s = 0, length = 0;
  for (int i = 0; i < n; i++)
    {
      s ^= p[i] << length;
      if (++length < limit)
        length = 0;
    }
  return s;
}

/* PROFILE:
copy:5001000:1000
 2: 1001000
 4: 1000000
 5: 1000000
 6: 1000000
 8: 1000
copy_some:5001000:1000
 3: 1001000
 5: 1000000
 6: 1000000
 7: 1000000
 9: 1000
take_turns:5001000:1000
 2: 1000
 4: 1001000
 6: 1000000
 7: 1000000
 8: 1000000
 10: 1000
resample:5001000:1000
 3: 1000
 4: 1001000
 6: 1000000
 7: 1000000
 8: 1000000
 9: 1000000
 11: 1000
resample_loop:5001000:1000
 2: 1000
 3: 1001000
 5: 1000000
 6: 1000000
 7: 1000000
 8: 1000000
 10: 1000
oscillate:5001000:1000
 2: 1000
 3: 1000
 5: 1000000
 6: 1000000
 7: 1000000
 8: 1000000
 9: 1000000
 11: 1000
modulo:5001000:1000
 2: 1000
 3: 1001000
 5: 1000000
 6: 1000000
 7: 1000000
 9: 1000
long_enough:5001000:1000
 2: 1000
 3: 1001000
 5: 1000000
 6: 1000000
 7: 1000000
 9: 1000
END PROFILE */

/* { dg-final { scan-opt-info {wrap.c:18:[0-9]*: note: +a counter starts over: once in 4000 turns} } } */
/* { dg-final { scan-opt-info {wrap.c:31:[0-9]*: note: +a counter starts over: once in 16 turns} } } */
/* { dg-final { scan-opt-info {wrap.c:61:[0-9]*: note: +a counter starts over: once in 16 turns} } } */
/* { dg-final { scan-opt-info {wrap.c:82:[0-9]*: note: +a counter starts over: once in 16 turns} } } */
/* { dg-final { scan-opt-info {wrap.c:101:[0-9]*: note: +a counter starts over: once in 16 turns} } } */
/* { dg-final { scan-opt-info-times {a counter starts over} 5 } } */
