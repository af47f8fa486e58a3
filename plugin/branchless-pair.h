/* Indexes of pairs: an even number, or one more.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_PAIR_H
#define HWPGO_PLUGIN_BRANCHLESS_PAIR_H

/* An index that is EVEN, or one more where A and B are as CODE says (!ODD: are
   not).  */
struct hwpgo_pair
{
  tree even, a, b;
  tree_code code;
  bool odd;
};

/* Is INDEX, in LOOP, one of a pair?  Fills P with what it is made of; if INDEX
   was that in the turn before, with that turn's, which hwpgo_pair_carry brings
   over.  */
bool hwpgo_pair_p (class loop *loop, tree index, struct hwpgo_pair *p);

/* Let P, which the above has filled, have names that are known where INDEX is:
   by PHIs of LOOP's header, if need be.  */
void hwpgo_pair_carry (class loop *loop, tree index, struct hwpgo_pair *p);

/* Is VALUE, an integer, known to be even?  */
bool hwpgo_even_p (tree value);

/* The assignment of NAME, which may be anything; NULL if there is none.  */
static inline gassign *
hwpgo_assigned (tree name)
{
  return TREE_CODE (name) == SSA_NAME
             ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (name))
             : NULL;
}

#endif
