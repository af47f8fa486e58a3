/* What a link with LTO knows before it makes code.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_LINK_H
#define HWPGO_PLUGIN_LINK_H

/* True if the places of FNDECL's code, with all that is inlined in it, are
   those that the profile has.  So it is when a unit is compiled; at a link, of
   code that has numbers.  */
bool hwpgo_link_places_fit (tree fndecl);

/* True if what is inlined in the functions of this link, or part of a link, can
   be seen.  */
bool hwpgo_link_bodies_read ();

#endif
