/* How much two profiles agree.
   SPDX-License-Identifier: GPL-2.0-or-later

   A place is a function, a chain of inlined calls in it, a line and a
   discriminator; its share is its count over the sum of all counts of its
   profile.  The overlap of two profiles is the sum, over all places of both,
   of the smaller of the two shares: 1 when each place has the same share in
   both, whatever the number of samples, 0 when no place ran in both.  The
   overlap of one function takes shares in the counts of that function.

   Similarity and raw overlap are what 'llvm-profdata overlap --sample' calls
   profile similarity and sample overlap (llvm/tools/llvm-profdata), so that
   figures can be compared; so is what is hot.  */

#ifndef HWPGO_PROFILE_OVERLAP_H
#define HWPGO_PROFILE_OVERLAP_H

#include "runtime/profile/model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hwpgo_overlap_function
{
  const char *name; /* lives as long as the profiles.  */
  bool present[2];
  double counts[2]; /* the sum of its counts.  */
  double overlap;   /* of the function alone, 0..1.  */
  double lost;      /* its part of what is missing from 1 in the overlap of the
                       profiles; these add up to that.  */
};

/* How many things of one sort there are.  */
struct hwpgo_overlap_things
{
  size_t n[2]; /* in the one and in the other.  */
  size_t both;
};

struct hwpgo_overlap
{
  double overlap;    /* 0..1, as above.  */
  double similarity; /* 0..1: the mean over the functions of their overlaps,
                        each less by the difference of its shares in the
                        profiles, weighted by the mean of those shares.  */
  double raw;        /* 0..1: smaller counts over larger counts, summed.  */
  double counts[2];
  struct hwpgo_overlap_things places, functions;
  /* Hot places are the ones with the highest counts, down to the count with
     which they have 99 % of all; hot functions have a hot place.  */
  struct hwpgo_overlap_things hot_places, hot_functions;
  struct hwpgo_overlap_function *all; /* malloc'ed; by name.  */
  size_t n;
};

/* Compare A and B, which nothing is required of; two profiles without counts
   overlap wholly.  Symmetric to the bit.  Time n log n in the number of places.
   0 or -HWPGO_E_NOMEM; *RESULT is then empty.  */
int hwpgo_overlap_compute (struct hwpgo_overlap *result,
                           const struct hwpgo_profile *a,
                           const struct hwpgo_profile *b);
void hwpgo_overlap_free (struct hwpgo_overlap *result);

/* The rows of RESULT, of which the one that loses most comes first, then by
   name: a malloc'ed array of RESULT->n pointers, NULL when out of memory.  */
const struct hwpgo_overlap_function **
hwpgo_overlap_worst (const struct hwpgo_overlap *result);

#ifdef __cplusplus
}
#endif

#endif
