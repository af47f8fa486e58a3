/* The whole conversion.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "testsuite/fuzz/conversion.h"

#include "runtime/trace/convert.h"
#include "testsuite/fuzz/fuzz.h"
#include "testsuite/fuzz/profile.h"

#define INCLUDE_BYTES(name, file)                                             \
  __asm__(".section .rodata\n"                                                \
          ".global " #name "\n" #name ":\n"                                   \
          ".incbin \"" file "\"\n"                                            \
          ".global " #name "_end\n" #name "_end:\n"                           \
          ".byte 0\n"                                                         \
          ".text\n")

INCLUDE_BYTES (fuzz_program, "testsuite/fuzz/data/program");
INCLUDE_BYTES (fuzz_recording, "testsuite/fuzz/data/recording");

/* USED and the drops of UNIT are ALL that there were.  */
static void
adds_up (const struct hwpgo_convert_report *report, const char *unit,
         uint64_t all, uint64_t used)
{
  uint64_t sum = used;
  for (enum hwpgo_drop d = 0; d < HWPGO_DROPS; d++)
    if (strcmp (hwpgo_drop_unit (d), unit) == 0)
      sum += report->dropped[d];
  if (sum != all)
    fprintf (stderr, "%s: %llu, accounted for: %llu\n", unit,
             (unsigned long long) all, (unsigned long long) sum);
  FUZZ_CHECK (sum == all);
}

static void
convert (const struct hwpgo_convert_options *options)
{
  struct hwpgo_bundle bundle;
  struct hwpgo_convert_report report = { 0 };
  struct hwpgo_error err = { 0 };
  int ret = hwpgo_convert (options, &bundle, &report, &err);
  fuzz_check_error (ret, &err);
  if (ret != 0)
    return;
  adds_up (&report, "samples", report.samples, report.samples_used);
  adds_up (&report, "branches", report.branches, report.branches_used);
  adds_up (&report, "ranges", report.ranges, report.ranges_used);
  for (int k = 0; k < HWPGO_KINDS; k++)
    if (bundle.profiles[k])
      fuzz_profile_writes (bundle.profiles[k]);
  hwpgo_bundle_free (&bundle);
}

void
fuzz_conversion (const void *recording, size_t recording_size,
                 const void *program, size_t program_size)
{
  const char *recordings[] = { fuzz_file (0, recording, recording_size) };
  const char *programs[] = { fuzz_file (1, program, program_size) };
  struct hwpgo_convert_options options = { .perf_data = recordings,
                                           .n_perf_data = 1,
                                           .binaries = programs,
                                           .n_binaries = 1 };
  convert (&options);
  options.llvm = true;
  convert (&options);
  options.leading_ip_only = true;
  convert (&options);
}
