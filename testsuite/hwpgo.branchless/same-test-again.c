/* What goes on is asked in the midst of a turn and at its end.  The first is
   converted, and the second, which stays the branch of the loop, is tried once and
   not for ever.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O3 -g" } */
/* { dg-hwpgo-options "force-branchless" } */

static unsigned char text[8];

__attribute__ ((noipa)) static int
leb128 (unsigned long value)
{
  int n = 0;
  while (value)
    {
      text[n] = value & 0x7f;
      value >>= 7;
      if (value)
        text[n] |= 0x80;
      n++;
    }
  return n;
}

int
main (void)
{
  return !(leb128 (0) == 0 && leb128 (624485) == 3 && text[0] == 0xe5
           && text[1] == 0x8e && text[2] == 0x26);
}
