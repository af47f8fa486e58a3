/* Which line of the code a line of a profile is now.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.  align.c tells how.  */

#ifndef HWPGO_PLUGIN_ALIGN_H
#define HWPGO_PLUGIN_ALIGN_H

#include "plugin/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* There is no such line any more.  */
#define HWPGO_LINE_GONE INT32_MIN

struct hwpgo_line_pair
{
  int32_t from, to; /* TO may be HWPGO_LINE_GONE.  */
};

/* There is no such place any more.  */
#define HWPGO_PLACE_GONE UINT32_MAX

/* A place of a line that is still there, but has other places.  */
struct hwpgo_place_pair
{
  int32_t line;      /* in the profile.  */
  uint32_t from, to; /* discriminators; TO may be HWPGO_PLACE_GONE.  */
};

/* All lines of an outline, each once and rising.  Those that are not gone
   rise, too: lines keep their order.  */
struct hwpgo_alignment
{
  struct hwpgo_line_pair *pairs; /* owned.  */
  size_t n, capacity;
  struct hwpgo_place_pair *places; /* owned; by line, then FROM.  */
  size_t n_places, places_capacity;
};

/* Align FROM, of a profile, with TO, of the code; both finished.  *ALIGNMENT
   is to be freed in any case.  Time and memory are in proportion to the lines
   of the code times a few hundred at most.  The same input has the same
   result.  Returns 0 or -HWPGO_E_NOMEM.  */
int hwpgo_align (struct hwpgo_alignment *alignment,
                 const struct hwpgo_outline *from,
                 const struct hwpgo_outline *to);
/* The same, of code that has not moved.  */
int hwpgo_align_as_is (struct hwpgo_alignment *alignment,
                       const struct hwpgo_outline *from);
void hwpgo_alignment_free (struct hwpgo_alignment *alignment);

/* Where LINE is now; one that is not in ALIGNMENT goes with the line before it
   that is.  LINE itself with ALIGNMENT NULL.  */
int32_t hwpgo_alignment_line (const struct hwpgo_alignment *alignment,
                              int32_t line);

/* Let nothing have moved.  */
void hwpgo_alignment_reset (struct hwpgo_alignment *alignment);

/* True if no call of FROM that is on the same line of TO is at another place of
   that.  */
bool hwpgo_calls_stay (const struct hwpgo_outline *from,
                       const struct hwpgo_outline *to);

/* Find places of lines that are there but lack some of FROM's, or have a call
   elsewhere: a place with a call goes where the call is now.  0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_align_places (struct hwpgo_alignment *alignment,
                        const struct hwpgo_outline *from,
                        const struct hwpgo_outline *to);

/* Where place *DISCRIMINATOR of *LINE is now; false if it is gone.  */
bool hwpgo_alignment_place (const struct hwpgo_alignment *alignment,
                            int32_t *line, uint32_t *discriminator);

/* How much of FROM the code TO has.  */
struct hwpgo_fit
{
  uint64_t samples, samples_found;   /* counts of places.  */
  uint64_t calls, calls_found;       /* counts of calls.  */
  size_t lines, lines_found;         /* with samples; all their places.  */
  size_t call_sites, call_sites_found;
};

/* The fit with each line where ALIGNMENT (NULL: nothing moved) puts it.  */
struct hwpgo_fit hwpgo_outline_fit (const struct hwpgo_outline *from,
                                    const struct hwpgo_outline *to,
                                    const struct hwpgo_alignment *alignment);

#ifdef __cplusplus
}
#endif

#endif
