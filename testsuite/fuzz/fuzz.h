/* What the fuzz targets share.
   SPDX-License-Identifier: GPL-2.0-or-later

   A target is one file fuzz-NAME.c with LLVMFuzzerTestOneInput in it; it is
   linked with libFuzzer (make fuzz), or with replay.c, which gives it files
   (make check).  The line "Corpora:" at its head names the folders in corpus/
   of its first inputs; NAME.dict, where there is one, has words of its
   language.  An input may be refused or taken; a property that does not hold
   ends the process.  */

#ifndef HWPGO_FUZZ_H
#define HWPGO_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/error.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#define FUZZ_CHECK(cond)                                                      \
  ((cond) ? (void) 0                                                          \
          : (fprintf (stderr, "%s:%d: FUZZ_CHECK (%s)\n", __FILE__, __LINE__, \
                      #cond),                                                 \
             abort ()))

/* RET is 0 or a negated code, ERR tells the same, in one line; memory was not
   the reason.  Clear ERR before the call.  */
static inline void
fuzz_check_error (int ret, const struct hwpgo_error *err)
{
  FUZZ_CHECK (ret <= 0);
  if (ret == 0)
    return;
  if (ret == -HWPGO_E_NOMEM)
    fprintf (stderr, "%s\n", err->text);
  FUZZ_CHECK (ret != -HWPGO_E_NOMEM);
  FUZZ_CHECK (ret == -(int) err->code && ret > -HWPGO_E_COUNT);
  FUZZ_CHECK (err->text[0] != '\0');
  for (const char *c = err->text; *c; c++)
    FUZZ_CHECK ((unsigned char) *c >= ' ' && *c != 0x7f);
}

/* A file with the SIZE bytes at DATA, without a place on the disk.  It stays
   until the next call with the same SLOT.  */
const char *fuzz_file (unsigned slot, const void *data, size_t size);
#define FUZZ_FILES 4

#endif
