/* What memcmp and its like return, in selects.
   SPDX-License-Identifier: GPL-2.0-or-later

   The strlen pass of GCC 11 and 12 takes any select by a comparison with zero
   for a question if its operands are zero, and then lets a comparison of
   memory return no more than that (use_in_zero_equality of
   tree-ssa-strlen.cc).  Before HWPGO_SELECTS_TAKE_VALUES nothing but if
   conversion, which comes later, made such selects.  Later compilers have a
   name for the condition of a select, and nothing is hidden for them.

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_COMPARISONS_H
#define HWPGO_PLUGIN_BRANCHLESS_COMPARISONS_H

/* Hide what comparisons of memory in FN return, where it is used as a value.
   To be done after selects were made and after they may have been inlined.  */
void hwpgo_hide_comparisons (function *fn);

/* Hide what selects in FN take by a comparison with zero, if inlining may make
   it the result of a comparison of memory.  To be done where that may happen
   without us: a link needs no plugin.  */
void hwpgo_hide_selected (function *fn);

#endif
