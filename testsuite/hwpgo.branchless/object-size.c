/* A select of pointers in a loop, with a constant, of which the size is asked:
   GCC died of it.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

struct pair
{
  char a[10], b[10];
};

__attribute__ ((noinline)) static unsigned long
size (int which)
{
  struct pair p;
  char c[20], *r = c;
  for (int i = 0; i < 4; i++)
    {
      if (i == which - 1)
        r = &p.a[1];
      else if (i == which)
        r = &p.b[7];
      else if (i == which + 1)
        r = &c[5];
    }
  __asm__ volatile ("" : : "r" (r) : "memory");
  return __builtin_object_size (r, 0);
}

int
main (void)
{
  return size (1) < 15;
}
