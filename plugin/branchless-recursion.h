/* A function that calls itself, as a loop.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_RECURSION_H
#define HWPGO_PLUGIN_BRANCHLESS_RECURSION_H

/* A function calls itself so often, for each time that it is called, or it is
   no loop.  */
#define HWPGO_RECURSION_USUAL 0.5

/* FROM in one call is what TO was in the one before, or after, it; or is what
   the other has stored.  */
struct hwpgo_passed
{
  tree from, to;
  bool stored;
};

struct hwpgo_recursion
{
  class loop *whole; /* that of all blocks.  */
  auto_vec<gcall *> calls;
  auto_vec<hwpgo_passed> passed;
  double share; /* calls for one of the function.  */
  double turns; /* calls that follow each other; 0: unknown.  */
};

/* Fill R, which is empty, for the current function; false if its calls of
   itself do not follow each other.  */
bool hwpgo_recursion_find (struct hwpgo_recursion *r);

#endif
