/* A profile that makes no sense anywhere costs a warning at most.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fchecking" } */
/* { dg-hwpgo-options "min-coverage=0" } */

/* PROFILE:
f:18446744073709551615:18446744073709551615
 0: 18446744073709551615 f:18446744073709551615 g:1
 1.255: 18446744073709551615
 2: 0 f:0
 7: 18446744073709551615 h:3 i:3 j:3 k:3 l:3 m:3 n:3 o:3 p:3 q:3
 9: 1 f:9
 60000: 5 g:18446744073709551615
 65535: 18446744073709551615
 65534.3: 18446744073709551615 h:1
 1: f:100
  2: f:100
   3: f:100
    4: g:100
     40000: h:100
      65535: 100
g:100:0
 12: 1 gone:5
 13: 99 vanished:5
gone:200:0
 4000: 100 vanished:5
 4000: vanished:100
  1: 100
vanished:0:0
END PROFILE */

int outside (int);

__attribute__ ((noinline)) static int
now (int x)
{
  return x + outside (x);
}

int
g (int x)
{
  int y = now (x);
  return y * now (y);
}

int
f (int x) /* { dg-warning "does not match function f" } */
{
  if (x > 3)
    return f (x - 1) + g (x);
  for (int i = 0; i < x; i++)
    x ^= outside (i);
  return x;
}

/* { dg-final { scan-report "kind.: .profile" } } */
