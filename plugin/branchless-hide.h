/* What GCC must not see of selects.
   SPDX-License-Identifier: GPL-2.0-or-later

   Nothing but if conversion, which comes late, makes selects by itself, so
   that two passes in front of it take some wrong:

     The strlen pass of GCC 11 and 12 takes any select by a comparison with
     zero for a question if its operands are zero, and then lets memcmp and its
     like return no more than that (use_in_zero_equality of
     tree-ssa-strlen.cc).  Later compilers have a name for the condition of a
     select (HWPGO_SELECTS_TAKE_VALUES).

     The passes of object sizes die of constants in selects in loops; where
     the plugin runs, object-size.cc keeps them from it.

   With LTO, passes run after inlining at a link that need not have the plugin.

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_HIDE_H
#define HWPGO_PLUGIN_BRANCHLESS_HIDE_H

/* Hide what comparisons of memory in FN return, where it is used as a value.
   To be done after selects were made and after they may have been inlined.  */
void hwpgo_hide_comparisons (function *fn);

/* Hide of FN's selects what may become dangerous by inlining: pointers that
   were selected, and what is selected by a comparison with zero and may turn
   out to be what a comparison of memory returns.  To be done before bytecode
   is written.  */
void hwpgo_hide_for_link (function *fn);

#endif
