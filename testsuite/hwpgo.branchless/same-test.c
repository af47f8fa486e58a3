/* A condition is tested four times, and the processor mispredicts the first test
   alone, which is the smaller of two numbers, but with NaNs no minimum of GCC's.
   Where that is a select, the second would mispredict, so all of them are.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */

__attribute__ ((noipa)) void
exchange (double *key, short *from, unsigned n)
{
  for (unsigned i = 0; i + 1 < n; i += 2)
    {
      double a = key[i], b = key[i + 1];
      short f = from[i], g = from[i + 1];
      key[i] = a > b ? b : a;
      key[i + 1] = a > b ? a : b;
      from[i] = b < a ? g : f;
      from[i + 1] = a <= b ? g : f;
    }
}

int
main (void)
{
  double nan = __builtin_nan (""), key[8] = { 1, 2, 4, 3, nan, 1, 2, nan };
  short from[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
  exchange (key, from, 8);
  if (key[0] != 1 || key[1] != 2 || key[2] != 3 || key[3] != 4)
    return 1;
  if (key[4] == key[4] || key[5] != 1 || key[6] != 2 || key[7] == key[7])
    return 2;
  static const short right[8] = { 0, 1, 3, 2, 4, 4, 6, 6 };
  return __builtin_memcmp (from, right, sizeof from) != 0;
}

/* PROFILE:
exchange:9000000:10
 2: 10
 4: 1000000
 5: 1000000
 6: 1000000
 7: 1000000
 8: 1000000
 9: 1000000
 11: 10
END PROFILE */
/* PROFILE MISPREDICTS:
exchange:400000:0
 6: 400000
END PROFILE */

/* { dg-final { scan-opt-info "same-test.c:15:\[0-9\]*: optimized: branch mispredicted in 40.*converted to 1 select" } } */
/* { dg-final { scan-opt-info "same-test.c:16:\[0-9\]*: optimized: branch mispredicted in 40.*converted to 1 select" } } */
/* { dg-final { scan-opt-info "same-test.c:17:\[0-9\]*: optimized: branch mispredicted in 40.*converted to 1 select" } } */
