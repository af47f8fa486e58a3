/* The places that functions had when they were numbered.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.

   Between the numbering and the load, GCC and our own early passes take
   statements away: of a comparison such as qsort has,

     if (a < b)
       return -1;
     return a > b;

   nothing is left but one expression at the place of the last line.  The
   profile of a build in which they were still there is no less true for
   that.  */

#ifndef HWPGO_PLUGIN_WRITTEN_H
#define HWPGO_PLUGIN_WRITTEN_H

#include "plugin/numbering.h"
#include "runtime/profile/model.h"

/* Keep the places of FN that NUMBERING has.  What there is no memory for is not
   kept.  */
void hwpgo_written_keep (const function *fn,
                         const struct hwpgo_numbering *numbering);

/* Append the places in FNDECL that were kept, with lines as lookup.h has
   them; none for a function that GCC has made.  */
void hwpgo_written_places (tree fndecl, vec<struct hwpgo_location> *places);

/* Forget all.  */
void hwpgo_written_free ();

#endif
