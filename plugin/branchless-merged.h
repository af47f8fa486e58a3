/* Tests that the profiled binary had as one.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_MERGED_H
#define HWPGO_PLUGIN_BRANCHLESS_MERGED_H

/* The block in front of HEAD whose branch is the first of two that GCC may have
   made one of, of which HEAD's has the place and the mispredicts; NULL if there
   is none.  */
basic_block hwpgo_merged_test (basic_block head);

#endif
