/* Turns in front of loops: what is known in them.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_PEELED_LOOPS_H
#define HWPGO_PLUGIN_PEELED_LOOPS_H

/* Does LOOP, in another one, begin with so much that is the same for all entries that
   copies of its turns would have less to do?  */
bool hwpgo_much_known_p (class loop *loop);

/* Propagate constants in FN's blocks, so that what is known in copies is seen to be by
   the next passes: the place of what is loaded, which else might trap.  */
void hwpgo_propagate_constants (function *fn);

#endif
