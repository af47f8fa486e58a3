/* How many iterations of the source one of a vectorised loop is.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.

   Code that the vectoriser has made runs once for several iterations, and no
   line table says for how many (LLVM's discriminators do).  Its counts would
   have the next build believe that the loop turns so much less often, and
   choose smaller vectors or none.  So the plugin finds out
   (vector-factors.cc), writes it into the object
   (runtime/profile/hint-section.h), and the converter multiplies the counts.
   A later round, which loads such counts into vectorised code, divides them
   again.  */

#ifndef HWPGO_PLUGIN_VECTOR_FACTORS_H
#define HWPGO_PLUGIN_VECTOR_FACTORS_H

/* Iterations of the source for one execution of the code at LOCATION in the
   function being compiled; 1 if it is not known to be vectorised.  */
unsigned hwpgo_vector_factor (location_t location);

/* The code at TO is a copy of that at FROM, in the function being compiled. */
void hwpgo_vector_factor_copy (location_t from, location_t to);

/* In front of the numbering of copies, in GIMPLE: code that stands around a
   vectorised loop, but at a place of it, since it was moved out or finishes a
   reduction, becomes another place, HWPGO_BASE_ELSEWHERE.  Its executions are
   no iterations, and without markers nothing else would tell.  */
void hwpgo_vector_factors_separate (function *fn);

/* Copies are numbered anew: what is at FROM will be at TO; and now all of it
   is.  */
void hwpgo_vector_factor_number (location_t from, location_t to);
void hwpgo_vector_factors_numbered (void);

#endif
