/* From addresses to places of the source: encodings of discriminators.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/trace/discriminators.h"
#include "testsuite/unit/trace-program.h"

static void
decodings_are_the_compilers (void)
{
  static const struct
  {
    enum hwpgo_encoding encoding;
    uint32_t d, base, factor, copy;
  } rows[] = {
    { HWPGO_ENCODING_PLAIN, 0xffffffff, 0xffffffff, 1, 0 },
    { HWPGO_ENCODING_HWPGO, 0xf83fff, 0x083eff, 1, 15 },
    { HWPGO_ENCODING_GCC16, 0, 0, 1, 0 },
    { HWPGO_ENCODING_GCC16, 255 | 127 << 8 | 2047 << 15, 255, 127, 2047 },
    { HWPGO_ENCODING_GCC16, 3 | 1 << 15, 3, 1, 1 },
    { HWPGO_ENCODING_GCC16, UINT32_C (0xfc000007), 7, 1, 0 },
    { HWPGO_ENCODING_LLVM, 0, 0, 1, 0 },
    { HWPGO_ENCODING_LLVM, 2, 1, 1, 0 },
    { HWPGO_ENCODING_LLVM, 62, 31, 1, 0 },
    /* A base over 31: its low 5 bits, a 1, its high 7 bits.  */
    { HWPGO_ENCODING_LLVM, (0 | 1 << 5 | 1 << 6) << 1, 32, 1, 0 },
    { HWPGO_ENCODING_LLVM, (31 | 1 << 5 | 127 << 6) << 1, 4095, 1, 0 },
    { HWPGO_ENCODING_LLVM, 9, 0, 2, 0 },
    /* Base 5, factor 8, copy 0.  */
    { HWPGO_ENCODING_LLVM, 5 << 1 | 8 << 8, 5, 8, 0 },
    /* Probe 3.  */
    { HWPGO_ENCODING_LLVM, 31, 3, 1, 0 },
    { HWPGO_ENCODING_LLVM_FS, 3221238272, 3221238272, 1, 0 },
    { HWPGO_ENCODING_LLVM_FS, 7, 7, 1, 0 },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      struct hwpgo_discriminator is
          = hwpgo_discriminator_decode (rows[i].encoding, rows[i].d);
      CHECK_U64 (is.base, rows[i].base);
      CHECK_U64 (is.factor, rows[i].factor);
      CHECK_U64 (is.copy, rows[i].copy);
    }
}

static void
choices_have_names (void)
{
  enum hwpgo_discriminators choice;
  for (unsigned i = 0; i < HWPGO_DISCRIMINATORS_N; i++)
    {
      CHECK (hwpgo_discriminators_find (
          hwpgo_discriminators_name ((enum hwpgo_discriminators) i), &choice));
      CHECK_U64 (choice, i);
    }
  CHECK (!hwpgo_discriminators_find ("aut", &choice));
}

/* Find the instructions of the program's k and g.  */
static bool
find_k (void)
{
  struct hwpgo_image *image;
  if (hwpgo_image_open (&image, program, NULL, NULL) != 0)
    return false;
  find_instructions (image, "k", h, 5);
  find_instructions (image, "g", g, 2);
  hwpgo_image_close (image);
  return true;
}

/* Make k's source the program, as compiler PRODUCER would have built it, with
   what OTHER assembly adds.  */
static bool
produce (const char *producer, const char *other)
{
  static const char k_source[]
      = "__attribute__ ((naked, noinline)) void g (void)\n"
        "{\n"
        "  __asm__ volatile (\"nop; ret\");\n"
        "}\n"
        "__attribute__ ((naked, noinline)) void k (void)\n" /* line 5 */
        "{\n"
        /* Base 2; copy 1 of it; copy 2, 4 at once; base 2 again.  */
        "  __asm__ volatile (\".loc 1 7 0 discriminator 2; jz 1f\");\n"
        "  __asm__ volatile (\".loc 1 7 0 discriminator 32770; nop\");\n"
        "  __asm__ volatile (\".loc 1 7 0 discriminator 66562; nop\");\n"
        "  __asm__ volatile (\".loc 1 7 0 discriminator 2; nop\");\n"
        "  __asm__ volatile (\"1: .loc 1 8 0; jmp g\");\n"
        "}\n"
        "int main (void) { k (); return 0; }\n";
  char command[512];
  snprintf (command, sizeof command,
            "cd %s && { sed 's/\"GNU C[^\"]*\"/\"%s\"/' k.s; printf '%s'; }"
            " > p.s && cc -pie -o program p.s",
            unit_folder, producer, other);
  return unit_compile ("k.s", k_source, "-O1 -g1 -fPIE -S")
         && system (command) == 0 && find_k ();
}

/* Executions of k: 30 times straight, and 10 times with the jump.  */
static void
record_k (void)
{
  begin ();
  map_program (PID, 1, program, 0);
  for (int i = 0; i < 30; i++)
    STACK (PID, 1, { h[4], g[0], 0 }, { 1, h[0], 0 });
  for (int i = 0; i < 10; i++)
    STACK (PID, 2, { h[4], g[0], 0 }, { h[0], h[4], 0 }, { 1, h[0], 0 });
  end ();
}

static void
gcc_16_says_which_copies_to_add (void)
{
  CHECK (produce ("GNU C17 16.1.0", ""));
  record_k ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 2, 2), 40 + 30 + 4 * 30);
  CHECK_U64 (count_at ("k", 3, 0), 40);
  CHECK_U64 (count_at ("k", 2, 32770), NONE);
  hwpgo_bundle_free (&bundle);
  CHECK (RUN_CONVERT (.discriminators = HWPGO_DISCRIMINATORS_PLAIN) == 0);
  CHECK_U64 (count_at ("k", 2, 2), 40);
  CHECK_U64 (count_at ("k", 2, 32770), 30);
  CHECK_U64 (count_at ("k", 2, 66562), 30);
  hwpgo_bundle_free (&bundle);
}

static const struct hwpgo_perf_event_spec no_stacks[]
    = { { "cycles:u", 0, 0, 0, false } };

/* Of samples of addresses, too: 20 + 30 + 4 * 40; the two instructions of the
   first copy have 10 and 30.  */
static void
addresses_have_copies_too (void)
{
  CHECK (produce ("GNU C17 16.1.0", ""));
  begin_with (no_stacks, 1);
  map_program (PID, 1, program, 0);
  static const uint64_t samples[] = { 10, 30, 40, 30 };
  for (int i = 0; i < 4; i++)
    hwpgo_perf_write_sample (writer, 0, PID, PID, clock_now++, h[i], 0,
                             samples[i], NULL, 0);
  end ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 2, 2), 20 + 30 + 4 * 40);
  hwpgo_bundle_free (&bundle);
}

static void
the_producer_tells_and_the_user_knows_better (void)
{
  CHECK (produce ("GNU C17 15.1.0", ""));
  record_k ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 2, 66562), 30);
  hwpgo_bundle_free (&bundle);
  CHECK (RUN_CONVERT (.discriminators = HWPGO_DISCRIMINATORS_GCC16) == 0);
  CHECK_U64 (count_at ("k", 2, 2), 190);
  hwpgo_bundle_free (&bundle);

  CHECK (produce ("clang version 19.1.7", ""));
  record_k ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  /* All have base 1, and 66562 has factor 4.  */
  CHECK_U64 (count_at ("k", 2, 1), 4 * 30);
  CHECK_U64 (count_at ("k", 2, 66562), NONE);
  hwpgo_bundle_free (&bundle);
}

/* Without a period llvm-profgen counts each branch once.  */
static void
llvm_counts_branches_without_a_period (void)
{
  CHECK (produce ("GNU C17 15.1.0", ""));
  begin ();
  map_program (PID, 1, program, 0);
  for (int i = 0; i < 10; i++)
    STACK (PID, 1, { h[4], g[0], 0 }, { h[0], h[4], 0 }, { 1, h[0], 0 });
  end ();
  CHECK (RUN_CONVERT (.llvm = true) == 0);
  CHECK_U64 (count_at ("k", 3, 0), 10);
  CHECK_U64 (head ("g"), 10);
  hwpgo_bundle_free (&bundle);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 3, 0), 5);
  hwpgo_bundle_free (&bundle);
}

/* LLVM_FS needs the mark, when it is not asked for by name.  */
static void
flow_sensitive_ones_are_whole (void)
{
  CHECK (produce ("clang version 19.1.7",
                  ".data\\n.globl __llvm_fs_discriminator__\\n"
                  ".type __llvm_fs_discriminator__,@object\\n"
                  "__llvm_fs_discriminator__: .byte 1\\n"
                  ".size __llvm_fs_discriminator__,1\\n"));
  record_k ();
  static const enum hwpgo_discriminators whole[]
      = { HWPGO_DISCRIMINATORS_AUTO, HWPGO_DISCRIMINATORS_LLVM,
          HWPGO_DISCRIMINATORS_LLVM_FS };
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
    {
      CHECK (RUN_CONVERT (.discriminators = whole[i]) == 0);
      CHECK (bundle.profiles[HWPGO_FREQUENCY]->fs_discriminators);
      CHECK_U64 (count_at ("k", 2, 2), 40);
      CHECK_U64 (count_at ("k", 2, 66562), 30);
      hwpgo_bundle_free (&bundle);
    }
}

/* Line 0 is no place, but llvm-profgen has the distance from there.  */
static void
line_0_counts_for_llvm (void)
{
  static const char z_source[]
      = "__attribute__ ((naked, noinline)) void g (void)\n"
        "{\n"
        "  __asm__ volatile (\"nop; ret\");\n"
        "}\n"
        "__attribute__ ((naked, noinline)) void k (void)\n"
        "{\n"
        "  __asm__ volatile (\".loc 1 0 0; nop; .loc 1 8 0; nop; nop; "
        "nop\");\n"
        "  __asm__ volatile (\".loc 1 9 0; jmp g\");\n"
        "}\n"
        "int main (void) { k (); return 0; }\n";
  /* The assembler of binutils leaves line 0 out.  */
  if (system ("command -v clang-19 > /dev/null") != 0)
    {
      printf ("UNSUPPORTED: test-attribute.c: no clang-19\n");
      return;
    }
  char command[256];
  snprintf (command, sizeof command,
            "cd %s && sed 's/ view .*//' z.s > v.s && clang-19 -c v.s &&"
            " cc -pie -o program v.o",
            unit_folder);
  CHECK (unit_compile ("z.s", z_source, "-O1 -g1 -gdwarf-4 -fPIE -S")
         && system (command) == 0 && find_k ());
  record_k ();
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  CHECK_U64 (count_at ("k", 3, 0), 30);
  CHECK_U64 (count_at ("k", 65531, 0), NONE);
  hwpgo_bundle_free (&bundle);
  CHECK (RUN_CONVERT (.llvm = true) == 0);
  CHECK_U64 (count_at ("k", 3, 0), 30);
  CHECK_U64 (count_at ("k", 65531, 0), 40);
  hwpgo_bundle_free (&bundle);
}

/* k calls body twice in one line, and there is a clone of k.  */
static const char body_source[]
    = "volatile int sink;\n"
      "static inline __attribute__ ((always_inline)) void body (int x)\n"
      "{\n"
      "  sink = x;\n"
      "  sink = x + 1;\n"
      "}\n"
      "__attribute__ ((noinline)) void g (void)\n"
      "{\n"
      "  sink = 3;\n"
      "}\n"
      "__attribute__ ((noinline, noclone)) void k (int x)\n"
      "{\n"
      "  body (x); body (x + 7);\n"
      "}\n"
      "__attribute__ ((noinline, noclone)) void clone (int x)\n"
      "  __asm__ (\"k.constprop.0\");\n"
      "__attribute__ ((noinline, noclone)) void clone (int x)\n"
      "{\n"
      "  body (x);\n"
      "  sink = 5;\n"
      "}\n"
      "int main (void) { k (1); clone (2); g (); return 0; }\n";

/* The function of the symbol with the N-th lowest address of name NAME.  */
static const struct hwpgo_image_function *
function (const struct hwpgo_image *image, const char *name, unsigned n)
{
  size_t n_functions;
  const struct hwpgo_image_function *all
      = hwpgo_image_functions (image, &n_functions);
  for (size_t i = 0; i < n_functions; i++)
    if (strcmp (all[i].name, name) == 0 && n-- == 0)
      return &all[i];
  CHECK (false);
  return &all[0];
}

/* The address of F's last instruction, a return.  */
static uint64_t
end_of (const struct hwpgo_image *image, const struct hwpgo_image_function *of)
{
  size_t left;
  uint64_t at = of->low;
  for (;;)
    {
      const uint8_t *code = hwpgo_image_code (image, at, &left);
      struct hwpgo_insn insn = { 0 };
      if (code)
        insn = hwpgo_insn_decode (hwpgo_image_machine (image), code, left, at);
      CHECK (insn.length != 0);
      if (insn.length == 0 || insn.kind == HWPGO_INSN_RETURN)
        return at;
      at += insn.length;
    }
}

/* The counts of LINE in all calls of NAME that are inlined into k.  */
static uint64_t
count_inlined (const char *name, uint32_t line)
{
  const struct hwpgo_function *p
      = hwpgo_profile_find (bundle.profiles[HWPGO_FREQUENCY], "k");
  uint64_t sum = 0, n;
  struct hwpgo_location at = { line, 0 };
  for (size_t i = 0; p && i < p->n_callsites; i++)
    if (strcmp (p->callsites[i].callee->name, name) == 0
        && hwpgo_function_count (p->callsites[i].callee, at, 0, &n))
      sum += n;
  return sum;
}

static void
clones_add_up (void)
{
  CHECK (unit_compile ("program", body_source, "-O1 -g1 -pie -fPIE"));
  struct hwpgo_image *image;
  if (hwpgo_image_open (&image, program, NULL, NULL) != 0)
    {
      CHECK (false);
      return;
    }
  const struct hwpgo_image_function *k = function (image, "k", 0),
                                    *clone = function (image, "k", 1),
                                    *callee = function (image, "g", 0);
  begin ();
  map_program (PID, 1, program, 0);
  for (int i = 0; i < 10; i++)
    STACK (PID, 1, { BASE + end_of (image, k), BASE + callee->low, 0 },
           { 1, BASE + k->low, 0 });
  for (int i = 0; i < 5; i++)
    STACK (PID, 1, { BASE + end_of (image, clone), BASE + callee->low, 0 },
           { 1, BASE + clone->low, 0 });
  end ();
  hwpgo_image_close (image);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  /* Each of the calls in k, and that in the clone.  */
  CHECK_U64 (count_inlined ("body", 2), 15);
  CHECK_U64 (count_inlined ("body", 3), 15);
  CHECK_U64 (head ("k"), 8);
  hwpgo_bundle_free (&bundle);
  /* llvm-profgen takes the highest of all.  */
  CHECK (RUN_CONVERT (.llvm = true) == 0);
  CHECK_U64 (count_inlined ("body", 3), 10);
  hwpgo_bundle_free (&bundle);
}

/* A call of puts leads to a stub, and that into another file.  */
static void
stubs_have_names (const char *flags)
{
  static const char p_source[] = "int puts (const char *);\n"
                                 "__attribute__ ((noinline)) int k (void)\n"
                                 "{\n"
                                 "  return puts (\"\") + 1;\n"
                                 "}\n"
                                 "int main (void) { return k (); }\n";
  struct hwpgo_image *image;
  CHECK (unit_compile ("program", p_source, flags));
  if (hwpgo_image_open (&image, program, NULL, NULL) != 0)
    {
      CHECK (false);
      return;
    }
  const struct hwpgo_image_function *k = function (image, "k", 0);
  uint64_t at = k->low, stub = 0;
  for (unsigned i = 0; i < 16 && !stub; i++)
    {
      size_t left;
      const uint8_t *code = hwpgo_image_code (image, at, &left);
      struct hwpgo_insn insn
          = hwpgo_insn_decode (hwpgo_image_machine (image), code, left, at);
      if (insn.kind == HWPGO_INSN_CALL)
        stub = insn.target;
      else
        at += insn.length;
    }
  const char *name = hwpgo_image_stub_name (image, stub);
  CHECK_STRING (name ? name : "none", "puts");
  CHECK (hwpgo_image_stub_name (image, k->low) == NULL);
  CHECK (hwpgo_image_stub_name (image, 1) == NULL);
  begin ();
  map_program (PID, 1, program, 0);
  for (int i = 0; i < 10; i++)
    STACK (PID, 2, { BASE + stub, 1, 0 }, { BASE + at, BASE + stub, 0 },
           { 1, BASE + k->low, 0 });
  end ();
  hwpgo_image_close (image);
  CHECK (RUN_CONVERT (.event = NULL) == 0);
  const struct hwpgo_function *p
      = hwpgo_profile_find (bundle.profiles[HWPGO_FREQUENCY], "k");
  uint64_t calls = 0;
  for (size_t i = 0; p && i < p->n_samples; i++)
    for (size_t j = 0; j < p->samples[i].n_targets; j++)
      if (strcmp (p->samples[i].targets[j].name, "puts") == 0)
        calls += p->samples[i].targets[j].count;
  CHECK_U64 (calls, 7);
  CHECK_U64 (report.dropped[HWPGO_DROP_OUTSIDE], 10);
  CHECK (hwpgo_profile_find (bundle.profiles[HWPGO_FREQUENCY], "puts")
         == NULL);
  hwpgo_bundle_free (&bundle);
  CHECK (RUN_CONVERT (.llvm = true) == 0);
  CHECK_U64 (report.dropped[HWPGO_DROP_OUTSIDE], 20);
  hwpgo_bundle_free (&bundle);
}

static void
calls_through_stubs_have_targets (void)
{
  stubs_have_names ("-O1 -g1 -pie -fPIE");
  stubs_have_names ("-O1 -g1 -pie -fPIE -fcf-protection=full -Wl,-z,ibtplt");
  stubs_have_names ("-O1 -g1 -pie -fPIE -Wl,-z,now");
}

int
main (void)
{
#ifndef __x86_64__
  printf ("UNSUPPORTED: test-attribute.c: the program is in x86-64 "
          "assembly\n");
  return 0;
#endif
  if (!prepare ())
    return 1;
  RUN (decodings_are_the_compilers);
  RUN (choices_have_names);
  RUN (gcc_16_says_which_copies_to_add);
  RUN (addresses_have_copies_too);
  RUN (the_producer_tells_and_the_user_knows_better);
  RUN (llvm_counts_branches_without_a_period);
  RUN (flow_sensitive_ones_are_whole);
  RUN (line_0_counts_for_llvm);
  RUN (clones_add_up);
  RUN (calls_through_stubs_have_targets);
  unit_remove_folder ();
  return UNIT_RESULT;
}
