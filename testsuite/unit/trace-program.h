/* Made-up recordings of a known program, and what becomes of them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_UNIT_TRACE_PROGRAM_H
#define HWPGO_UNIT_TRACE_PROGRAM_H

#include <stdbool.h>

#include "runtime/base/file.h"
#include "runtime/image/image.h"
#include "runtime/perfdata/writer.h"
#include "runtime/trace/convert.h"
#include "testsuite/unit/program.h"
#include "testsuite/unit/unit.h"

/* Each line of f and h is a statement of its own; the numbers are those of the
   instructions.  Lines count from the function's.  */
static const char source[]
    = "void g (void);\n"
      "__attribute__ ((naked, noinline)) void f (void)\n"
      "{\n"
      "  __asm__ volatile (\"1: nop\");\n"                 /* 0 */
      "  __asm__ volatile (\"test %edi, %edi; jz 2f\");\n" /* 1 2 */
      "  __asm__ volatile (\"nop; nop\");\n"               /* 3 4 */
      "  __asm__ volatile (\"2: call g\");\n"              /* 5 */
      "  __asm__ volatile (\"dec %edi; jnz 1b\");\n"       /* 6 7 */
      "  __asm__ volatile (\"ret\");\n"                    /* 8 */
      "}\n"
      "__attribute__ ((naked, noinline)) void g (void)\n"
      "{\n"
      "  __asm__ volatile (\"nop\");\n" /* 0 */
      "  __asm__ volatile (\"ret\");\n" /* 1 */
      "}\n"
      "__attribute__ ((naked, noinline)) void h (void)\n"
      "{\n"
      /* 0 1 2 3 4 5 */
      "  __asm__ volatile (\"jz 3f; nop; 3: jz 4f; nop; 4: nop; nop\");\n"
      "  __asm__ volatile (\"jmp g\");\n" /* 6 */
      "}\n"
      "__attribute__ ((naked, noinline)) void d (void)\n" /* line 21 */
      "{\n"
      "  __asm__ volatile (\".loc 1 23 0 discriminator 4; nop\");\n"
      "  __asm__ volatile (\".loc 1 24 0 discriminator 9; nop\");\n"
      "  __asm__ volatile (\".loc 1 25 0 discriminator 31; nop\");\n"
      "  __asm__ volatile (\"jmp g\");\n"
      "}\n"
      "int main (void) { f (); h (); d (); return 0; }\n";

#define BASE UINT64_C (0x7f0000000000)
#define PID 100

static char program[128], data[128];

/* Addresses, as mapped, of the instructions.  */
static uint64_t f[13], g[2], h[7], d[4];

static inline void
find_instructions (const struct hwpgo_image *image, const char *name,
                   uint64_t *at, size_t n)
{
  size_t n_functions, left;
  const struct hwpgo_image_function *all
      = hwpgo_image_functions (image, &n_functions);
  for (size_t i = 0; i < n_functions; i++)
    {
      if (strcmp (all[i].name, name) != 0)
        continue;
      uint64_t vaddr = all[i].low;
      for (size_t k = 0; k < n; k++)
        {
          at[k] = BASE + vaddr;
          const uint8_t *code = hwpgo_image_code (image, vaddr, &left);
          CHECK (code != NULL);
          vaddr += hwpgo_insn_decode (hwpgo_image_machine (image), code, left,
                                      vaddr)
                       .length;
        }
    }
  CHECK (at[0] != 0);
}

static inline void
program_is_as_expected (void)
{
  CHECK (unit_compile ("program", source, "-O1 -g1 -pie -fPIE"));
  struct hwpgo_image *image;
  CHECK (hwpgo_image_open (&image, program, NULL, NULL) == 0);
  if (!image)
    return;
  find_instructions (image, "f", f, 9);
  find_instructions (image, "g", g, 2);
  find_instructions (image, "h", h, 7);
  find_instructions (image, "d", d, 4);
  uint64_t vaddr = 0;
  CHECK (hwpgo_image_vaddr (image, f[0] - BASE, &vaddr)
         && vaddr == f[0] - BASE);
  hwpgo_image_close (image);
}

/* --- recordings -----------------------------------------------------------
 */

static const struct hwpgo_perf_event_spec specs[]
    = { { "br_inst_retired.near_taken:upp", 4, 0x20c4, 0, true },
        { "br_misp_retired.all_branches:upp", 4, 0xc5, 0, false },
        { "instructions:u", 0, 1, 0, false } };

static FILE *file;
static struct hwpgo_perf_writer *writer;
static uint64_t clock_now;

static inline void
begin_with (const struct hwpgo_perf_event_spec *events, size_t n)
{
  file = fopen (data, "wb");
  CHECK (
      file
      && hwpgo_perf_writer_new (&writer, file, "x86_64", NULL, events, n, NULL)
             == 0);
  clock_now = 1000;
}

static inline void
begin (void)
{
  begin_with (specs, 3);
}

static inline void
end (void)
{
  CHECK (hwpgo_perf_writer_finish (writer, NULL) == 0);
  CHECK (fclose (file) == 0);
}

static inline void
map_program (int pid, uint64_t time, const char *path, uint8_t id)
{
  struct hwpgo_perf_mmap map = { .start = BASE,
                                 .length = 0x100000,
                                 .path = path,
                                 .build_id = { id, 2, 3, 4 },
                                 .build_id_size = id ? 4 : 0 };
  hwpgo_perf_write_mmap (writer, pid, pid, time, &map);
}

static inline void
add_stack (int pid, uint64_t period, const struct hwpgo_perf_branch *b,
           size_t n)
{
  hwpgo_perf_write_sample (writer, 0, pid, pid, clock_now++, f[0], 0, period,
                           b, n);
}

static inline void
add_mispredict (uint64_t ip, uint64_t period)
{
  hwpgo_perf_write_sample (writer, 1, PID, PID, clock_now++, ip, 0, period,
                           NULL, 0);
}

#define STACK(pid, period, ...)                                               \
  do                                                                          \
    {                                                                         \
      const struct hwpgo_perf_branch b_[] = { __VA_ARGS__ };                  \
      add_stack (pid, period, b_, sizeof b_ / sizeof *b_);                    \
    }                                                                         \
  while (0)

/* --- results --------------------------------------------------------------
 */

static struct hwpgo_convert_report report;
static struct hwpgo_bundle bundle;
static struct hwpgo_error error;

static inline int
run (struct hwpgo_convert_options o)
{
  const char *paths[] = { data };
  const char *binaries[] = { program };
  o.perf_data = paths;
  o.n_perf_data = 1;
  o.binaries = binaries;
  o.n_binaries = 1;
  o.source = "hardware";
  error = (struct hwpgo_error){ 0 };
  int rc = hwpgo_convert (&o, &bundle, &report, &error);
  if (rc)
    return rc;
  uint64_t sums[]
      = { report.samples_used, report.branches_used, report.ranges_used };
  for (int i = 0; i < HWPGO_DROPS; i++)
    {
      const char *unit = hwpgo_drop_unit ((enum hwpgo_drop) i);
      sums[*unit == 's' ? 0 : *unit == 'b' ? 1 : 2] += report.dropped[i];
    }
  CHECK_U64 (sums[0], report.samples);
  CHECK_U64 (sums[1], report.branches);
  CHECK_U64 (sums[2], report.ranges);
  return 0;
}

/* Make the program and the names of the files.  False if that fails.  */
static inline bool
prepare (void)
{
  if (!unit_make_folder ())
    return false;
  snprintf (program, sizeof program, "%s", unit_path ("program"));
  snprintf (data, sizeof data, "%s", unit_path ("data"));
  return true;
}

#define RUN_CONVERT(...) run ((struct hwpgo_convert_options){ __VA_ARGS__ })

#define NONE UINT64_C (0xdead)

/* The count of LINE of function NAME, NONE if there is no record.  */
static inline uint64_t
count (enum hwpgo_kind kind, const char *name, uint32_t line)
{
  const struct hwpgo_function *p
      = bundle.profiles[kind]
            ? hwpgo_profile_find (bundle.profiles[kind], name)
            : NULL;
  uint64_t n;
  struct hwpgo_location at = { line, 0 };
  return p && hwpgo_function_count (p, at, 0, &n) ? n : NONE;
}

/* The same with the discriminator.  */
static inline uint64_t
count_at (const char *name, uint32_t line, uint32_t discriminator)
{
  const struct hwpgo_function *p
      = hwpgo_profile_find (bundle.profiles[HWPGO_FREQUENCY], name);
  uint64_t n;
  struct hwpgo_location at = { line, discriminator };
  return p && hwpgo_function_count (p, at, UINT32_MAX, &n) ? n : NONE;
}

static inline uint64_t
head (const char *name)
{
  const struct hwpgo_function *p
      = hwpgo_profile_find (bundle.profiles[HWPGO_FREQUENCY], name);
  return p ? p->head : NONE;
}

/* One round of the loop, the first branch not taken, newest entry first.  */
#define ROUND                                                                 \
  { f[7], f[0], 0 }, { g[1], f[6], 0 }, { f[5], g[0], 0 }, { f[7], f[0], 0 }

#endif
