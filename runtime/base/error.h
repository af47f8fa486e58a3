/* Errors with file, place and reason.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_BASE_ERROR_H
#define HWPGO_BASE_ERROR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum hwpgo_error_code
{
  HWPGO_OK = 0,
#define HWPGO_ERROR(code, text) HWPGO_E_##code,
#include "runtime/base/errors.def"
#undef HWPGO_ERROR
  HWPGO_E_COUNT
};

/* One failure, told in a sentence.  Callers own the struct, usually on the
   stack and zeroed; the functions below fill it.  Every function of hwpgo
   that can fail returns 0 or a negated code and takes a 'struct hwpgo_error
   *', which may be NULL when only the code matters.  */
struct hwpgo_error
{
  enum hwpgo_error_code code;
  char text[512]; /* "FILE: offset 0x1f: REASON: DETAIL", no full stop; of a
                     very long FILE the end.  */
};

/* The reason that belongs to CODE, from errors.def.  Never NULL.  */
const char *hwpgo_error_reason (enum hwpgo_error_code code);

/* Each fills *ERR (if not NULL) and returns -CODE.  FILE may be NULL.  FMT
   and what follows give the detail; FMT may be NULL.  Control characters
   that come from the input are shown as '?'.  */
int hwpgo_error_set (struct hwpgo_error *err, enum hwpgo_error_code code,
                     const char *file, const char *fmt, ...)
    __attribute__ ((format (printf, 4, 5)));
int hwpgo_error_at_offset (struct hwpgo_error *err,
                           enum hwpgo_error_code code, const char *file,
                           uint64_t offset, const char *fmt, ...)
    __attribute__ ((format (printf, 5, 6)));
int hwpgo_error_at_line (struct hwpgo_error *err, enum hwpgo_error_code code,
                         const char *file, uint64_t line, const char *fmt,
                         ...) __attribute__ ((format (printf, 5, 6)));

/* The same from errno: "FILE: cannot DOING: strerror"; ENOMEM is
   -HWPGO_E_NOMEM.  */
int hwpgo_error_errno (struct hwpgo_error *err, const char *file,
                       const char *doing);

/* Out of memory; returns -HWPGO_E_NOMEM.  */
int hwpgo_error_nomem (struct hwpgo_error *err);

#ifdef __cplusplus
}
#endif

#endif
