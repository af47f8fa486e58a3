/* Whichever way around floating-point values are compared, and whatever is
   selected, there is no jump in the end.  x86 has one of the ways only.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

struct event
{
  double time;
  struct event *child, *sibling;
};

/* Of two heaps the one is put under the other: loads are selected, places of
   stores, and the result.  */
#define MELD(name, compared)                                                  \
  struct event *name (struct event *a, struct event *b)                       \
  {                                                                           \
    double x = a->time, y = b->time;                                          \
    if (x compared y)                                                         \
      {                                                                       \
        b->sibling = a->child;                                                \
        a->child = b;                                                         \
        return a;                                                             \
      }                                                                       \
    else                                                                      \
      {                                                                       \
        a->sibling = b->child;                                                \
        b->child = a;                                                         \
        return b;                                                             \
      }                                                                       \
  }

MELD (lt, <)
MELD (le, <=)
MELD (gt, >)
MELD (ge, >=)

/* { dg-final { scan-opt-info-times "converted to 5 selects" 4 } } */
/* { dg-final { scan-assembler-not {\tj[a-z]+\t} } } */
