/* LLVM's text form of a sample profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   Grammar (llvm/lib/ProfileData/SampleProfReader.cpp, LLVM 19), a line each:

     profile  := { comment | blank | head body }
     comment  := blanks '#' anything
     head     := NAME ':' TOTAL ':' HEAD        in column 0
     body     := { blanks sample | blanks callsite body } { blanks metadata }
     sample   := OFFSET [ '.' DISC ] ': ' COUNT { ' ' NAME ':' COUNT }
     callsite := OFFSET [ '.' DISC ] ': ' NAME ':' TOTAL
     metadata := '!CFGChecksum: ' N | '!Attributes: ' N | '!Flat'

   The number of blanks is the depth: 1 directly in the function, one more for
   each inlined call.  NAME is everything before the last ':' or two, so it
   may hold ':' and blanks; that of a target ends at the first ':' that a
   number and then a blank or the end of the line follow.  doc/formats.md has
   the rest.  */

#ifndef HWPGO_PROFILE_TEXT_H
#define HWPGO_PROFILE_TEXT_H

#include <stdio.h>

#include "runtime/profile/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* True if the SIZE bytes at DATA start like text: the reader then says what
   is wrong with it, and where.  */
bool hwpgo_text_looks_like (const void *data, size_t size);

/* Read a text profile and add it to PROFILE.  FILE is for messages.  An
   input without a single function is fine.  On error PROFILE holds a part of
   it.  */
int hwpgo_text_read (struct hwpgo_profile *profile, const char *file,
                     const void *data, size_t size, struct hwpgo_error *err);

/* Write PROFILE as llvm-profdata would, to the byte.  Returns 0, or an error
   when out of memory or when a name cannot be written so that it reads back;
   errors of OUT stick to it.  */
int hwpgo_text_write (const struct hwpgo_profile *profile, FILE *out,
                      struct hwpgo_error *err);

#ifdef __cplusplus
}
#endif

#endif
