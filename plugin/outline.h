/* What a function looks like, as its code is now or as a profile saw it: at
   which places it has code, and what it calls there.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.  */

#ifndef HWPGO_PLUGIN_OUTLINE_H
#define HWPGO_PLUGIN_OUTLINE_H

#include "runtime/profile/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines are signed distances from the declaration's: what a profile has as
   2^16 - 1 is the line before it.  */
struct hwpgo_outline_place
{
  int32_t line;
  uint32_t discriminator;
  uint64_t count; /* executions; 0 in outlines of code.  */
};

struct hwpgo_outline_call
{
  int32_t line;
  const char *callee; /* interned: equal names are one pointer.  NULL: a call
                         through a pointer, of whatever there may be.  */
  uint32_t discriminator; /* or one of the below.  */
  uint64_t count;
  bool alone; /* nothing on the other side calls it: two of that kind may be
                 one function that was renamed.  */
};

/* Where on its line a call is: not known, or in several places.  */
#define HWPGO_CALL_SOMEWHERE UINT32_MAX
#define HWPGO_CALL_SEVERAL (UINT32_MAX - 1)

struct hwpgo_outline
{
  struct hwpgo_outline_place *places; /* by line, then discriminator.  */
  size_t n_places, places_capacity;
  struct hwpgo_outline_call *calls; /* by line, then as they came.  */
  size_t n_calls, calls_capacity;
};

/* The line of an outline for that of a profile, which may be modulo 2^16, and
   back.  */
static inline int32_t
hwpgo_outline_line (uint32_t line)
{
  return line >= 0x8000 && line <= 0xffff ? (int32_t) line - 0x10000
         : line > INT32_MAX               ? INT32_MAX
                                          : (int32_t) line;
}

static inline uint32_t
hwpgo_outline_offset (int32_t line)
{
  return line < 0 ? (uint32_t) line & 0xffff : (uint32_t) line;
}

/* Start with all zero.  These return 0 or -HWPGO_E_NOMEM.  */
int hwpgo_outline_add_place (struct hwpgo_outline *outline,
                             struct hwpgo_location at, uint64_t count);
int hwpgo_outline_add_call (struct hwpgo_outline *outline,
                            struct hwpgo_location at, const char *callee,
                            uint64_t count);
/* Sort, and make one of equal places and of equal calls on one line.  To be
   called before anything below.  */
void hwpgo_outline_finish (struct hwpgo_outline *outline);
/* Forget the calls on LINE, after that.  */
void hwpgo_outline_forget_calls (struct hwpgo_outline *outline, int32_t line);
void hwpgo_outline_free (struct hwpgo_outline *outline);

/* The places of LINE: the number of the first, and of the first after them;
   and the same for the calls.  */
struct hwpgo_outline_range
{
  size_t begin, end;
};
struct hwpgo_outline_range
hwpgo_outline_places_of (const struct hwpgo_outline *outline, int32_t line);
struct hwpgo_outline_range
hwpgo_outline_calls_of (const struct hwpgo_outline *outline, int32_t line);

/* True if OUTLINE has code there; or on LINE a call that may be CALL: of the
   same function, through a pointer, or, if CALL is alone, one that is alone,
   too.  */
bool hwpgo_outline_has_place (const struct hwpgo_outline *outline,
                              int32_t line, uint32_t discriminator);
bool hwpgo_outline_has_call (const struct hwpgo_outline *outline, int32_t line,
                             const struct hwpgo_outline_call *call);
/* True if OUTLINE has code at all places of PART.  */
bool hwpgo_outline_within (const struct hwpgo_outline *part,
                           const struct hwpgo_outline *outline);

#ifdef __cplusplus
}
#endif

#endif
