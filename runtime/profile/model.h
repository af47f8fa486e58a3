/* A sample profile in memory.
   SPDX-License-Identifier: GPL-2.0-or-later

   The model of LLVM's sample profiles (llvm/ProfileData/SampleProf.h): per
   function the counts at (line offset, discriminator), the targets of its
   calls, and a tree of the calls that the profiled binary had inlined.
   Counts saturate at UINT64_MAX.  Everything lives in the profile's arena
   and is freed with it.  Arrays are sorted and without duplicates at all
   times (but see hwpgo_profile_begin_bulk), so that the same contents are the
   same bytes whatever the order in which they came.  */

#ifndef HWPGO_PROFILE_MODEL_H
#define HWPGO_PROFILE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/error.h"
#include "runtime/base/memory.h"
#include "runtime/profile/discriminator.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A place in a function.  LINE is the distance from the line of the
   function's declaration, modulo 2^16 where a tool of the LLVM family wrote
   it (code before the declaration wraps to 65xxx).  Ordered by line, then
   discriminator.  */
struct hwpgo_location
{
  uint32_t line;
  uint32_t discriminator;
};

/* Negative, 0 or positive as A comes before, is, or comes after B.  */
static inline int
hwpgo_location_compare (struct hwpgo_location a, struct hwpgo_location b)
{
  if (a.line != b.line)
    return a.line < b.line ? -1 : 1;
  return (a.discriminator > b.discriminator)
         - (a.discriminator < b.discriminator);
}

/* One callee that a call went to, and how often.  */
struct hwpgo_target
{
  const char *name; /* interned in the profile.  */
  uint64_t count;
};

/* Executions of one place ("body sample").  */
struct hwpgo_sample
{
  struct hwpgo_location at;
  uint64_t count;
  struct hwpgo_target *targets; /* by name.  */
  size_t n_targets, targets_capacity;
  bool unsorted; /* in bulk: the targets are in order of arrival.  */
};

/* A call that the profiled binary had inlined.  */
struct hwpgo_callsite
{
  struct hwpgo_location at;
  struct hwpgo_function *callee; /* its counts in this context alone.  */
};

struct hwpgo_function
{
  const char *name; /* linkage name, interned in the profile.  */
  uint64_t total;   /* sum over samples and inlined callees, as read or as
                       hwpgo_profile_update_totals computed it.  */
  uint64_t head;    /* entries; 0 for an inlined function.  */

  struct hwpgo_sample *samples; /* by place.  */
  size_t n_samples, samples_capacity;

  struct hwpgo_callsite *callsites; /* by place, then callee name.  */
  size_t n_callsites, callsites_capacity;

  uint64_t checksum;   /* LLVM's !CFGChecksum.  */
  uint32_t attributes; /* LLVM's !Attributes.  */
  bool has_checksum, has_attributes;

  bool unsorted; /* in bulk: the arrays are in order of arrival.  */
};

struct hwpgo_profile
{
  struct hwpgo_strings names;
  struct hwpgo_arena arena;
  struct hwpgo_function **functions; /* outermost ones, by name.  */
  size_t n_functions, functions_capacity;
  struct hwpgo_map index; /* (interned name, 0) to a function.  */
  bool bulk;
  bool unsorted; /* in bulk: the functions are in order of arrival.  */

  /* What some formats say of the whole.  A sum has what one of its parts
     has; but names and hashes of names do not add up.  */
  bool md5_names;         /* names are the decimal of hwpgo_name_md5.  */
  bool fs_discriminators; /* LLVM's flow-sensitive discriminators.  */
  bool partial;           /* of code that many programs share.  */

  /* The functions of the profiled binaries, interned, by name and without
     duplicates: one that is here and has no samples did not run.  Empty: not
     known.  */
  const char **symbols;
  size_t n_symbols, symbols_capacity;
};

/* No reader makes a deeper tree of inlined calls, because what walks the tree
   recurses.  */
#define HWPGO_MAX_INLINE_DEPTH 1000

/* An empty profile, or NULL when out of memory.  */
struct hwpgo_profile *hwpgo_profile_new (void);
void hwpgo_profile_free (struct hwpgo_profile *profile);

/* The outermost function NAME (LENGTH bytes), made when it is not there;
   NULL when out of memory.  */
struct hwpgo_function *hwpgo_profile_function (struct hwpgo_profile *profile,
                                               const char *name,
                                               size_t length);
/* Make the outermost functions of the N interned NAMES that are not there
   yet.  One sort for all of them, where N calls of the above move the array N
   times: for who knows many names at once.  0 or -HWPGO_E_NOMEM.  */
int hwpgo_profile_declare (struct hwpgo_profile *profile,
                           const char *const *names, size_t n);
/* Add N names, interned or not, to the symbols.  0 or -HWPGO_E_NOMEM.  */
int hwpgo_profile_add_symbols (struct hwpgo_profile *profile,
                               const char *const *names, size_t n);
/* The 64 bits of MD5 that stand for the name in LLVM's profiles.  */
uint64_t hwpgo_name_md5 (const char *name, size_t length);

/* The outermost function NAME, NULL when it is not there.  In a profile of
   hashes it is found by its hash or its name.  */
struct hwpgo_function *
hwpgo_profile_find (const struct hwpgo_profile *profile, const char *name);

/* Each of these adds to what is there and returns 0 or -HWPGO_E_NOMEM.
   FUNCTION belongs to PROFILE.  A COUNT of 0 makes the record: the place is
   known not to have run.  */
int hwpgo_function_add_sample (struct hwpgo_profile *profile,
                               struct hwpgo_function *function,
                               struct hwpgo_location at, uint64_t count);
int hwpgo_function_add_target (struct hwpgo_profile *profile,
                               struct hwpgo_function *function,
                               struct hwpgo_location at, const char *callee,
                               size_t length, uint64_t count);

/* The inlined CALLEE at AT, made when it is not there; NULL when out of
   memory.  */
struct hwpgo_function *
hwpgo_function_callsite (struct hwpgo_profile *profile,
                         struct hwpgo_function *function,
                         struct hwpgo_location at, const char *callee,
                         size_t length);

/* The inlined CALLEE at AT; NULL when it is not there.  Not in bulk.  */
struct hwpgo_function *
hwpgo_function_find_callsite (const struct hwpgo_function *function,
                              struct hwpgo_location at, const char *callee);

/* The same by the number of the call, its discriminator, or where that is not
   there the one without a number, which stands for any.  */
struct hwpgo_function *
hwpgo_function_find_call (const struct hwpgo_function *function,
                          struct hwpgo_location at, const char *callee);

/* For a reader, whose input may be in any order: between these two, what
   comes out of order is put at the end of its array, and nothing may be asked
   of the profile.  N records so take time N log N, where one by one the worst
   order takes N * N.  The end sorts and sums; it returns 0, -HWPGO_E_NOMEM, or
   -HWPGO_E_MISMATCH when one inlined call came with two checksums.  The
   profile is sorted after an error too, but lacks something.  */
void hwpgo_profile_begin_bulk (struct hwpgo_profile *profile);
int hwpgo_profile_end_bulk (struct hwpgo_profile *profile);

/* Make one of the inlined calls of a function that stand on one line: their
   numbers mean nothing here; with BESIDE neither does that bit.  0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_profile_forget_numbers (struct hwpgo_profile *profile, bool beside);

/* Executions at AT, looking at the bits of MASK (from
   hwpgo_discriminator_mask) and summing the records that become equal.
   False, with *COUNT untouched, where there is no record: that is unknown,
   and not zero.  But of a place of which some copies ran there is a record for
   each of these, and another copy did not run (doc/formats.md, 3).  */
bool hwpgo_function_count (const struct hwpgo_function *function,
                           struct hwpgo_location at, uint32_t mask,
                           uint64_t *count);

/* The largest of the records that hwpgo_function_count sums up; 0 if there is
   none.  */
uint64_t hwpgo_function_largest (const struct hwpgo_function *function,
                                 struct hwpgo_location at, uint32_t mask);

/* The values of ROUND's field, which is not the base's, in what FUNCTION has of
   the place AT, in earlier fields the same: bit V stands for value V.  */
uint64_t hwpgo_function_copies (const struct hwpgo_function *function,
                                struct hwpgo_location at,
                                enum hwpgo_round round);

/* The sum of all counts in FUNCTION, inlined callees included.  */
uint64_t hwpgo_function_sum (const struct hwpgo_function *function);

/* Entries: the head count, or where that is 0 (inlined, or nothing seen) the
   count of the first place, as LLVM's getHeadSamplesEstimate.  */
uint64_t hwpgo_function_entries (const struct hwpgo_function *function);

/* Set 'total' everywhere from the counts.  */
void hwpgo_profile_update_totals (struct hwpgo_profile *profile);

/* Add WEIGHT times FROM (samples, targets, inlined callees, totals, head) to
   INTO, which belongs to PROFILE and is not a part of FROM, nor FROM of it.
   The names may differ; checksum and attributes are then left alone.
   0, -HWPGO_E_NOMEM, or -HWPGO_E_MISMATCH when the checksums of one function
   differ; INTO then holds a part of the sum.  */
int hwpgo_function_merge (struct hwpgo_profile *profile,
                          struct hwpgo_function *into,
                          const struct hwpgo_function *from, uint64_t weight);
/* Add WEIGHT times the profile FROM to INTO.  Associative and commutative,
   saturation included.  Checksums that differ are an error, after which INTO
   holds a part of the sum; so is a profile of names and one of hashes.
   Attributes and symbols are united.  */
int hwpgo_profile_merge (struct hwpgo_profile *into,
                         const struct hwpgo_profile *from, uint64_t weight,
                         struct hwpgo_error *err);
/* The same; FROM_PATH (or NULL) is what an error names.  */
int hwpgo_profile_merge_from (struct hwpgo_profile *into,
                              const struct hwpgo_profile *from,
                              uint64_t weight, const char *from_path,
                              struct hwpgo_error *err);

/* Functions in the order in which LLVM writes them: by falling total, then
   by name.  A malloc'ed array of n_functions pointers, to be freed; NULL when
   out of memory.  */
struct hwpgo_function **
hwpgo_profile_by_total (const struct hwpgo_profile *profile);

#ifdef __cplusplus
}
#endif

#endif
