/* What is split off a function is no copy of its head, nor is the head where it
   is inlined: the calls around tell these apart.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 --param max-inline-insns-auto=1" } */

extern int next (int), use (int), more (int), other (int);
extern int calls (int);

int
work (int a)
{
  if (a == 0)
    return 0;
  int i = 0;
  do
    {
      use (i);
      more (i);
      i = next (i);
    }
  while (i < a);
  other (i);
  use (a);
  more (a);
  return i;
}

int
user (int a)
{
  int s = 0;
  s += work (calls (a));
  s += work (calls (s));
  return s;
}

/* { dg-final { scan-assembler "work\\.part\\.0" } } */
/* { dg-final { scan-copies 13 1 0 } } */
/* { dg-final { scan-copies 18 1 0 } } */
