/* A part that was split off is entered as often as its head calls it, and not
   as often as the loop in it would have by GCC's guess: inlined back it would
   be cold.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-ipa-icf -fdump-ipa-all-details" } */

extern int next (int), use (int), more (int), other (int);
extern int calls (int);

static int
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

/* PROFILE:
work:303000:30
 2: 30
 7: 100000
 8: 99000
 9: 99500
 11: 98000
user:60:15
 3: 15
 4: 15
END PROFILE */

/* { dg-final { scan-opt-info {profile of work loaded: entered (1[0-9]|[2-5][0-9]) times} } } */
