/* A register that no insn has any more after it was exchanged with another one, but that
   the register allocator had left among those used, is not saved: the frame has no room for
   it.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */

extern void abort (void);

__attribute__ ((noipa)) static void
one (double d)
{
  if (d != 3.0)
    abort ();
}

__attribute__ ((noipa)) static void
two (float a, float b)
{
  if (a != 2.5f || b != 3.5f)
    abort ();
}

__attribute__ ((noipa)) static void
three (float a)
{
  if (a != 6.0f)
    abort ();
}

__attribute__ ((noipa)) static void
calls (float *f, int i, void (*g) (double), void (*h) (float, float), void (*k) (float))
{
  k (6.0f);
  g (3.0);
  f[i] = f[i + 1];
  h (2.5f, 3.5f);
}

int
main (void)
{
  float f[3] = { 1, 2, 3 };
  calls (f, 1, one, two, three);
  return f[1] != 3;
}

/* PROFILE:
calls:4000000:1000000
 2: 1000000 three:900000
 3: 1000000 one:500000
 4: 1000000
 5: 1000000 two:800000
END PROFILE */
