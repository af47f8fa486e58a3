/* A recording of any kind.
   SPDX-License-Identifier: GPL-2.0-or-later

   There are two sorts.  Some hold samples, each with its process, time and
   absolute addresses: perf.data, and what 'perf script' makes of it.  Others
   hold what somebody has counted already, by address of a binary: AutoFDO's
   sample text, llvm-profgen's unsymbolized profile, callgrind's output.  The
   kind is found from the first bytes, never from the name.  */

#ifndef HWPGO_TRACE_INPUT_H
#define HWPGO_TRACE_INPUT_H

#include "runtime/perfdata/reader.h"
#include "runtime/profile/bundle.h"

struct hwpgo_input;

/* What was read and not told.  */
struct hwpgo_input_leftovers
{
  uint64_t unknown, malformed; /* records, or lines.  */
  uint64_t frames;             /* lines of call stacks.  */
};

/* What was counted at the addresses A and B.  */
enum hwpgo_counted
{
  HWPGO_COUNTED_RANGE,     /* straight execution from A up to and with the
                              instruction at B; A == B: one instruction.  */
  HWPGO_COUNTED_AGAIN,     /* the instruction at A, as part of another piece of
                              code, or by repeating itself (rep stosb).  */
  HWPGO_COUNTED_BRANCH,    /* taken from A, or HWPGO_COUNTED_ELSEWHERE, to
                              B.  */
  HWPGO_COUNTED_SAMPLE,    /* samples of the instruction at A.  */
  HWPGO_COUNTED_MISPREDICT /* mispredicts of the branch at A; 0 is that it was
                              always predicted.  */
};
/* An address in another binary.  */
#define HWPGO_COUNTED_ELSEWHERE UINT64_MAX

/* How the addresses of a binary are told.  */
enum hwpgo_origin
{
  HWPGO_ORIGIN_ELF,    /* as the ELF file has them.  */
  HWPGO_ORIGIN_SEGMENT /* as the distance from its first PT_LOAD.  */
};

/* Who takes the counts.  Each function returns 0, or an error that ends the
   reading.  */
struct hwpgo_counts_sink
{
  /* What follows is in the file PATH; NULL: in the only binary given.  *WANTED
     is whether anybody wants its counts.  */
  int (*binary) (void *data, const char *path, enum hwpgo_origin origin,
                 bool *wanted, struct hwpgo_error *err);
  int (*add) (void *data, enum hwpgo_counted what, uint64_t a, uint64_t b,
              uint64_t count, struct hwpgo_error *err);
  void *data;
};

/* Open PATH ("-": standard input; a folder: perf.data as a directory).  What
   cannot be read twice is copied, see hwpgo_perf_open_file; the memory in use
   does not grow with it.  On success the caller closes *INPUT.  */
int hwpgo_input_open (struct hwpgo_input **input, const char *path,
                      struct hwpgo_error *err);
void hwpgo_input_close (struct hwpgo_input *input);

/* The kind in words ("perf.data", "text of perf script", ...).  */
const char *hwpgo_input_kind (const struct hwpgo_input *input);
/* True if it holds counts and no samples.  */
bool hwpgo_input_counted (const struct hwpgo_input *input);
/* What such counts are; HWPGO_BASIS_USUAL of others.  */
enum hwpgo_basis hwpgo_input_basis (const struct hwpgo_input *input);

/* Of an input with samples, as the functions of runtime/perfdata/reader.h of
   the same names.  The reader of a perf.data is behind hwpgo_input_perf, NULL
   for other kinds.  */
int hwpgo_input_next (struct hwpgo_input *input,
                      struct hwpgo_perf_record *record,
                      struct hwpgo_error *err);
void hwpgo_input_rewind (struct hwpgo_input *input, bool samples);
size_t hwpgo_input_n_events (const struct hwpgo_input *input);
const struct hwpgo_perf_event *
hwpgo_input_event (const struct hwpgo_input *input, size_t i);
struct hwpgo_perf_reader *hwpgo_input_perf (const struct hwpgo_input *input);
/* True of a text, read to its end, that does not say what was mapped: then its
   addresses are those of the ELF file, in every process.  */
bool hwpgo_input_unmapped (const struct hwpgo_input *input);
/* Since the last hwpgo_input_rewind.  */
struct hwpgo_input_leftovers
hwpgo_input_left_over (const struct hwpgo_input *input);

/* Of an input with counts: tell SINK all of them.  */
int hwpgo_input_counts (struct hwpgo_input *input,
                        const struct hwpgo_counts_sink *sink,
                        struct hwpgo_error *err);

/* Bytes in all, and read so far, for progress.  0 in all: not known.  */
uint64_t hwpgo_input_size (const struct hwpgo_input *input);
uint64_t hwpgo_input_done (const struct hwpgo_input *input);

#endif
