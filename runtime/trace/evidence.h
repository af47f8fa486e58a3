/* What the samples of a recording say about the code.
   SPDX-License-Identifier: GPL-2.0-or-later

   Samples come by the million and say the same few thousand things, so they
   are counted by what they say, and everything dear (decoding instructions,
   lines, inlined calls) is done once for each thing said.

   A branch stack is a list of the last taken branches, newest first.  Between
   the target of one and the source of the next newer one the processor ran
   straight on: that is a range.  N branches give N - 1 ranges.  Recorded
   stacks are not all true: processors hand out entries of mispredicted paths,
   record the newest one twice, or lose some in between.

   Weights are executions in units of 1 / HWPGO_WEIGHT_ONE.  */

#ifndef HWPGO_TRACE_EVIDENCE_H
#define HWPGO_TRACE_EVIDENCE_H

#include "runtime/trace/convert.h"
#include "runtime/trace/resolve.h"
#include "runtime/trace/steps.h"

#define HWPGO_WEIGHT_SHIFT 16
#define HWPGO_WEIGHT_ONE (UINT64_C (1) << HWPGO_WEIGHT_SHIFT)

/* The nearest whole number of executions, but not 0 for something that
   ran.  */
static inline uint64_t
hwpgo_weight_round (uint64_t weight)
{
  uint64_t n = hwpgo_add (weight, HWPGO_WEIGHT_ONE / 2) >> HWPGO_WEIGHT_SHIFT;
  return n == 0 && weight ? 1 : n;
}

/* Straight execution from place START up to and with the instruction at END,
   or a branch from START to END (START may be HWPGO_OUTSIDE).  */
struct hwpgo_run
{
  uint64_t start, end;
  uint64_t weight;
  uint64_t times; /* seen.  */
  /* Of a range: */
  enum hwpgo_drop drop; /* HWPGO_DROPS: it is good.  */
  uint64_t high;        /* place after its last instruction, when good; 0: not
                           judged yet.  */
};

/* No program has more different ranges, branches or addresses of samples than
   this, each; a recording that says so is bogus, and its conversion would not
   fit in memory.  */
#define HWPGO_RUNS_MAX 3000000

struct hwpgo_runs
{
  struct hwpgo_run *items; /* in the order in which they were first seen.  */
  size_t n, capacity;
  uint32_t *index; /* open addressing: positions in ITEMS plus 1; 0: free.  */
  size_t n_index;  /* a power of two, or 0.  */
};

/* Add WEIGHT and TIMES, which may be 0, to the run from START to END, made
   when it is new.  *RUN lives until the next call.  */
int hwpgo_runs_add (struct hwpgo_runs *runs, uint64_t start, uint64_t end,
                    uint64_t weight, uint64_t times, struct hwpgo_run **run,
                    struct hwpgo_error *err);
void hwpgo_runs_free (struct hwpgo_runs *runs);

/* For one profile.  */
struct hwpgo_evidence
{
  struct hwpgo_runs ranges, branches;
  struct hwpgo_runs addresses; /* of samples; start == end.  */
  struct hwpgo_runs executed;  /* IBS: of branches, mispredicted or not.  */
  struct hwpgo_steps steps;    /* what is not in these yet.  */
  uint64_t walked;             /* by hwpgo_range_judge.  */
  bool llvm;                   /* weights as llvm-profgen's.  */
  enum hwpgo_discriminators discriminators;
  bool foreign; /* see hwpgo_convert_options.  */
  uint64_t samples; /* used.  */
  uint64_t events;  /* that they stand for.  */
  enum hwpgo_basis basis;
  bool mean; /* of ADDRESSES: the count of a place is the mean over its
                instructions, and not the sum.  */
  /* Asked now and then while this is attributed, may be NULL: false ends it
     with an error, any.  */
  bool (*go_on) (void *data);
  void *go_on_data;
  bool told; /* the processor has said whether branches were mispredicted.  */
};

/* Add the branch stack S of a sample, which was taken TIMES times and stands
   for EVENTS events altogether, of the process and time that RESOLVER is at.
   BITS, if not NULL, takes the branches that are marked as mispredicted.
 *USED tells whether any of it is in a binary.  */
int hwpgo_evidence_add_stack (struct hwpgo_evidence *evidence,
                              struct hwpgo_resolver *resolver,
                              const struct hwpgo_perf_sample *s,
                              uint64_t events, uint64_t times,
                              struct hwpgo_evidence *bits, bool *used,
                              struct hwpgo_convert_report *report,
                              struct hwpgo_error *err);

/* Add ADDRESS to ADDRESSES.  */
int hwpgo_evidence_add_address (struct hwpgo_runs *addresses,
                                struct hwpgo_resolver *resolver,
                                uint64_t address, uint64_t weight,
                                uint64_t times, bool *used,
                                struct hwpgo_error *err);

/* The range from place START to END, judged.  */
int hwpgo_evidence_add_range (struct hwpgo_evidence *evidence,
                              const struct hwpgo_binaries *binaries,
                              uint64_t start, uint64_t end, uint64_t weight,
                              uint64_t times, struct hwpgo_run **range,
                              struct hwpgo_error *err);

/* Split the steps up into ranges and branches, and count in REPORT what
   becomes of them.  To be called when all samples are there.  */
int hwpgo_evidence_settle (struct hwpgo_evidence *evidence,
                           const struct hwpgo_binaries *binaries,
                           struct hwpgo_convert_report *report,
                           struct hwpgo_error *err);

void hwpgo_evidence_free (struct hwpgo_evidence *evidence);

/* walk.c: judge RANGE by walking over its instructions; fills 'drop' and
   'high'.  *WALKED counts the bytes of long ranges.  */
void hwpgo_range_judge (const struct hwpgo_binaries *binaries,
                        struct hwpgo_run *range, uint64_t *walked);

#endif
