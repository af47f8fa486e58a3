/* Profiles of code that has changed since.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.

   A profile has its counts at line offsets in functions.  Where lines were
   inserted or deleted since it was recorded, these are other code's.  What
   stands still relative to the code around it are calls, and which lines have
   code at all.  Functions of which that does not fit are aligned with their
   code (align.h), and the profile is made anew with its counts where the code
   is now.  Those that fit as they are stay as they are.  */

#ifndef HWPGO_PLUGIN_REMATCH_H
#define HWPGO_PLUGIN_REMATCH_H

#include "plugin/align.h"
#include "plugin/lookup.h"
#include "runtime/base/bytes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The code of a unit as it was before anything moved: the outlines of its
   functions.  */
struct hwpgo_code;

struct hwpgo_code *hwpgo_code_new (void);
void hwpgo_code_free (struct hwpgo_code *code);

/* The outline of function NAME, empty at first, to be filled; NULL when out
   of memory.  */
struct hwpgo_outline *hwpgo_code_function (struct hwpgo_code *code,
                                           const char *name);
/* NAME as callees in the outlines have to be named; NULL when out of
   memory.  */
const char *hwpgo_code_name (struct hwpgo_code *code, const char *name);

/* What became of a function's part of the profile.  */
enum hwpgo_rematch_verdict
{
  HWPGO_REMATCH_FITS,  /* It is where the code is, or nobody knows better.  */
  HWPGO_REMATCH_MOVED, /* It was brought to where the code is now.  */
  HWPGO_REMATCH_OTHER  /* It is of other code, and of no use.  */
};

struct hwpgo_rematched
{
  const char *name;
  enum hwpgo_rematch_verdict verdict;
  bool sure; /* by its calls it is of this function, whatever the counts at
                places that are there.  */
  struct hwpgo_fit before, after; /* the same when it FITS.  */
  const struct hwpgo_alignment *alignment; /* of the lines, when MOVED.  */
};

/* Compare what PROFILE has of the functions of CODE with their outlines, which
   are complete: under MASK for discriminators, functions named as MEANING
   (NULL: the same) says.  At places of CONVERTED, NULL if there are none, the
   profiled build had selects for branches.  0 or -HWPGO_E_NOMEM.  Forgets an
   earlier one.  */
int hwpgo_rematch (struct hwpgo_code *code,
                   const struct hwpgo_profile *profile,
                   const struct hwpgo_profile *converted,
                   hwpgo_meaning *meaning, uint32_t mask);

/* The I-th function that the profile knows, by name; NULL after the last.  */
const struct hwpgo_rematched *hwpgo_rematched (struct hwpgo_code *code,
                                               size_t i);

/* Put into *TO, which the caller frees, PROFILE with each count where CODE has
   its place now; NULL when nothing changes.  What is gone gets a line that no
   code has.  Of one recording, all profiles have the same places: PROFILE may
   be of mispredicts.  0 or -HWPGO_E_NOMEM.  */
int hwpgo_rematch_apply (const struct hwpgo_code *code,
                         const struct hwpgo_profile *profile,
                         hwpgo_meaning *meaning, struct hwpgo_profile **to);

/* --- for a link (rematch-stream.c) ---------------------------------------*/

/* A function that has another name now.  */
struct hwpgo_renamed
{
  const char *from, *to; /* live as long as the code.  */
};

/* Note that function FROM is TO now.  0 or -HWPGO_E_NOMEM.  */
int hwpgo_code_note_rename (struct hwpgo_code *code, const char *from,
                            const char *to);
/* The I-th one; NULL after the last.  */
const struct hwpgo_renamed *hwpgo_code_renamed (const struct hwpgo_code *code,
                                                size_t i);

/* Write to OUT which functions do not fit, and how, and which were renamed.  */
void hwpgo_code_write (const struct hwpgo_code *code, struct hwpgo_bytes *out);

/* Add to CODE, which may have that of other units, what the SIZE bytes at DATA
   say, so that hwpgo_rematch_apply does with a profile what it did in the
   units; of functions with one name the first one counts.  0, -HWPGO_E_NOMEM
   or -HWPGO_E_FORMAT.  */
int hwpgo_code_read (struct hwpgo_code *code, const void *data, size_t size);
/* The MASK for discriminators that the units had.  */
void hwpgo_code_set_mask (struct hwpgo_code *code, uint32_t mask);

#ifdef __cplusplus
}
#endif

#endif
