/* From addresses to places of the source: copies that are told apart.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "testsuite/unit/trace-program.h"

/* The records of the copies of a place, of which each has two, in round 1.  */
#define COPY_0 512
#define COPY_1 1024
#define UNTOLD 32256

/* Lines count from k's.  */
static const char k_source[]
    = "__asm__ (\".section .hwpgo.layout,\\\"\\\",@progbits\\n\"\n"
      "         \".ascii \\\"3\\\\n\\\"\\n.byte 0\\n.text\");\n"
      "__attribute__ ((naked, noinline)) void g (void)\n"
      "{\n"
      "  __asm__ volatile (\"nop; ret\");\n"
      "}\n"
      "__attribute__ ((naked, noinline)) void k (void)\n" /* line 7 */
      "{\n"
      "  __asm__ volatile (\".loc 1 9 0 discriminator 512; nop\");\n"   /* 0 */
      "  __asm__ volatile (\".loc 1 9 0 discriminator 1024; nop\");\n"  /* 1 */
      "  __asm__ volatile (\".loc 1 10 0; jz 1f\");\n"                  /* 2 */
      "  __asm__ volatile (\".loc 1 11 0 discriminator 512; nop\");\n"  /* 3 */
      "  __asm__ volatile (\".loc 1 11 0 discriminator 1024; nop\");\n" /* 4 */
      /* GCC has merged both copies of a call into one.  */
      "  __asm__ volatile (\"1: .loc 1 12 0 discriminator 512; call g\");\n"
      "  __asm__ volatile (\".loc 1 13 0; jmp g\");\n" /* 6 */
      "}\n"
      "int main (void) { k (); return 0; }\n";

static bool
make_program (void)
{
  struct hwpgo_image *image;
  if (!unit_compile ("program", k_source, "-O1 -g1 -pie -fPIE")
      || hwpgo_image_open (&image, program, NULL, NULL) != 0)
    return false;
  find_instructions (image, "k", h, 7);
  find_instructions (image, "g", g, 2);
  hwpgo_image_close (image);
  return true;
}

/* Executions of k: so many with the jump, and without.  */
static void
record_k (uint64_t with, uint64_t without)
{
  begin ();
  map_program (PID, 1, program, 0);
  STACK (PID, 4 * with, { h[6], g[0], 0 }, { g[1], h[6], 0 },
         { h[5], g[0], 0 }, { h[2], h[5], 0 }, { 1, h[0], 0 });
  STACK (PID, 3 * without, { h[6], g[0], 0 }, { g[1], h[6], 0 },
         { h[5], g[0], 0 }, { 1, h[0], 0 });
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
  unit_remove_folder ();
  return UNIT_RESULT;
}
