/* Where a statement's discriminator lives in this GCC.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  GCC 13 and later have a field in location_t.
   GCC 11 and 12 have none, so it is carried in the source range of the ad-hoc
   location; carrier.cc tells how.  It survives inlining, duplication and
   expansion to RTL, changes no generated code, and a diagnostic at such a
   location shows what it would show without.  */

#ifndef HWPGO_PLUGIN_CARRIER_H
#define HWPGO_PLUGIN_CARRIER_H

/* Inside the compiler a discriminator has more bits than in the line table; see
   copies.h.  */
#define HWPGO_CARRIED_MAX ((1u << 26) - 1)

/* LOCATION with DISCRIMINATOR (up to HWPGO_CARRIED_MAX) in place of any
   that it has, its block and range kept.  0 takes the discriminator away: a
   location that had none stays exactly as it is.  So do UNKNOWN_LOCATION and
   BUILTINS_LOCATION, which have no line.  */
location_t hwpgo_location_with_discriminator (location_t location,
                                              unsigned discriminator);

/* LOCATION's discriminator, 0 if it has none.  */
unsigned hwpgo_location_discriminator (location_t location);

/* Are A and B copies of one place: of the same line and column, the same inlined
   call and, as the source has it, the same number?  */
bool hwpgo_location_same_place_p (location_t a, location_t b);

#endif
