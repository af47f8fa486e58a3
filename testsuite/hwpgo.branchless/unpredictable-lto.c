/* What the source calls unpredictable, the link knows: only there is the
   branch a hammock, when the call in its arm has been inlined.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -flto=auto -flto-partition=max -fno-early-inlining" } */

static unsigned
step (unsigned s, unsigned x)
{
  return s * 3 + x;
}

__attribute__ ((noinline)) unsigned
work (const unsigned char *a, int n)
{
  unsigned x = 1, y = 1;
  for (int i = 0; i < n; i++)
    {
      if (__builtin_unpredictable (a[i] > 64))
        x = step (x, a[i]);
      if (a[i] > 128)
        y = step (y, a[i]);
    }
  return x ^ y;
}

int
main (void)
{
  unsigned char a[200];
  unsigned x = 1, y = 1;
  for (int i = 0; i < 200; i++)
    {
      a[i] = (unsigned char) (i * 37);
      x = a[i] > 64 ? x * 3 + a[i] : x;
      y = a[i] > 128 ? y * 3 + a[i] : y;
    }
  return work (a, 200) != (x ^ y);
}

/* { dg-final { scan-report-times {"kind": "branchless"} 1 } } */
/* { dg-final { scan-report {"kind": "branchless".*"line": 19.*"converted": "yes"} } } */
