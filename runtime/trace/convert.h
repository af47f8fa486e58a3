/* From perf.data and binaries to profiles.
   SPDX-License-Identifier: GPL-2.0-or-later

   Counts of both profiles are executions: a sample of a branch stack with N
   entries and period P gives each of its N - 1 ranges a weight of P / (N -
   1) and each of its N branches P / N; a sample of one address gives it P.
   doc/convert.md tells the details.  */

#ifndef HWPGO_TRACE_CONVERT_H
#define HWPGO_TRACE_CONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/error.h"
#include "runtime/profile/bundle.h"

enum hwpgo_drop
{
#define HWPGO_DROP(id, unit, text, cure) HWPGO_DROP_##id,
#include "runtime/trace/drops.def"
#undef HWPGO_DROP
  HWPGO_DROPS
};

/* How to read discriminators, see runtime/trace/discriminators.def.  */
enum hwpgo_discriminators
{
#define HWPGO_DISCRIMINATORS(id, name, encoding, summary)                     \
  HWPGO_DISCRIMINATORS_##id,
#include "runtime/trace/discriminators.def"
#undef HWPGO_DISCRIMINATORS
  HWPGO_DISCRIMINATORS_N
};

struct hwpgo_convert_options
{
  const char *const *perf_data; /* paths.  */
  size_t n_perf_data;
  const char *const *binaries; /* paths; none: every file that the recording
                                  mapped, that exists and that has debug
                                  information in it or next to it.  */
  size_t n_binaries;
  const char *debug_file;   /* debug information of the one binary, or its
                               .dwp; NULL: look for it.  */
  const char *debug_folder; /* where to look first; NULL: nowhere.  */
  const char *event;      /* use this event alone; NULL: the taken branches for
                             the frequency, the mispredicts for the mispredict
                             profile, found by name.  */
  bool leading_ip_only;   /* use each sample's address, not its stack.  */
  uint64_t sample_period; /* 0: what the file says.  */
  bool llvm; /* count as llvm-profgen does, for use with LLVM's tools: weights
                by the entries of a stack that touch a binary, calls raised
                to their targets.  doc/convert.md, "As LLVM counts".  */
  enum hwpgo_discriminators discriminators;
  bool foreign; /* for other compilers: the discriminators of inlined calls are
                   DWARF's, where it has any, and all copies add up.  Else,
                   where discriminators are hwpgo's, calls have their columns,
                   and what is beside is marked (doc/formats.md, 3).  */
  const char *source; /* for the manifest: "hardware", "emulated".  */
  /* Told now and then how far it is, 0..1, or -1 where the size of the input
     is not known; may be NULL.  False ends the
     conversion with HWPGO_E_INTERRUPTED.  */
  bool (*progress) (double done, void *data);
  void *progress_data;
};

/* What became of the input: samples == used + the drops of unit "samples";
   likewise branches and ranges.  */
struct hwpgo_convert_report
{
  uint64_t samples, samples_used;
  uint64_t branches, branches_used;
  uint64_t ranges, ranges_used;
  uint64_t dropped[HWPGO_DROPS];
  uint64_t unknown_records, malformed_records, lost;
  uint64_t frames;    /* lines of call stacks in text.  */
  uint64_t throttled; /* times that the kernel paused the recording.  */
  size_t unfinished;  /* recordings that end early.  */
  bool addresses;     /* there are no branch stacks, and the frequency is that
                         of the samples' addresses.  */
  size_t functions;   /* outermost ones in the frequency profile.  */
  size_t units, bad_units; /* of the binaries' debug information; the code of
                              the bad ones has no lines.  */
  char note[512]; /* why a mapped file with debug information was not used,
                     "" if none was left out.  */
};

/* Convert.  BUNDLE is initialised here and is the caller's on success.  With
   OPTIONS->event and leading_ip_only the result is in the frequency profile,
   as llvm-profgen has it.  Nothing mapped at all is an error that names the
   likely cause.  */
int hwpgo_convert (const struct hwpgo_convert_options *options,
                   struct hwpgo_bundle *bundle,
                   struct hwpgo_convert_report *report,
                   struct hwpgo_error *err);

/* NAME and SUMMARY of CHOICE; and the choice called NAME, false if there is
   none.  */
const char *hwpgo_discriminators_name (enum hwpgo_discriminators choice);
const char *hwpgo_discriminators_summary (enum hwpgo_discriminators choice);
bool hwpgo_discriminators_find (const char *name,
                                enum hwpgo_discriminators *choice);

/* UNIT, TEXT and CURE of DROP.  */
const char *hwpgo_drop_unit (enum hwpgo_drop drop);
const char *hwpgo_drop_text (enum hwpgo_drop drop);
const char *hwpgo_drop_cure (enum hwpgo_drop drop);

#endif
