/* A register that a borrow is subtracted from itself in is cleared, so that it does not
   wait for what was there, where that is free and where it is not.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -fdump-rtl-all" } */

__attribute__ ((noipa)) unsigned
masks (const unsigned *a, const unsigned *b, unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned x = a[i], y = b[i];
      sum += x < y ? sum : 0;
      sum ^= -(unsigned) (x + 7 < y) & i;
    }
  return sum;
}

int
main (void)
{
  unsigned a[64], b[64];
  unsigned volatile sum = 0;
  for (unsigned i = 0; i < 64; i++)
    {
      a[i] = i * 2654435761u >> 24;
      b[i] = i * 2246822519u >> 24;
      unsigned now = sum;
      if (a[i] < b[i])
        now += now;
      if (a[i] + 7 < b[i])
        now ^= i;
      sum = now;
    }
  return masks (a, b, 64) != sum;
}

/* PROFILE:
masks:9000000:10
 2: 10
 3: 1000000
 3.1: 1000000
 3.2: 1000000
 5: 1000000
 6: 1000000
 7: 1000000
 9: 10
END PROFILE */

/* { dg-final { scan-dump {\(minus:[SD]I \(minus:[SD]I \(reg:[SD]I} hwpgo-setcc } } */
