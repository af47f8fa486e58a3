/* A loop's header, copied in front of it.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

extern int more (int);
extern void g (void);

void
f (int *p)
{
  while (*p > 3)
    g ();
}

/* { dg-final { scan-copies 12 1 2 } } */
