/* The frame of the unit tests.
   SPDX-License-Identifier: GPL-2.0-or-later

   A test program is one file test-NAME.c: functions with CHECK lines and a
   main that RUNs them.  Each function gives one PASS or FAIL line in
   DejaGnu's form, which scripts/summary counts.  */

#ifndef HWPGO_UNIT_H
#define HWPGO_UNIT_H

#include <stdio.h>
#include <string.h>

static int unit_failed_checks, unit_failed_tests;

/* Go on after a failure, so that one run shows all.  */
#define CHECK(cond)                                                           \
  ((cond) ? (void) 0                                                          \
          : (void) (unit_failed_checks++,                                     \
                    printf ("%s:%d: CHECK (%s)\n", __FILE__, __LINE__, #cond)))

#define CHECK_STRING(got, want)                                               \
  unit_check_string (got, want, __FILE__, __LINE__)

#define CHECK_U64(got, want)                                                  \
  unit_check_u64 (got, want, #got, __FILE__, __LINE__)

#define RUN(test)                                                             \
  do                                                                          \
    {                                                                         \
      unit_failed_checks = 0;                                                 \
      test ();                                                                \
      unit_failed_tests += unit_failed_checks != 0;                           \
      printf ("%s: %s: %s\n", unit_failed_checks ? "FAIL" : "PASS",           \
              unit_name (__FILE__), #test);                                   \
      fflush (stdout);                                                        \
    }                                                                         \
  while (0)

#define UNIT_RESULT (unit_failed_tests != 0)

static inline const char *
unit_name (const char *file)
{
  const char *slash = strrchr (file, '/');
  return slash ? slash + 1 : file;
}

static inline void
unit_check_string (const char *got, const char *want, const char *file,
                   int line)
{
  if (got && strcmp (got, want) == 0)
    return;
  unit_failed_checks++;
  printf ("%s:%d: got  \"%s\"\n   want \"%s\"\n", file, line,
          got ? got : "(null)", want);
}

static inline void
unit_check_u64 (unsigned long long got, unsigned long long want,
                const char *what, const char *file, int line)
{
  if (got == want)
    return;
  unit_failed_checks++;
  printf ("%s:%d: %s is %llu, not %llu\n", file, line, what, got, want);
}

#endif
