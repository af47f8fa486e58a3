/* A bundle: the profiles of one recording, in a folder.
   SPDX-License-Identifier: GPL-2.0-or-later

     manifest         text, 'key: value' lines; the keys are in manifest.def
     frequency.prof   LLVM sample profile: executions
     mispredict.prof  LLVM sample profile: mispredicted branches
     remembered-frequency.prof, remembered-mispredict.prof
                      the same of branches that earlier builds have converted
                      (hint-section.h): ratios, and shares of a branch's
                      executions

   The profiles may be of any format that is read; ExtBinary with our index is
   written, of which a compiler can read the part that it needs.

   doc/formats.md has the whole of it.  */

#ifndef HWPGO_PROFILE_BUNDLE_H
#define HWPGO_PROFILE_BUNDLE_H

#include "runtime/profile/model.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HWPGO_BUNDLE_VERSION 1

/* What a profile counts.  */
enum hwpgo_kind
{
  HWPGO_FREQUENCY,
  HWPGO_MISPREDICT,
  HWPGO_RECORDED_KINDS,
  HWPGO_REMEMBERED_FREQUENCY = HWPGO_RECORDED_KINDS,
  HWPGO_REMEMBERED_MISPREDICT,
  HWPGO_REMEMBERED_HELD,
  HWPGO_KINDS
};

/* "frequency", "mispredict", "remembered-frequency",
   "remembered-mispredict", "remembered-held".  */
const char *hwpgo_kind_name (enum hwpgo_kind kind);

/* What in the samples is counted.  */
enum hwpgo_basis
{
  HWPGO_BASIS_USUAL,     /* frequencies from branch stacks, mispredicts from
                            the addresses of an event's samples.  */
  HWPGO_BASIS_ADDRESSES, /* of samples without branch stacks.  */
  HWPGO_BASIS_STACKS,    /* mispredicted branches in branch stacks: only those
                            that were taken.  */
  HWPGO_BASIS_IBS,       /* AMD's instruction-based sampling.  */
  HWPGO_BASIS_COUNTS,    /* every execution, and the mispredicts of a simulated
                            predictor, were counted.  */
  HWPGO_BASES
};

/* "usual", "addresses", "branch-stacks", "ibs", "counts".  */
const char *hwpgo_basis_name (enum hwpgo_basis basis);

/* Where the numbers of one profile come from.  Events over samples is the
   mean period: what one sample stands for.  */
struct hwpgo_source
{
  const char *event;  /* as perf names it; NULL: not known.  */
  const char *source; /* "hardware", "emulated", ...; NULL: not known.  */
  uint64_t samples;   /* taken.  */
  uint64_t events;    /* that the samples stand for.  */
  enum hwpgo_basis basis;
};

struct hwpgo_binary
{
  const char *path;
  const char *build_id; /* lower-case hexadecimal; NULL: none.  */
};

struct hwpgo_bundle
{
  struct hwpgo_strings names; /* owns the strings below.  */
  uint32_t layout; /* of the discriminators: HWPGO_DISCRIMINATOR_LAYOUT, or 0
                      for plain numbers that are all base.  */
  struct hwpgo_binary *binaries; /* malloc'ed; by path, then build id.  */
  size_t n_binaries, binaries_capacity;
  struct hwpgo_source sources[HWPGO_KINDS];
  struct hwpgo_profile *profiles[HWPGO_KINDS]; /* owned; NULL: none.  */
  struct hwpgo_extbinary *files[HWPGO_KINDS]; /* owned; what the profile was
                                                 opened from and not read.  */
};

/* Start an empty bundle in BUNDLE; free frees what is in it.  */
void hwpgo_bundle_init (struct hwpgo_bundle *bundle);
void hwpgo_bundle_free (struct hwpgo_bundle *bundle);

int hwpgo_bundle_add_binary (struct hwpgo_bundle *bundle, const char *path,
                             const char *build_id);

/* The same for N at once; their strings are in BUNDLE's names.  */
int hwpgo_bundle_add_binaries (struct hwpgo_bundle *bundle,
                               const struct hwpgo_binary *binaries, size_t n);

/* Mean events a sample of KIND stands for; 1 where that is not known.  */
double hwpgo_bundle_period (const struct hwpgo_bundle *bundle,
                            enum hwpgo_kind kind);

/* Read the bundle in folder PATH, or the single profile in file PATH, which
   becomes the frequency profile of a bundle without sources.  Unknown keys
   and later versions are refused.  BUNDLE is initialised here and is empty
   after an error.  */
int hwpgo_bundle_read (struct hwpgo_bundle *bundle, const char *path,
                       struct hwpgo_error *err);

/* Read one profile file of any known format.  *PROFILE is the caller's, NULL
   after an error.  A file of no bytes is -HWPGO_E_EMPTY, so that each caller
   decides whether no profile at all is an error; one of comments and blank
   lines is a profile without functions.  In a bundle both are such a
   profile.  */
int hwpgo_profile_read_file (const char *path,
                             struct hwpgo_profile **profile,
                             struct hwpgo_error *err);

/* As hwpgo_bundle_read, but the functions of a profile with an index are left
   for hwpgo_bundle_load.  */
int hwpgo_bundle_open (struct hwpgo_bundle *bundle, const char *path,
                       struct hwpgo_error *err);
/* Put the profile in file PATH, as hwpgo_profile_read_file reads it, in the
   place of that of KIND, of whose source nothing is known then; functions may
   be left for hwpgo_bundle_load.  After an error there is none.  */
int hwpgo_bundle_open_profile (struct hwpgo_bundle *bundle,
                               enum hwpgo_kind kind, const char *path,
                               struct hwpgo_error *err);
/* Read what was left and concerns the N functions NAMES, as
   hwpgo_extbinary_load_unit says; or all that was left.  One of them, once for
   a bundle.  */
int hwpgo_bundle_load (struct hwpgo_bundle *bundle, const char *const *names,
                       size_t n, struct hwpgo_error *err);
int hwpgo_bundle_load_all (struct hwpgo_bundle *bundle,
                           struct hwpgo_error *err);

/* Make what hwpgo_bundle_load has read be left again.  0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_bundle_forget (struct hwpgo_bundle *bundle, struct hwpgo_error *err);

/* The counts from the least hot one on make up so many millionths of the sum
   of all.  */
#define HWPGO_HOT_CUTOFF 999000

/* The largest and the least hot count of all of a profile, read or not; 0 in
   one without counts.  0 or -HWPGO_E_NOMEM.  */
int hwpgo_bundle_counts (const struct hwpgo_bundle *bundle,
                         enum hwpgo_kind kind, uint64_t *max, uint64_t *hot);

/* Write folder PATH whole, or not at all.  */
int hwpgo_bundle_write (const struct hwpgo_bundle *bundle, const char *path,
                        struct hwpgo_error *err);
/* 0 if a bundle can be written to PATH, to ask before long work.  */
int hwpgo_bundle_check_output (const char *path, struct hwpgo_error *err);

/* Add WEIGHT times FROM to INTO.  Refuses different events or bases of one kind
   and different layouts, with INTO untouched; after other errors INTO holds a
   part of the sum.  A bundle fresh from hwpgo_bundle_init adds to any.  The
   result does not depend on the order: binaries are united, samples and
   events summed, different sources become "mixed", what is not known gives
   way to what is.  FROM_PATH is for messages.  */
int hwpgo_bundle_merge (struct hwpgo_bundle *into,
                        const struct hwpgo_bundle *from, uint64_t weight,
                        const char *from_path, struct hwpgo_error *err);

#ifdef __cplusplus
}
#endif

#endif
