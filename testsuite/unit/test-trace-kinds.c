/* Samples of every kind: half-recorded branches, mispredict bits, addresses
   alone, IBS.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/trace/conversion.h"
#include "testsuite/unit/trace-program.h"

#define MISPREDICTED 1
#define PREDICTED 2
#define WRONG_PATH (UINT64_C (1) << 24)

/* BRBE records branches of which one end is forbidden to see as 0.  */
static void
half_recorded_branches_make_no_ranges (void)
{
  begin ();
  map_program (PID, 1, program, 0);
  /* Into f from the kernel, then on to the call.  */
  STACK (PID, 200, { f[5], g[0], 0 }, { 0, f[3], 0 }, { f[7], f[0], 0 });
  /* Out of f, nobody knows where to; back at f[3].  */
  STACK (PID, 200, { f[5], g[0], 0 }, { f[2], 0, 0 }, { f[7], f[0], 0 });
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (report.dropped[HWPGO_DROP_NO_SOURCE], 1);
  CHECK_U64 (report.dropped[HWPGO_DROP_NO_TARGET], 1);
  CHECK_U64 (report.dropped[HWPGO_DROP_OPEN], 2);
  CHECK_U64 (report.ranges_used, 2);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 4), 100);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 2), 100);
  hwpgo_bundle_free (&bundle);
}

/* The entry of the wrong path is between two of the right one; the range goes
   from the target of the older to the source of the newer.  */
static void
ranges_skip_the_wrong_path (void)
{
  begin ();
  map_program (PID, 1, program, 0);
  STACK (PID, 100, { f[5], g[0], 0 }, { f[2], f[5], WRONG_PATH },
         { f[7], f[0], 0 });
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (report.dropped[HWPGO_DROP_WRONG_PATH], 1);
  CHECK_U64 (report.ranges, 1);
  CHECK_U64 (report.ranges_used, 1);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 4), 100);
  hwpgo_bundle_free (&bundle);
}

static const struct hwpgo_perf_event_spec stacks_only[]
    = { { "br_inst_retired.near_taken:upp", 4, 0x20c4, 0, true } };

static void
bits_make_a_mispredict_profile (void)
{
  begin_with (stacks_only, 1);
  map_program (PID, 1, program, 0);
  STACK (PID, 400, { f[7], f[0], MISPREDICTED }, { g[1], f[6], PREDICTED },
         { f[5], g[0], PREDICTED }, { f[7], f[0], PREDICTED });
  STACK (PID, 400, { f[7], f[0], PREDICTED }, { g[1], f[6], PREDICTED },
         { f[5], g[0], PREDICTED }, { f[7], f[0], PREDICTED });
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (bundle.sources[HWPGO_MISPREDICT].basis, HWPGO_BASIS_STACKS);
  CHECK_U64 (count (HWPGO_MISPREDICT, "f", 6), 100);
  CHECK_U64 (count (HWPGO_MISPREDICT, "f", 2), 0);
  CHECK_U64 (bundle.sources[HWPGO_MISPREDICT].samples, 1);
  CHECK_U64 (bundle.sources[HWPGO_MISPREDICT].events, 100);
  hwpgo_bundle_free (&bundle);

  /* Bits that are never set are unknown, and not all predicted.  */
  begin_with (stacks_only, 1);
  map_program (PID, 1, program, 0);
  STACK (PID, 400, ROUND);
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK (bundle.profiles[HWPGO_MISPREDICT] == NULL);
  hwpgo_bundle_free (&bundle);

  /* An event of mispredicts is better.  */
  begin ();
  map_program (PID, 1, program, 0);
  STACK (PID, 400, { f[7], f[0], MISPREDICTED }, { g[1], f[6], PREDICTED });
  add_mispredict (f[2], 7);
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (bundle.sources[HWPGO_MISPREDICT].basis, HWPGO_BASIS_USUAL);
  CHECK_U64 (count (HWPGO_MISPREDICT, "f", 6), 0);
  CHECK_U64 (count (HWPGO_MISPREDICT, "f", 3), 7);
  hwpgo_bundle_free (&bundle);
}

static const struct hwpgo_perf_event_spec no_stacks[]
    = { { "page-faults", 1, 2, 0, false }, { "cycles:u", 0, 0, 0, false } };

/* h's line 2 has six instructions, f's line 2 one.  */
static void
addresses_make_a_profile (void)
{
  begin_with (no_stacks, 2);
  map_program (PID, 1, program, 0);
  hwpgo_perf_write_sample (writer, 0, PID, PID, clock_now++, g[0], 0, 1, NULL,
                           0);
  for (int i = 0; i < 6; i++)
    hwpgo_perf_write_sample (writer, 1, PID, PID, clock_now++, h[i], 0, 100,
                             NULL, 0);
  hwpgo_perf_write_sample (writer, 1, PID, PID, clock_now++, f[0], 0, 50, NULL,
                           0);
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK (report.addresses);
  CHECK_U64 (report.samples_used, 7);
  CHECK_U64 (report.dropped[HWPGO_DROP_OTHER_EVENT], 1);
  CHECK_U64 (bundle.sources[HWPGO_FREQUENCY].basis, HWPGO_BASIS_ADDRESSES);
  CHECK_STRING (bundle.sources[HWPGO_FREQUENCY].event, "cycles:u");
  CHECK_U64 (count (HWPGO_FREQUENCY, "h", 2), 100);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 2), 50);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 3), 0);
  CHECK_U64 (count (HWPGO_FREQUENCY, "g", 2), NONE);
  CHECK (bundle.profiles[HWPGO_MISPREDICT] == NULL);
  hwpgo_bundle_free (&bundle);
  /* The sum, as LLVM has it.  */
  CHECK (RUN_CONVERT (.event = "cycles", .leading_ip_only = true) == 0);
  CHECK_U64 (count (HWPGO_FREQUENCY, "h", 2), 600);
  hwpgo_bundle_free (&bundle);

  begin_with (no_stacks, 1);
  map_program (PID, 1, program, 0);
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == -HWPGO_E_UNSUPPORTED);
  CHECK (strstr (error.text, "page-faults") != NULL);
}

/* --- without a file -------------------------------------------------------
 */

static struct hwpgo_conversion *conversion;
static struct hwpgo_recording recording;
static struct hwpgo_event_use ibs_use;

static void
add_ibs (uint64_t ip, unsigned ibs, uint64_t repeat)
{
  struct hwpgo_perf_record record = { .type = HWPGO_PERF_SAMPLE, .pid = PID };
  record.sample = (struct hwpgo_perf_sample){ .event = ibs_use.event,
                                              .has_ip = true,
                                              .has_period = true,
                                              .has_ibs = true,
                                              .ibs = ibs,
                                              .ip = ip,
                                              .period = 10,
                                              .repeat = repeat };
  CHECK (hwpgo_conversion_sample (conversion, &recording, &record, NULL) == 0);
}

/* The branch in f's line 3 ran 40 times, 10 of them mispredicted; h's first
   30 times, never mispredicted.  */
static void
ibs_tells_both_directions (void)
{
  static const struct hwpgo_perf_event event
      = { .name = "x", .pmu = "ibs_op", .sample_type = 1 };
  const struct hwpgo_perf_event *events[] = { &event };
  struct hwpgo_event_choice choice;
  CHECK (hwpgo_events_choose (events, 1, "x", NULL, false, &choice, NULL)
         == 0);
  hwpgo_events_settle (&choice, hwpgo_events_uses (&choice));
  CHECK_U64 (choice.uses[0].uses, HWPGO_USE_ADDRESS | HWPGO_USE_IBS);
  ibs_use = choice.uses[0];
  struct hwpgo_convert_options o = { .n_perf_data = 1 };
  conversion = calloc (1, sizeof *conversion);
  conversion->options = &o;
  conversion->report = &report;
  report = (struct hwpgo_convert_report){ 0 };
  recording = (struct hwpgo_recording){ .choice = choice };
  conversion->recordings = &recording;
  conversion->evidence[HWPGO_FREQUENCY].basis = HWPGO_BASIS_ADDRESSES;
  conversion->evidence[HWPGO_FREQUENCY].mean = true;
  conversion->evidence[HWPGO_MISPREDICT].basis = HWPGO_BASIS_IBS;
  struct hwpgo_perf_mmap map = { .path = program };
  const char *paths[] = { program };
  size_t number;
  static const bool wanted[] = { true };
  recording.spaces = hwpgo_spaces_new ();
  CHECK (
      hwpgo_binaries_mapped (&conversion->binaries, NULL, &map, &number, NULL)
          == 0
      && hwpgo_binaries_open (&conversion->binaries, paths, 1, NULL) == 0
      && hwpgo_spaces_map (recording.spaces, PID, 0, BASE, 0x100000, 0, number,
                           NULL)
             == 0
      && hwpgo_spaces_finish (recording.spaces, wanted, NULL) == 0);
  hwpgo_resolver_init (&conversion->resolver, recording.spaces,
                       &conversion->binaries);
  enum
  {
    BRANCH = HWPGO_IBS_RETIRED
  };
  add_ibs (f[1], 0, 40);
  add_ibs (f[2], BRANCH | HWPGO_IBS_TAKEN | HWPGO_IBS_MISPREDICTED, 10);
  add_ibs (f[2], BRANCH, 30);
  add_ibs (h[0], BRANCH, 30);
  add_ibs (f[7], BRANCH | HWPGO_IBS_NO_IP, 3);
  add_ibs (1, BRANCH, 2);
  hwpgo_bundle_init (&bundle);
  CHECK (hwpgo_conversion_result (conversion, &bundle, NULL) == 0);
  CHECK_U64 (report.samples, 115);
  CHECK_U64 (report.samples_used, 110);
  CHECK_U64 (report.dropped[HWPGO_DROP_NO_ADDRESS], 3);
  CHECK_U64 (report.dropped[HWPGO_DROP_NOT_BINARY], 2);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 3), 400);
  CHECK_U64 (count (HWPGO_MISPREDICT, "f", 3), 100);
  CHECK_U64 (count (HWPGO_MISPREDICT, "h", 2), 0);
  CHECK_U64 (count (HWPGO_MISPREDICT, "g", 2), NONE);
  CHECK_U64 (bundle.sources[HWPGO_MISPREDICT].basis, HWPGO_BASIS_IBS);
  hwpgo_bundle_free (&bundle);
  free (choice.uses);
  hwpgo_spaces_free (recording.spaces);
  for (int kind = 0; kind < HWPGO_RECORDED_KINDS; kind++)
    hwpgo_evidence_free (&conversion->evidence[kind]);
  hwpgo_binaries_free (&conversion->binaries);
  free (conversion);
}

/* Counts of others, told of the program as the only binary or by its path, by
   address or distance from the first segment.  */
static void
counts_are_weights (void)
{
  struct hwpgo_convert_options o = { .n_perf_data = 1 };
  conversion = calloc (1, sizeof *conversion);
  conversion->options = &o;
  conversion->report = &report;
  recording = (struct hwpgo_recording){ .path = "x" };
  conversion->recordings = &recording;
  report = (struct hwpgo_convert_report){ 0 };
  struct hwpgo_perf_mmap map = { .path = program };
  const char *paths[] = { program };
  size_t number;
  bool wanted = false;
  CHECK (
      hwpgo_binaries_mapped (&conversion->binaries, NULL, &map, &number, NULL)
          == 0
      && hwpgo_binaries_open (&conversion->binaries, paths, 1, NULL) == 0);
  struct hwpgo_counting counting = { .c = conversion, .path = "x" };
  struct hwpgo_counts_sink sink = hwpgo_conversion_sink (&counting);
  CHECK (sink.binary (sink.data, "/other", HWPGO_ORIGIN_ELF, &wanted, NULL)
         == 0);
  CHECK (!wanted);
  CHECK (sink.add (sink.data, HWPGO_COUNTED_RANGE, 1, 1, 5, NULL) == 0);
  CHECK (sink.binary (sink.data, NULL, HWPGO_ORIGIN_ELF, &wanted, NULL) == 0);
  CHECK (wanted);
#define ADD(what, a, b, n)                                                    \
  CHECK (sink.add (sink.data, HWPGO_COUNTED_##what, (a) -BASE, (b) -BASE, n,  \
                   NULL)                                                      \
         == 0)
  ADD (RANGE, f[0], f[2], 70);
  ADD (RANGE, f[2], f[0], 3);
  ADD (BRANCH, f[5], g[0], 40);
  ADD (BRANCH, f[5], BASE + 1, 2);
  ADD (SAMPLE, h[0], h[0], 9);
  ADD (MISPREDICT, f[2], f[2], 11);
  ADD (MISPREDICT, BASE + 1, BASE + 1, 1);
  uint64_t first
      = hwpgo_image_first_vaddr (conversion->binaries.items[0].image);
  CHECK (sink.binary (sink.data, program, HWPGO_ORIGIN_SEGMENT, &wanted, NULL)
         == 0);
  CHECK (wanted);
  ADD (RANGE, g[0] - first, g[1] - first, 40);
#undef ADD
  hwpgo_bundle_init (&bundle);
  CHECK (hwpgo_conversion_settle_counts (conversion, NULL) == 0);
  CHECK (hwpgo_conversion_result (conversion, &bundle, NULL) == 0);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 2), 70);
  CHECK_U64 (count (HWPGO_FREQUENCY, "g", 2), 40);
  CHECK_U64 (count (HWPGO_FREQUENCY, "h", 2), NONE);
  CHECK_U64 (head ("g"), 40);
  CHECK_U64 (count (HWPGO_MISPREDICT, "f", 3), 11);
  CHECK_U64 (report.ranges, 113);
  CHECK_U64 (report.ranges_used, 110);
  CHECK_U64 (report.dropped[HWPGO_DROP_BACKWARDS], 3);
  CHECK_U64 (report.branches, 42);
  CHECK_U64 (report.branches_used, 40);
  CHECK_U64 (report.samples, 21);
  CHECK_U64 (report.samples_used, 11);
  CHECK_U64 (report.dropped[HWPGO_DROP_LESS], 9);
  CHECK_U64 (report.dropped[HWPGO_DROP_NOT_BINARY], 1);
  hwpgo_bundle_free (&bundle);
  for (int kind = 0; kind < HWPGO_RECORDED_KINDS; kind++)
    hwpgo_evidence_free (&conversion->evidence[kind]);
  hwpgo_runs_free (&conversion->counted);
  hwpgo_binaries_free (&conversion->binaries);
  free (conversion);
}

int
main (void)
{
#ifndef __x86_64__
  printf ("UNSUPPORTED: test-trace-kinds.c: the program is in x86-64 "
          "assembly\n");
  return 0;
#endif
  if (!prepare ())
    return 1;
  RUN (program_is_as_expected);
  RUN (half_recorded_branches_make_no_ranges);
  RUN (ranges_skip_the_wrong_path);
  RUN (bits_make_a_mispredict_profile);
  RUN (addresses_make_a_profile);
  RUN (ibs_tells_both_directions);
  RUN (counts_are_weights);
  unit_remove_folder ();
  return UNIT_RESULT;
}
