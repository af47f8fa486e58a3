/* Loops that the vectoriser is to leave alone.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  Before if-conversion, which makes a version of a
   loop for the vectoriser.  */

#ifndef HWPGO_PLUGIN_SCALAR_LOOPS_H
#define HWPGO_PLUGIN_SCALAR_LOOPS_H

/* The innermost loop that BB is the header of, if it may be vectorised and nobody
   asked for that; else NULL.  */
class loop *hwpgo_vectorisable_loop (basic_block bb);

/* Leave LOOP alone, as WHY says, the end of a remark.  */
void hwpgo_leave_scalar (class loop *loop, const char *why);

#endif
