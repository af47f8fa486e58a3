/* What is moved on the edges behind a branch, and is one move for several of
   them, does not tell how often the branch runs.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g -gno-column-info" } */

struct match
{
  unsigned length, distance;
};
extern unsigned more (unsigned length, unsigned distance);

unsigned
find (const unsigned char *at, unsigned near, unsigned far, unsigned size,
      struct match *matches)
{
  unsigned count = 0, best = 1;
  if (near < size && *(at - near) == at[0])
    {
      best = 2;
      matches[0].length = 2;
      matches[0].distance = near - 1;
      count = 1;
    }
  if (near != far
      && far < size && *(at - far) == at[0])
    {
      best = 3;
      matches[count++].distance = far - 1;
      near = far;
    }
  if (count != 0)
    {
      best = more (best, near);
      matches[count - 1].length = best;
    }
  return best + count;
}

/* { dg-final { scan-assembler {\.loc 1 26 0 (is_stmt 0 )?discriminator 255[^\n]*\n\tmovl\t\$1,} } } */
