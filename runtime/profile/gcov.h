/* Profiles for GCC's -fauto-profile ("AFDO", .gcov).
   SPDX-License-Identifier: GPL-2.0-or-later

   Layout (gcc/auto-profile.cc of GCC 11 to 16); words are of 32 bits, the low
   byte first, counters two words, the low one first:

     file     := "adcg" VERSION 0 [ v3: summary ] names functions modules
                 [ working set ]
     summary  := SUMMARY counter total, max, max_function, counts, functions
                 counter N, N { CUTOFF counter least counter counts }
     names    := NAMES LENGTH [ v3: N N string ]
                 N N { string [ v3: FILE ] }
     functions:= FUNCTIONS LENGTH N { counter head [ v3: counter time ] body }
     body     := NAME N_POSITIONS N_CALLSITES
                 { OFFSET N_TARGETS counter count
                   { 7 counter name counter count } }
                 { OFFSET body }
     modules  := MODULES 0 0
     working  := WORKING_SET 3 * 128, 128 { COUNTS counter least }

   OFFSET is the distance from the line of the declaration, modulo 2^16, in
   its upper half, the discriminator in its lower one.  A string is its
   length, in words with padding in version 1, in bytes later, and its bytes
   with a NUL.  doc/formats.md says what is done for which GCC.  */

#ifndef HWPGO_PROFILE_GCOV_H
#define HWPGO_PROFILE_GCOV_H

#include "runtime/profile/format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The versions of GCC that read such profiles, and for which one is written
   when nobody says.  */
#define HWPGO_GCOV_GCC_MIN 11
#define HWPGO_GCOV_GCC_MAX 16
#define HWPGO_GCOV_GCC_DEFAULT 12

/* A hwpgo_profile_reader of versions 1 to 3.  File names, times, the summary
   and the working set have no place in the model and are left out.  */
int hwpgo_gcov_read (struct hwpgo_profile *profile, const char *file,
                     const void *data, size_t size, struct hwpgo_error *err);

/* A hwpgo_profile_writer.  OPTIONS->gcc (0: the default) says for whom.  An
   offset that does not fit into 16 bits, and hashes of names, are errors.  */
int hwpgo_gcov_write (const struct hwpgo_profile *profile,
                      const struct hwpgo_write_options *options, FILE *out,
                      struct hwpgo_error *err);

/* gcov-plain.c: add PROFILE, whose discriminators are of hwpgo's layout, to
   SUM, which is empty, with the copies of each place as one.  0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_gcov_sum_copies (struct hwpgo_profile *sum,
                           const struct hwpgo_profile *profile);

/* gcov-plain.c: add PROFILE to PLAIN, which is empty, as GCC version GCC looks
   it up.  Clones are added to the function that they were made from;
   constructors and destructors have the name of their base form; what GCC
   cuts off names is cut.  For GCC 11 and 12 there are no discriminators: the
   highest count of a line stands for it.  Head counts, which GCC takes for
   those of the first block, are raised where they are known to be less.  0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_gcov_plain (struct hwpgo_profile *plain,
                      const struct hwpgo_profile *profile, unsigned gcc);

/* For gcov-read.c, gcov-write.c: the words that tell the sections.  */
enum
{
  HWPGO_GCOV_SUMMARY = (int) 0xa8000000,
  HWPGO_GCOV_NAMES = (int) 0xaa000000,
  HWPGO_GCOV_FUNCTIONS = (int) 0xac000000,
  HWPGO_GCOV_MODULES = (int) 0xae000000,
  HWPGO_GCOV_WORKING_SET = (int) 0xaf000000,
  HWPGO_GCOV_INDIRECT_CALL = 7,
  HWPGO_GCOV_WORKING_SETS = 128
};
#define HWPGO_GCOV_MAGIC UINT32_C (0x67636461)

#ifdef __cplusplus
}
#endif

#endif
