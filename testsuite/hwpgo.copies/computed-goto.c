/* The one jump of an interpreter, of which each instruction gets a copy.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

extern int read_more (int);

int
f (const unsigned char *code)
{
  static const void *const table[] = { &&add, &&twice, &&more, &&end };
  int s = 0;
next:
  goto *table[*code++];
add:
  s += 1;
  goto next;
twice:
  s *= 2;
  goto next;
more:
  s = read_more (s);
  goto next;
end:
  return s;
}

/* { dg-final { scan-copies 14 2 4 } } */
