/* Give files to a fuzz target, without a fuzzer.
   SPDX-License-Identifier: GPL-2.0-or-later

   Usage: fuzz-NAME [--damage[=N]] FILE|FOLDER...

   Each file as it is and, with --damage, N copies that are cut and N in which
   a byte is wrong, spread evenly over the file (without =N: all that there
   are).  An input that takes more than 1 GB or 10 s is a failure, which is
   told with the input, and so is a crash.  */

#define _GNU_SOURCE
#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime/base/file.h"
#include "testsuite/fuzz/fuzz.h"

#if defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#define MAX_SECONDS 10
#define MAX_BYTES (1024UL << 20)

static const char *name; /* of the target.  */
static char now[4400];   /* what is being tried.  */
static unsigned long n_files, n_damaged;

static void
say_and_die (int signal_number)
{
  static const char head[] = "FAIL: ", crash[] = ": crash: ",
                    hang[] = ": too slow: ";
  const char *what = signal_number == SIGALRM ? hang : crash;
  const char *parts[] = { head, name, what, now, "\n" };
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (write (STDOUT_FILENO, parts[i], strlen (parts[i])) < 0)
      break;
  _exit (1);
}

static void
set_limits (void)
{
  /* A stack that ran over leaves no room for a handler on it.  */
  static char stack[1 << 16];
  const stack_t other = { .ss_sp = stack, .ss_size = sizeof stack };
  struct sigaction act = { .sa_handler = say_and_die, .sa_flags = SA_ONSTACK };
  static const int signals[]
      = { SIGALRM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL };
  sigaltstack (&other, NULL);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction (signals[i], &act, NULL);
#ifndef SANITIZED
  const struct rlimit limit = { MAX_BYTES, MAX_BYTES };
  setrlimit (RLIMIT_AS, &limit);
#endif
}

/* Try the SIZE bytes at DATA from a block of exactly that size, so that a
   sanitizer sees a byte too many.  */
static void
try_bytes (const uint8_t *data, size_t size)
{
  uint8_t *copy = malloc (size ? size : 1);
  const struct itimerval timer = { .it_value.tv_sec = MAX_SECONDS };
  FUZZ_CHECK (copy != NULL);
  if (size)
    memcpy (copy, data, size);
  setitimer (ITIMER_REAL, &timer, NULL);
  LLVMFuzzerTestOneInput (copy, size);
  free (copy);
}

/* Place I of N spread over SIZE.  */
static size_t
place (size_t i, size_t n, size_t size)
{
  return (size_t) ((unsigned __int128) i * size / n);
}

static void
try_damaged (const char *path, const uint8_t *data, size_t size, size_t limit)
{
  size_t n = size < limit ? size : limit;
  uint8_t *copy = malloc (size ? size : 1);
  FUZZ_CHECK (copy != NULL);
  if (size)
    memcpy (copy, data, size);
  for (size_t i = 0; i < n; i++)
    {
      size_t at = place (i, n, size);
      snprintf (now, sizeof now, "%s cut to %zu bytes", path, at);
      try_bytes (data, at);
      uint8_t wrong[] = { 0xff, (uint8_t) (1U << at % 8) };
      /* Both when all are asked for, else in turn.  */
      for (size_t k = n < size ? i % 2 : 0; k < 2; k += n < size ? 2 : 1)
        {
          snprintf (now, sizeof now, "%s with byte %zu ^ 0x%x", path, at,
                    wrong[k]);
          copy[at] ^= wrong[k];
          try_bytes (copy, size);
          copy[at] ^= wrong[k];
          n_damaged++;
        }
      n_damaged++;
    }
  free (copy);
}

static bool
try_file (const char *path, size_t damage)
{
  struct hwpgo_infile in;
  struct hwpgo_error err;
  if (hwpgo_infile_open (&in, path, &err) != 0)
    {
      printf ("FAIL: %s: %s\n", name, err.text);
      return false;
    }
  snprintf (now, sizeof now, "%s", path);
  try_bytes (in.data, in.size);
  n_files++;
  if (damage)
    try_damaged (path, in.data, in.size, damage);
  hwpgo_infile_close (&in);
  return true;
}

static int
visible (const struct dirent *entry)
{
  return entry->d_name[0] != '.';
}

static bool
try_folder (const char *path, size_t damage)
{
  struct dirent **entries;
  int n = scandir (path, &entries, visible, alphasort);
  bool good = n >= 0;
  if (!good)
    printf ("FAIL: %s: cannot read %s\n", name, path);
  for (int i = 0; i < n; i++)
    {
      char *file = hwpgo_path_join (path, entries[i]->d_name);
      good = good && file && try_file (file, damage);
      free (file);
      free (entries[i]);
    }
  if (n >= 0)
    free (entries);
  return good;
}

static size_t
parse_damage (const char *argument)
{
  const char *value = strchr (argument, '=');
  return value ? strtoul (value + 1, NULL, 10) : SIZE_MAX;
}

int
main (int argc, char **argv)
{
  size_t damage = 0;
  bool good = true;
  const char *slash = strrchr (argv[0], '/');
  name = slash ? slash + 1 : argv[0];
  set_limits ();
  for (int i = 1; good && i < argc; i++)
    {
      struct stat st;
      if (strncmp (argv[i], "--damage", 8) == 0)
        damage = parse_damage (argv[i]);
      else if (stat (argv[i], &st) == 0 && S_ISDIR (st.st_mode))
        good = try_folder (argv[i], damage);
      else
        good = try_file (argv[i], damage);
    }
  if (good && n_files == 0)
    {
      printf ("FAIL: %s: no input\n", name);
      good = false;
    }
  if (good)
    printf ("PASS: %s: %lu inputs, %lu damaged copies\n", name, n_files,
            n_damaged);
  return good ? 0 : 1;
}
