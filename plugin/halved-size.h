/* Loops that halve a size in each turn, whatever way they go.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_HALVED_SIZE_H
#define HWPGO_PLUGIN_HALVED_SIZE_H

/* What a loop halves: X - Y, or X - Y + 1 if CLOSED, is its SIZE.  A turn, in which
   that is above 0, leaves SIZE / 2 or (SIZE - 1) / 2, both rounded down.  */
struct hwpgo_halved
{
  class loop *loop;
  gcond *test; /* at the end of the only block: goes on if a size is left.  */
  edge exit;
  gphi *x, *y;     /* y is NULL if Y is 0.  */
  tree next_x, next_y;
  tree_code more;  /* the test is next_x MORE next_y.  */
  bool closed;
  tree half;       /* the name that is SIZE / 2, or Y more if SUM, and in both
                      rounded down.  */
  bool sum;
  tree condition;  /* by which the turn goes its way.  */
  gassign *select; /* by that.  */
};

/* Does LOOP, of a single block that does nothing but load and compute, so halve what
   is above 0 when it is entered?  Then describe that in *P.  */
bool hwpgo_halved_p (class loop *loop, struct hwpgo_halved *p);

/* X, or Y if not FIRST, of P when its loop is entered; 0 if there is no Y.  */
tree hwpgo_halved_at_entry (const struct hwpgo_halved *p, bool first);

#endif
