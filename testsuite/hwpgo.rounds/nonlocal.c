/* A jump out of a nested function has no edge that a probability could be noted
   for.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O1 -w" } */

extern void abort (void);
extern void exit (int);

static void
descend (int n, void (*leave) (void))
{
  __label__ out;

  void jump (void)
  {
    goto out;
  }

  if (n == 3)
    descend (n - 1, jump);
  else if (n > 0)
    descend (n - 1, leave);
  else
    (*leave) ();
  return;

out:
  if (n == 3)
    exit (0);
  else
    abort ();
}

int
main (void)
{
  descend (10, abort);
  abort ();
}

/* PROFILE:
descend:57:11
 0: 11
 8: 11
 9: 1 descend:1
 10: 10
 11: 9 descend:9
 13: 1
 17: 1
 18: 1 exit:1
 20: 0
 21: 1
jump.0:2:1
 1: 1
 2: 1
main:2:1
 2: 1
 3: 0
END PROFILE */
