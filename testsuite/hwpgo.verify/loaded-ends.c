/* Counts that are loaded are a flow, too, where nothing leads to the exit: in a
   function that ends in calls, and in a loop that the program leaves in one that
   does not show it.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */
/* { dg-hwpgo-options "verify=report verify-rules=flow" } */

void good (void), step (int), last (void);
_Noreturn void stop (int);

void
ends (int a)
{
  if (a > 3)
    good ();
  if (a > 5)
    stop (1);
  stop (0);
}

void
turns (int a)
{
  last ();
  for (;;)
    if (a++ & 1)
      step (a);
    else
      step (2);
}

/* PROFILE:
ends:190:100
 3: 100
 4: 80
 5: 100
 6: 0
 7: 0
turns:70:10
 3: 10
 5: 20
 6: 20
 8: 0
END PROFILE */

/* { dg-final { scan-report "function.: .ends., .*status.: .loaded" } } */
/* { dg-final { scan-report "function.: .turns., .*status.: .loaded" } } */
/* { dg-final { scan-report-not "kind.: .verify., .*pass.: .hwpgo" } } */
