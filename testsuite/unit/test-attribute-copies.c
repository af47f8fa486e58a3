/* From addresses to places of the source: copies that are told apart.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "testsuite/unit/trace-program.h"

/* The records of the copies of a place, of which each has two, in round 1.  */
#define COPY_0 512
#define COPY_1 1024
#define UNTOLD 32256
/* The record of a copy without a beginning, where another one has it.  */
#define BESIDE 256

/* Lines count from k's.  256 is where a place begins.  */
static const char k_source[]
    = "__asm__ (\".section .hwpgo.layout,\\\"\\\",@progbits\\n\"\n"
      "         \".ascii \\\"3\\\\n\\\"\\n.byte 0\\n.text\");\n"
      "__attribute__ ((naked, noinline)) void g (void)\n"
      "{"
      /* Two copies in the last round: the second begins, the first follows.  */
      "  __asm__ volatile (\".loc 1 5 0 discriminator 2097408; nop;\"\n"
      "\".loc 1 5 0 discriminator 1048576; ret\");\n"
      "}\n"
      "__attribute__ ((naked, noinline)) void k (void)\n" /* line 7 */
      "{\n"
      "  __asm__ volatile (\".loc 1 9 0 discriminator 512; nop\");\n"  /* 0 */
      "  __asm__ volatile (\".loc 1 9 0 discriminator 1024; nop\");\n" /* 1 */
      "  __asm__ volatile (\".loc 1 10 0; jz 1f\");\n"                 /* 2 */
      "  __asm__ volatile (\".loc 1 14 0 is_stmt 1 discriminator 256\");\n"
      "  __asm__ volatile (\".loc 1 15 0 is_stmt 1 discriminator 256\");\n"
      "  __asm__ volatile (\".loc 1 11 0 discriminator 512; nop\");\n"  /* 3 */
      "  __asm__ volatile (\".loc 1 11 0 discriminator 1024; nop\");\n" /* 4 */
      "  __asm__ volatile (\".loc 1 16 0; nop\");\n"                    /* 5 */
      "  __asm__ volatile (\".loc 1 17 0 is_stmt 1 discriminator 768\");\n"
      "  __asm__ volatile (\".loc 1 17 0 discriminator 512; nop\");\n"  /* 6 */
      "  __asm__ volatile (\".loc 1 17 0 discriminator 1024; nop\");\n" /* 7 */
      "  __asm__ volatile (\".loc 1 18 0 is_stmt 1 discriminator 768\");\n"
      "  __asm__ volatile (\".loc 1 18 0 discriminator 512; nop\");\n" /* 8 */
      /* GCC has merged both copies of a call into one.  */
      "  __asm__ volatile (\"1: .loc 1 12 0 discriminator 512; call g\");\n"
      "  __asm__ volatile (\".loc 1 14 0; nop\");\n"                    /* 10 */
      "  __asm__ volatile (\".loc 1 18 0 discriminator 1024; nop\");\n" /* 11 */
      "  __asm__ volatile (\".loc 1 13 0; jmp g\");\n"                  /* 12 */
      /* Never.  */
      "  __asm__ volatile (\".loc 1 16 0 is_stmt 1 discriminator 256\");\n"
      "  __asm__ volatile (\".loc 1 15 0; nop\");\n"
      "}\n"
      "int main (void) { k (); return 0; }\n";

static bool
make_program (void)
{
  struct hwpgo_image *image;
  if (!unit_compile ("program", k_source, "-O1 -g1 -pie -fPIE")
      || hwpgo_image_open (&image, program, NULL, NULL) != 0)
    return false;
  find_instructions (image, "k", f, 13);
  find_instructions (image, "g", g, 2);
  hwpgo_image_close (image);
  return true;
}

/* Executions of k: so many with the jump, and without; and mispredicts.  */
static void
record_k (uint64_t with, uint64_t without)
{
  begin ();
  map_program (PID, 1, program, 0);
  STACK (PID, 4 * with, { f[12], g[0], 0 }, { g[1], f[10], 0 },
         { f[9], g[0], 0 }, { f[2], f[9], 0 }, { 1, f[0], 0 });
  STACK (PID, 3 * without, { f[12], g[0], 0 }, { g[1], f[10], 0 },
         { f[9], g[0], 0 }, { 1, f[0], 0 });
  add_mispredict (f[0], 7);
  add_mispredict (f[3], 9);
  add_mispredict (f[7], 5);
  end ();
}

/* A record without a count would be a copy that did not run.  */
static void
targets_are_where_the_count_is (void)
{
  record_k (100000, 20);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 5, UNTOLD), 100020);
  CHECK_U64 (count_at ("k", 5, COPY_0), NONE);
  const struct hwpgo_function *k
      = hwpgo_profile_find (bundle.profiles[HWPGO_FREQUENCY], "k");
  for (size_t i = 0; k && i < k->n_samples; i++)
    CHECK_U64 (k->samples[i].n_targets,
               k->samples[i].at.line == 5 || k->samples[i].at.line == 6);
  hwpgo_bundle_free (&bundle);
}

/* The count at LINE of k among the mispredicts.  */
static uint64_t
missed_at (uint32_t line, uint32_t discriminator)
{
  const struct hwpgo_function *k
      = hwpgo_profile_find (bundle.profiles[HWPGO_MISPREDICT], "k");
  uint64_t n;
  struct hwpgo_location at = { line, discriminator };
  return k && hwpgo_function_count (k, at, UINT32_MAX, &n) ? n : NONE;
}

/* 40 of 700,000 are not told apart, in neither profile.  */
static void
copies_that_hardly_ran_are_one (void)
{
  record_k (100000, 20);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 2, COPY_0), 100020);
  CHECK_U64 (count_at ("k", 2, COPY_1), 100020);
  CHECK_U64 (count_at ("k", 2, 0), NONE);
  CHECK_U64 (count_at ("k", 4, COPY_0), NONE);
  CHECK_U64 (count_at ("k", 4, COPY_1), NONE);
  CHECK_U64 (count_at ("k", 4, 0), 40);
  CHECK_U64 (missed_at (2, COPY_0), 7);
  CHECK_U64 (missed_at (2, 0), NONE);
  CHECK_U64 (missed_at (4, 0), 9);
  CHECK_U64 (missed_at (4, COPY_0), NONE);
  hwpgo_bundle_free (&bundle);
}

static void
copies_that_ran_are_told_apart (void)
{
  record_k (100000, 20000);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 4, COPY_0), 20000);
  CHECK_U64 (count_at ("k", 4, COPY_1), 20000);
  CHECK_U64 (count_at ("k", 4, 0), NONE);
  CHECK_U64 (missed_at (4, COPY_0), 9);
  CHECK_U64 (missed_at (4, 0), NONE);
  hwpgo_bundle_free (&bundle);
}

/* Where the code ran often, the count of its place does not say what runs there;
   but one that never began then did not run.  */
static void
what_hardly_ran_may_stand_anywhere (void)
{
  record_k (100000, 20);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 7, UNTOLD), 20);
  CHECK_U64 (count_at ("k", 7, 0), NONE);
  CHECK_U64 (count_at ("k", 8, 0), 20);
  CHECK_U64 (count_at ("k", 8, UNTOLD), NONE);
  CHECK_U64 (count_at ("k", 9, 0), NONE);
  hwpgo_bundle_free (&bundle);
  record_k (100000, 20000);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 8, UNTOLD), 20000);
  CHECK_U64 (count_at ("k", 8, 0), NONE);
  CHECK_U64 (count_at ("k", 9, 0), 0);
  CHECK_U64 (count_at ("k", 9, UNTOLD), NONE);
  hwpgo_bundle_free (&bundle);
}

/* What has no beginning beside a copy that has is not another copy: it counts
   by itself, and not for the place.  All of it may have been mispredicted.  */
static void
what_only_follows_is_no_copy (void)
{
  static const struct hwpgo_location place = { 10, 0 };
  const uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  const uint32_t round_1 = hwpgo_discriminator_mask (HWPGO_ROUND_1);
  uint64_t n;
  record_k (100000, 20000);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 10, COPY_0), 20000);
  CHECK_U64 (count_at ("k", 10, COPY_1), NONE);
  CHECK_U64 (count_at ("k", 10, COPY_1 | BESIDE), 20000);
  CHECK_U64 (missed_at (10, COPY_1), 5);
  const struct hwpgo_function *k
      = hwpgo_profile_find (bundle.profiles[HWPGO_FREQUENCY], "k");
  CHECK (k && hwpgo_function_count (k, place, base, &n) && n == 20000);
  struct hwpgo_location copy = { 10, COPY_1 };
  CHECK (k && hwpgo_function_count (k, copy, round_1, &n) && n == 20000);
  hwpgo_bundle_free (&bundle);
  /* Where copies do not matter there is nothing left of it.  */
  record_k (100000, 20);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 10, 0), 20);
  CHECK_U64 (count_at ("k", 10, BESIDE), NONE);
  CHECK_U64 (missed_at (10, 0), 5);
  hwpgo_bundle_free (&bundle);
  /* LLVM's tools know nothing of that.  */
  record_k (100000, 20000);
  CHECK (RUN_CONVERT (.foreign = true) == 0);
  CHECK_U64 (count_at ("k", 10, COPY_1), 20000);
  hwpgo_bundle_free (&bundle);
}

/* What ran much more than all that begins does not follow that.  */
static void
what_ran_more_has_lost_its_beginning (void)
{
  static const struct hwpgo_location place = { 11, 0 };
  const uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  uint64_t n;
  record_k (100000, 20000);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 11, COPY_0), 20000);
  CHECK_U64 (count_at ("k", 11, COPY_1), 120000);
  const struct hwpgo_function *k
      = hwpgo_profile_find (bundle.profiles[HWPGO_FREQUENCY], "k");
  CHECK (k && hwpgo_function_count (k, place, base, &n) && n == 140000);
  hwpgo_bundle_free (&bundle);
  /* It may.  */
  record_k (20000, 30000);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 11, COPY_1 | BESIDE), 50000);
  hwpgo_bundle_free (&bundle);
}

/* Nor in the last round, which profiles do not have.  */
static void
what_only_follows_in_the_last_round (void)
{
  record_k (100000, 20000);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("g", 2, 0), 120000);
  hwpgo_bundle_free (&bundle);
}

int
main (void)
{
#ifndef __x86_64__
  printf ("UNSUPPORTED: test-attribute-copies.c: the program is in x86-64 "
          "assembly\n");
  return 0;
#endif
  if (!prepare ())
    return 1;
  CHECK (make_program ());
  RUN (targets_are_where_the_count_is);
  RUN (copies_that_hardly_ran_are_one);
  RUN (copies_that_ran_are_told_apart);
  RUN (what_hardly_ran_may_stand_anywhere);
  RUN (what_only_follows_is_no_copy);
  RUN (what_ran_more_has_lost_its_beginning);
  RUN (what_only_follows_in_the_last_round);
  unit_remove_folder ();
  return UNIT_RESULT;
}
