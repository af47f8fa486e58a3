/* From made-up recordings of a known program to profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "testsuite/unit/trace-program.h"

static void
stacks_become_executions (void)
{
  begin ();
  map_program (PID, 1, program, 0);
  STACK (PID, 3000, ROUND);
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 2), 1000);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 3), 1000);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 4), 1000);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 5), 1000);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 6), 1000);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 7), 0);
  CHECK_U64 (count (HWPGO_FREQUENCY, "g", 2), 1000);
  CHECK_U64 (count (HWPGO_FREQUENCY, "h", 2), NONE);
  CHECK_U64 (head ("g"), 750);
  /* The loop's branch to f's first instruction is no call of f.  */
  CHECK_U64 (head ("f"), 0);
  CHECK_U64 (report.functions, 2);
  CHECK_STRING (bundle.sources[HWPGO_FREQUENCY].event,
                "br_inst_retired.near_taken:upp");
  CHECK_U64 (bundle.sources[HWPGO_FREQUENCY].samples, 1);
  CHECK_U64 (bundle.sources[HWPGO_FREQUENCY].events, 3000);
  CHECK_U64 (bundle.n_binaries, 1);
  hwpgo_bundle_free (&bundle);

  CHECK (RUN_CONVERT (.sample_period = 300) == 0);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 2), 100);
  hwpgo_bundle_free (&bundle);
  CHECK (RUN_CONVERT (.event = "br_inst_retired.near_taken") == 0);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 2), 1000);
  hwpgo_bundle_free (&bundle);
  CHECK (RUN_CONVERT (.llvm = true) == 0);
  CHECK_U64 (head ("g"), 1000);
  CHECK_U64 (head ("f"), 2000);
  hwpgo_bundle_free (&bundle);
}

static void
bogus_evidence_is_dropped (void)
{
  begin ();
  map_program (PID, 1, program, 0);
  STACK (PID, 100, { f[7], f[0], 0 }, { g[1], f[6], UINT64_C (1) << 24 },
         { g[1], f[6], 0 });                               /* wrong path */
  STACK (PID, 100, { f[5], g[0], 0 }, { f[5], g[0], 0 });  /* duplicate */
  STACK (PID, 100, { f[7], f[0], 0 }, { f[7], f[0], 0 });  /* call inside */
  STACK (PID, 100, { f[0], g[0], 0 }, { f[7], f[6], 0 });  /* backwards */
  STACK (PID, 100, { g[1], f[6], 0 }, { f[7], f[0], 0 });  /* crosses */
  STACK (PID, 100, { f[1] + 1, 1, 0 }, { f[7], f[0], 0 }); /* mid-insn */
  STACK (PID, 100, { 8, 16, 0 }, { 24, 32, 0 });
  STACK (PID + 1, 100, ROUND);
  STACK (PID, 100, { 0, 0, 0 });
  hwpgo_perf_write_sample (writer, 2, PID, PID, clock_now, f[0], 0, 1, NULL,
                           0);
  add_stack (PID, 100, NULL, 0);
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (report.dropped[HWPGO_DROP_WRONG_PATH], 1);
  CHECK_U64 (report.dropped[HWPGO_DROP_DUPLICATE], 2);
  CHECK_U64 (report.dropped[HWPGO_DROP_BACKWARDS], 1);
  CHECK_U64 (report.dropped[HWPGO_DROP_CROSSES], 1);
  CHECK_U64 (report.dropped[HWPGO_DROP_NOT_CODE], 1);
  CHECK_U64 (report.dropped[HWPGO_DROP_OTHER_EVENT], 1);
  CHECK_U64 (report.dropped[HWPGO_DROP_NO_PROCESS], 1);
  CHECK_U64 (report.dropped[HWPGO_DROP_NOT_BINARY], 2);
  CHECK_U64 (report.dropped[HWPGO_DROP_NO_BRANCHES], 1);
  CHECK_U64 (report.dropped[HWPGO_DROP_OUTSIDE], 7);
  CHECK_U64 (report.dropped[HWPGO_DROP_NO_TARGET], 1);
  /* Only the first stack has a good range.  */
  CHECK_U64 (report.ranges_used, 1);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 6), 100);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 2), 0);
  hwpgo_bundle_free (&bundle);
}

/* A range over a jump that is always taken, without a duplicate.  */
static void
ranges_do_not_run_through_jumps (void)
{
  begin ();
  map_program (PID, 1, program, 0);
  STACK (PID, 100, { f[7], f[0], 0 }, { f[2], f[5], 0 });
  STACK (PID, 100, { f[8], 1, 0 }, { g[1], f[6], 0 });
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (report.dropped[HWPGO_DROP_THROUGH_JUMP], 1);
  CHECK_U64 (report.ranges_used, 1);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 7), 100);
  hwpgo_bundle_free (&bundle);
}

static void
processes_have_their_own_maps (void)
{
  begin ();
  /* Written late, but it happened first.  */
  STACK (PID, 300, ROUND);
  map_program (PID, 1, program, 0);
  /* The child has the parent's map until it executes something else.  */
  hwpgo_perf_write_fork (writer, PID + 1, PID + 1, PID, PID, 10);
  STACK (PID + 1, 300, ROUND);
  hwpgo_perf_write_comm (writer, PID + 1, PID + 1, clock_now++, "x", true);
  STACK (PID + 1, 300, ROUND);
  /* Something else over it.  */
  hwpgo_perf_write_fork (writer, PID + 2, PID + 2, PID, PID, 10);
  STACK (PID + 2, 300, ROUND);
  map_program (PID + 2, clock_now++, "/other", 0);
  STACK (PID + 2, 300, ROUND);
  /* A thread.  */
  hwpgo_perf_write_fork (writer, PID, PID + 7, PID, PID, clock_now++);
  STACK (PID, 300, ROUND);
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (report.samples_used, 4);
  CHECK_U64 (report.dropped[HWPGO_DROP_NOT_BINARY], 2);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 2), 400);
  hwpgo_bundle_free (&bundle);
}

/* h's line 2 has two branches, each of which ran 1000 times: 600 mispredicts
   of 2000 are 300 of the 1000 that the frequency profile has.  */
static void
mispredicts_are_in_proportion (void)
{
  begin ();
  map_program (PID, 1, program, 0);
  STACK (PID, 1000, { h[6], g[0], 0 }, { 1, h[0], 0 });
  add_mispredict (h[0], 400);
  add_mispredict (h[2], 200);
  add_mispredict (f[2], 50);
  add_mispredict (g[1], 70);
  add_mispredict (1, 1000);
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count (HWPGO_FREQUENCY, "h", 2), 1000);
  CHECK_U64 (count (HWPGO_MISPREDICT, "h", 2), 300);
  CHECK_U64 (count (HWPGO_MISPREDICT, "h", 3), 0);
  /* Nothing is known of how often these ran: the plain sum.  */
  CHECK_U64 (count (HWPGO_MISPREDICT, "f", 3), 50);
  CHECK_U64 (count (HWPGO_MISPREDICT, "f", 2), 0);
  CHECK_U64 (count (HWPGO_MISPREDICT, "g", 3), 70);
  CHECK_STRING (bundle.sources[HWPGO_MISPREDICT].event,
                "br_misp_retired.all_branches:upp");
  CHECK_U64 (bundle.sources[HWPGO_MISPREDICT].samples, 4);
  CHECK_U64 (bundle.sources[HWPGO_MISPREDICT].events, 720);
  hwpgo_bundle_free (&bundle);

  CHECK (RUN_CONVERT (.event = "br_misp_retired.all_branches",
                      .leading_ip_only = true)
         == 0);
  CHECK_U64 (count (HWPGO_FREQUENCY, "h", 2), 600);
  CHECK_U64 (count (HWPGO_FREQUENCY, "h", 3), 0);
  CHECK (bundle.profiles[HWPGO_MISPREDICT] == NULL);
  hwpgo_bundle_free (&bundle);
}

/* LLVM's discriminators are (base, copies, copy): 4 is (2, 0, 0), 9 is (0, 2,
   0), 31 is pseudo probe 3.  */
static void
discriminators_are_plain_or_llvms (void)
{
  begin ();
  map_program (PID, 1, program, 0);
  STACK (PID, 100, { d[3], g[0], 0 }, { 1, d[0], 0 });
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("d", 2, 4), 100);
  CHECK_U64 (count_at ("d", 3, 9), 100);
  CHECK_U64 (count_at ("d", 4, 31), 100);
  CHECK_U64 (count_at ("d", 5, 0), 100);
  CHECK_U64 (head ("d"), 50);
  hwpgo_bundle_free (&bundle);
  CHECK (RUN_CONVERT (.llvm = true) == 0);
  CHECK_U64 (count_at ("d", 3, 9), 100);
  hwpgo_bundle_free (&bundle);
  CHECK (RUN_CONVERT (.discriminators = HWPGO_DISCRIMINATORS_LLVM) == 0);
  CHECK_U64 (count_at ("d", 2, 2), 100);
  CHECK_U64 (count_at ("d", 3, 0), 200);
  CHECK_U64 (count_at ("d", 4, 3), 100);
  CHECK_U64 (count_at ("d", 2, 4), NONE);
  hwpgo_bundle_free (&bundle);
}

static void
wrong_input_is_named (void)
{
  begin ();
  map_program (PID, 1, program, 9);
  STACK (PID, 300, ROUND);
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == -HWPGO_E_MISMATCH);
  CHECK (strstr (error.text, "build id") != NULL);
  begin ();
  map_program (PID, 1, "/nothing/of/this/name", 0);
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == -HWPGO_E_NOT_FOUND);
  begin ();
  map_program (PID, 1, "/elsewhere/program", 0);
  STACK (PID, 300, ROUND);
  end ();
  CHECK (RUN_CONVERT (.event = "cycles") == -HWPGO_E_NOT_FOUND);
  CHECK (strstr (error.text, "near_taken") != NULL);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 2), 100);
  hwpgo_bundle_free (&bundle);
}

/* Until DATA, a number of calls, is 0.  */
static bool
lose_patience (double done, void *data_)
{
  int *left = data_;
  CHECK (done == -1 || (done >= 0 && done <= 1));
  return (*left)-- > 0;
}

static void
it_can_be_ended_at_any_time (void)
{
  begin ();
  map_program (PID, 1, program, 0);
  STACK (PID, 3000, ROUND);
  end ();
  int rc = -1, calls = 0;
  for (; rc && calls < 20; calls++)
    {
      int left = calls;
      rc = RUN_CONVERT (.progress = lose_patience, .progress_data = &left);
      CHECK (rc == 0 || rc == -HWPGO_E_INTERRUPTED);
    }
  CHECK (rc == 0 && calls > 3);
  hwpgo_bundle_free (&bundle);
}

/* By the path alone, and by a link to it.  */
static void
deleted_and_linked_binaries_are_found (void)
{
  char name[160], real[sizeof program];
  snprintf (name, sizeof name, "%s (deleted)", program);
  begin ();
  map_program (PID, 1, name, 0);
  STACK (PID, 300, ROUND);
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 2), 100);
  hwpgo_bundle_free (&bundle);
  begin ();
  map_program (PID, 1, program, 0);
  STACK (PID, 300, ROUND);
  end ();
  memcpy (real, program, sizeof real);
  snprintf (program, sizeof program, "%s", unit_path ("link"));
  CHECK (symlink (real, program) == 0);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count (HWPGO_FREQUENCY, "f", 2), 100);
  hwpgo_bundle_free (&bundle);
  memcpy (program, real, sizeof real);
}

static void
broken_recordings_are_survived (void)
{
  begin ();
  map_program (PID, 1, program, 0);
  for (int i = 0; i < 8; i++)
    STACK (PID, 3000, ROUND);
  add_mispredict (h[0], 400);
  end ();
  struct hwpgo_infile in;
  CHECK (hwpgo_infile_open (&in, data, NULL) == 0);
  uint8_t *copy = malloc (in.size);
  memcpy (copy, in.data, in.size);
  size_t size = in.size;
  hwpgo_infile_close (&in);
  for (size_t cut = 0; cut < size; cut += 7)
    {
      CHECK (unit_write ("data", copy, cut));
      if (RUN_CONVERT (.event = NULL) == 0)
        hwpgo_bundle_free (&bundle);
      else
        CHECK (error.text[0] != '\0');
    }
  uint64_t state = 3;
  for (int round = 0; round < 400; round++)
    {
      state = state * 6364136223846793005u + 1442695040888963407u;
      uint8_t *byte = &copy[(state >> 33) % size], old = *byte;
      *byte = (uint8_t) (state >> 24);
      CHECK (unit_write ("data", copy, size));
      if (RUN_CONVERT (.event = NULL) == 0)
        hwpgo_bundle_free (&bundle);
      *byte = old;
    }
  free (copy);
}

int
main (void)
{
#ifndef __x86_64__
  printf ("UNSUPPORTED: test-trace.c: the program is in x86-64 assembly\n");
  return 0;
#endif
  if (!prepare ())
    return 1;
  RUN (program_is_as_expected);
  RUN (stacks_become_executions);
  RUN (bogus_evidence_is_dropped);
  RUN (ranges_do_not_run_through_jumps);
  RUN (processes_have_their_own_maps);
  RUN (mispredicts_are_in_proportion);
  RUN (discriminators_are_plain_or_llvms);
  RUN (wrong_input_is_named);
  RUN (it_can_be_ended_at_any_time);
  RUN (deleted_and_linked_binaries_are_found);
  RUN (broken_recordings_are_survived);
  unit_remove_folder ();
  return UNIT_RESULT;
}
