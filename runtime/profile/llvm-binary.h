/* LLVM's binary form of a sample profile, and what ExtBinary has of it.
   SPDX-License-Identifier: GPL-2.0-or-later

   Every number is an unsigned LEB128 (llvm/lib/ProfileData, LLVM 19):

     file     := MAGIC VERSION summary names { function }
     summary  := TOTAL MAX MAX-HEAD COUNTS FUNCTIONS N { CUTOFF MIN COUNTS }
     names    := N { text NUL }
     function := HEAD body
     body     := name TOTAL N { place COUNT N { name COUNT } }
                            N { place body }
     place    := LINE DISCRIMINATOR
     name     := index into names

   llvm-binary-read.c and llvm-binary-write.c are mirrors.  doc/formats.md has
   the rest.  */

#ifndef HWPGO_PROFILE_LLVM_BINARY_H
#define HWPGO_PROFILE_LLVM_BINARY_H

#include <stdio.h>

#include "runtime/base/cursor.h"
#include "runtime/profile/format.h"
#include "runtime/profile/md5-name.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
  HWPGO_LLVM_VERSION = 103,
  /* The first of eight bytes of the magic number, "SPROF42" before it.  */
  HWPGO_LLVM_EXTBINARY = 4,
  HWPGO_LLVM_BINARY = 0xff
};

#define HWPGO_LLVM_MAGIC(format) (UINT64_C (0x5350524f46343200) | (format))

/* The form 0xff, as hwpgo_profile_reader and hwpgo_profile_writer.  */
int hwpgo_llvm_binary_read (struct hwpgo_profile *profile, const char *file,
                            const void *data, size_t size,
                            struct hwpgo_error *err);
int hwpgo_llvm_binary_write (const struct hwpgo_profile *profile,
                             const struct hwpgo_write_options *options,
                             FILE *out, struct hwpgo_error *err);

/* --- reading --------------------------------------------------------------
   For extbinary-*.c.  */

enum hwpgo_llvm_names_form
{
  HWPGO_NAMES_TEXT,
  HWPGO_NAMES_MD5,      /* N { LEB128 }.  */
  HWPGO_NAMES_FIXED_MD5 /* N { 8 bytes, little-endian }.  */
};

/* A table of names, in terms of the bytes that it was read from.  An index
   says where the texts are, so that only those asked for are looked at.  */
struct hwpgo_llvm_names
{
  size_t n;
  const uint8_t *pairs; /* of an index, checked; in the input.  */
  const uint8_t *bytes; /* in which these say where the texts are.  */
  const char **text;    /* owned; NULL in a table of hashes.  */
  uint64_t *hashes;     /* owned; NULL in the other forms.  */
  const uint8_t *fixed; /* in the input.  */
};

/* A name as the profile that it is read into spells it.  */
struct hwpgo_llvm_name
{
  const char *text;
  size_t length;
  char hash[HWPGO_MD5_NAME_SIZE]; /* TEXT points here for a hash.  */
};

/* Where functions are read from, and into.  */
struct hwpgo_llvm_reader
{
  struct hwpgo_profile *profile; /* NULL: look, and keep nothing.  */
  const struct hwpgo_llvm_names *names;
  bool md5;               /* names that are not hashes are hashed.  */
  struct hwpgo_cursor in; /* what was not read yet.  */
  const char *what;       /* what IN is, for messages.  */
  struct hwpgo_error *err;
};

/* Refuse another version or magic number than MAGIC.  */
int hwpgo_llvm_read_magic (struct hwpgo_cursor *in, uint64_t magic,
                           struct hwpgo_error *err);
/* What a summary says, for who does not read all counts.  */
struct hwpgo_llvm_summary
{
  uint32_t cutoff; /* the part asked for, in 1/1000000.  */
  bool found;      /* it is in the summary.  */
  uint64_t max;    /* of all counts.  */
  uint64_t least;  /* of those that make up the part.  */
};

/* Read a summary into SUMMARY, which may be NULL: it follows from the counts.
   A malformed one fails the cursor.  */
void hwpgo_llvm_read_summary (struct hwpgo_cursor *in,
                              struct hwpgo_llvm_summary *summary);

/* Read a table of FORM, to be freed by the second, which accepts what was
   only zeroed.  */
int hwpgo_llvm_read_names (struct hwpgo_llvm_names *names,
                           struct hwpgo_cursor *in,
                           enum hwpgo_llvm_names_form form,
                           struct hwpgo_error *err);
void hwpgo_llvm_names_free (struct hwpgo_llvm_names *names);

/* The error that R's bytes are malformed: what FMT says.  */
int hwpgo_llvm_malformed (struct hwpgo_llvm_reader *r, const char *fmt, ...)
    __attribute__ ((format (printf, 2, 3)));
/* 0, or the error that R's bytes end too early.  */
int hwpgo_llvm_check (struct hwpgo_llvm_reader *r);

/* Look up number I, which is less than r->names->n.  */
int hwpgo_llvm_name_at (struct hwpgo_llvm_reader *r, size_t i,
                        struct hwpgo_llvm_name *name);
/* Read an index and look it up.  */
int hwpgo_llvm_read_name (struct hwpgo_llvm_reader *r,
                          struct hwpgo_llvm_name *name);
int hwpgo_llvm_read_place (struct hwpgo_llvm_reader *r,
                           struct hwpgo_location *at);
/* Read one function with all that is inlined into it.  NAME (of which the
   hash may not be moved) is the one it has.  */
int hwpgo_llvm_read_function (struct hwpgo_llvm_reader *r,
                              struct hwpgo_llvm_name *name);
/* Read one call with all that is inlined there, and add it to *INTO; where
   that is NULL it is made for a call at AT of CALLER, wherever the call is in
   truth.  */
int hwpgo_llvm_read_inlined (struct hwpgo_llvm_reader *r,
                             struct hwpgo_function *caller,
                             struct hwpgo_location at,
                             struct hwpgo_function **into);

#ifdef __cplusplus
}
#endif

#endif
