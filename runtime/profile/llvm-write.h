/* What the writers of LLVM's binary forms share.
   SPDX-License-Identifier: GPL-2.0-or-later

   For llvm-binary-write.c and extbinary-write.c alone.  */

#ifndef HWPGO_PROFILE_LLVM_WRITE_H
#define HWPGO_PROFILE_LLVM_WRITE_H

#include "runtime/base/bytes.h"
#include "runtime/profile/llvm-binary.h"

/* Where a function's record begins, or a call inlined in one.  */
struct hwpgo_llvm_place
{
  size_t name;     /* its place in the writer's names.  */
  uint64_t offset; /* in what is written.  */
  bool inlined;
};

struct hwpgo_llvm_writer
{
  const struct hwpgo_profile *profile;
  struct hwpgo_error *err;
  struct hwpgo_bytes out;          /* where to write.  */
  struct hwpgo_function **by_total; /* owned.  */
  const char **names;              /* owned; all that occur, in order.  */
  size_t n_names, names_capacity;
  struct hwpgo_map index; /* (interned name, 0) to its place in NAMES.  */
  struct hwpgo_target *targets; /* owned; of one record.  */
  size_t targets_capacity;
  bool any_line; /* lines of 2^16 and more are no error.  */
  bool note_places;
  struct hwpgo_llvm_place *places; /* owned; of what was written.  */
  size_t n_places, places_capacity;
};

/* Collect the names of PROFILE; end frees what is in W.  */
int hwpgo_llvm_writer_begin (struct hwpgo_llvm_writer *w,
                             const struct hwpgo_profile *profile,
                             struct hwpgo_error *err);
void hwpgo_llvm_writer_end (struct hwpgo_llvm_writer *w);

void hwpgo_llvm_write_magic (struct hwpgo_llvm_writer *w, uint64_t magic);
int hwpgo_llvm_write_summary (struct hwpgo_llvm_writer *w);
/* The table of names, as hashes of eight bytes if MD5.  */
void hwpgo_llvm_write_names (struct hwpgo_llvm_writer *w, bool md5);
void hwpgo_llvm_write_name (struct hwpgo_llvm_writer *w, const char *name);
int hwpgo_llvm_write_function (struct hwpgo_llvm_writer *w,
                               const struct hwpgo_function *function);

#endif
