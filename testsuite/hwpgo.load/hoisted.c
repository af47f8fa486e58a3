/* The profiled binary computed before the branch what both arms begin with,
   and stored below their join; so the arms' places look as if each ran every
   time.  What is left in one arm tells.  In g a sum was computed before a
   branch that hardly ever goes to the call it is for.  In h the ends of two
   arms were one, which has the place of the second.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fdump-ipa-all-blocks-details" } */

/* PROFILE:
f:6000:1000
 2: 1000
 4: 1000
 5: 390
 6: 1000
 10: 1000
 12: 1000
g:3000:1000
 3: 1000
 4: 1000
 5: 2
 7: 1000
h:5000:10
 3: 1000
 5: 1000
 7: 1000
 9: 100
 10: 1000
 11: 1
END PROFILE */

volatile int w;
int a, b, v;
void flush (int), note (void);

void
f (int x)
{
  if (v > 16 - x)
    {
      a |= x << v;
      w = a;
      b = x >> (16 - v);
    }
  else
    {
      a |= x << (v + 1);
    }
  note ();
}

void
g (int x)
{

  if (v)
    { int z = a - b * x;
      flush (z);
    }
  w = x;
}

/* Nine of ten go the first way.  */
long
h (const char *p)
{
  long n = 0;
  while (*p != 0)
    {
      n = n * 31 + *p;

      if (*p == ',')
        p += 2;
      else if (*p == '-')
        p += 2;
      else p += 3;
    }
  return n;
}

/* { dg-final { scan-dump "39.00%" hwpgo-load } } */
/* { dg-final { scan-dump "61.00%" hwpgo-load } } */
/* { dg-final { scan-dump "a call in block \[0-9\]+ \[1-9\]" hwpgo-load } } */
/* { dg-final { scan-dump "0.20%" hwpgo-load } } */
/* { dg-final { scan-dump {== 44\)\s+goto <bb [0-9]+>; \[(89|90)\.} hwpgo-load } } */
