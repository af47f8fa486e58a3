/* The emulated PMU at work, with this program itself as the guest.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/base/file.h"
#include "runtime/perfdata/reader.h"
#include "runtime/pmu/collect.h"
#include "testsuite/unit/unit.h"

/* --- the guest ----------------------------------------------------------- */

#define ROUNDS 100000

/* ROUNDS outcomes of a coin, and as many of a pattern, each in a branch that
   no compiler turns into a select, and in a section whose ends are known.  No
   coin is tossed as before: a predictor remembers.  */
static void __attribute__ ((noinline, noclone, section ("guest_coins")))
toss_coins (void)
{
  static __thread unsigned long seed = 1;
  for (unsigned i = 0; i < ROUNDS; i++)
    {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      if (seed >> 63)
        __asm__ volatile("nop" ::: "memory");
    }
}

static void __attribute__ ((noinline, noclone, section ("guest_pattern")))
follow_pattern (void)
{
  for (unsigned i = 0; i < ROUNDS; i++)
    if (0x2d >> i % 7 & 1)
      __asm__ volatile("nop" ::: "memory");
}

static void *
in_thread (void *unused)
{
  toss_coins ();
  return unused;
}

static void
fork_and_toss (int children)
{
  for (int i = 0; i < children; i++)
    if (fork () == 0)
      {
        toss_coins ();
        fork_and_toss (i);
        _exit (0);
      }
  while (wait (NULL) > 0)
    ;
}

static void
run_threads (void)
{
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, in_thread, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
}

/* Run code of one file that two others then take a page each of; returns 0
   if all could be done.  */
static int
map_over (void)
{
  enum
  {
    PAGE = 4096
  };
  unsigned char code[3 * PAGE];
  memset (code, 0xc3, sizeof code); /* ret  */
  int first = memfd_create ("first", 0), second = memfd_create ("second", 0);
  int third = memfd_create ("third", 0);
  if (write (first, code, sizeof code) != sizeof code
      || write (second, code, sizeof code) != sizeof code
      || write (third, code, sizeof code) != sizeof code)
    return 1;
  int prot = PROT_READ | PROT_EXEC;
  char *at = mmap (NULL, 3 * PAGE, prot, MAP_PRIVATE, first, 0);
  if (at == MAP_FAILED)
    return 1;
  ((void (*) (void)) (uintptr_t) at) ();
  if (mmap (at + PAGE, PAGE, prot, MAP_PRIVATE | MAP_FIXED, second, 0)
      == MAP_FAILED)
    return 1;
  ((void (*) (void)) (uintptr_t) (at + PAGE)) ();
  ((void (*) (void)) (uintptr_t) (at + 2 * PAGE)) ();
  char *other = mmap (NULL, PAGE, prot, MAP_PRIVATE, third, 0);
  if (other == MAP_FAILED
      || mremap (other, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED,
                 at + 2 * PAGE)
             == MAP_FAILED)
    return 1;
  ((void (*) (void)) (uintptr_t) (at + 2 * PAGE)) ();
  return 0;
}

static int
be_guest (const char *self, const char *mode)
{
  if (strcmp (mode, "close") == 0)
    for (int i = 0; i < 2000; i++)
      close (i);
  if (strcmp (mode, "exec") == 0)
    execl (self, self, "guest", "plain", (char *) NULL);
  toss_coins ();
  follow_pattern ();
  if (strcmp (mode, "fork") == 0)
    fork_and_toss (2);
  if (strcmp (mode, "threads") == 0)
    run_threads ();
  if (strcmp (mode, "map") == 0)
    return map_over ();
  if (strcmp (mode, "exit") == 0)
    _exit (7);
  if (strcmp (mode, "kill") == 0)
    raise (SIGKILL);
  if (strcmp (mode, "trap") == 0)
    *(volatile int *) NULL = 1;
  return 0;
}

/* --- the host ------------------------------------------------------------ */

static char folder[] = "/tmp/hwpgo-test-XXXXXX";
static char self[PATH_MAX], plugin[PATH_MAX + 64];

/* What a recording holds.  */
struct summary
{
  int status; /* of the guest.  */
  struct hwpgo_pmu_totals totals;
  uint64_t coins, patterns;          /* mispredicts in these functions.  */
  uint64_t branches, backward, full; /* in branch stacks.  */
  unsigned maps, identified;         /* of this program; with build id.  */
  unsigned first, second, third;     /* maps of map_over's files.  */
  unsigned forks, execs;
  uint64_t hash;
};

extern const char __start_guest_coins[], __stop_guest_coins[];
extern const char __start_guest_pattern[], __stop_guest_pattern[];

/* True if ADDRESS of the guest, which starts at BASE, is in the section.  */
static bool
inside (uint64_t address, uint64_t base, const char *start, const char *stop)
{
  Dl_info info;
  if (!dladdr (start, &info))
    return false;
  uint64_t at = address - base + (uintptr_t) info.dli_fbase;
  return at >= (uintptr_t) start && at < (uintptr_t) stop;
}

static void
add_stack (struct summary *s, const struct hwpgo_perf_sample *sample)
{
  s->branches += sample->n_branches;
  s->full += sample->n_branches == 32;
  for (size_t i = 0; i + 1 < sample->n_branches; i++)
    s->backward += sample->branches[i].from < sample->branches[i + 1].to;
}

static void
add_record (struct summary *s, const struct hwpgo_perf_record *r)
{
  static uint64_t base;
  switch (r->type)
    {
    case HWPGO_PERF_MMAP:
      s->first += strstr (r->mmap.path, "memfd:first") != NULL;
      s->second += strstr (r->mmap.path, "memfd:second") != NULL;
      s->third += strstr (r->mmap.path, "memfd:third") != NULL;
      if (strcmp (r->mmap.path, self) != 0)
        return;
      s->maps++;
      s->identified += r->mmap.build_id_size > 0;
      base = r->mmap.start - r->mmap.file_offset;
      return;
    case HWPGO_PERF_FORK:
      s->forks++;
      return;
    case HWPGO_PERF_COMM:
      s->execs += r->comm.exec;
      return;
    case HWPGO_PERF_SAMPLE:
      add_stack (s, &r->sample);
      if (!strstr (r->sample.event->name, "misp"))
        return;
      if (inside (r->sample.ip, base, __start_guest_coins, __stop_guest_coins))
        s->coins += r->sample.period;
      else if (inside (r->sample.ip, base, __start_guest_pattern,
                       __stop_guest_pattern))
        s->patterns += r->sample.period;
      return;
    default:
      return;
    }
}

static int
run (char **command)
{
  int status = -1;
  pid_t pid = fork ();
  if (pid == 0)
    {
      int null = open ("/dev/null", O_WRONLY);
      dup2 (null, STDERR_FILENO);
      execv (command[0], command);
      _exit (127);
    }
  if (pid > 0)
    waitpid (pid, &status, 0);
  return status;
}

static void
clean (const char *spool)
{
  char command[PATH_MAX];
  snprintf (command, sizeof command, "rm -rf '%s'", spool);
  CHECK (system (command) == 0);
}

static uint64_t
hash_of (const char *path)
{
  struct hwpgo_infile in;
  uint64_t hash = 14695981039346656037u;
  CHECK (hwpgo_infile_open (&in, path, NULL) == 0);
  for (size_t i = 0; i < in.size; i++)
    hash = (hash ^ in.data[i]) * 1099511628211u;
  hwpgo_infile_close (&in);
  return hash;
}

static struct summary
record (char *const *argv, uint64_t period)
{
  struct summary s = { .status = -1 };
  struct hwpgo_error e;
  char *spool = hwpgo_path_join (folder, "spool");
  char *output = hwpgo_path_join (folder, "out.data");
  struct hwpgo_pmu_config config = { .plugin = plugin,
                                     .spool = spool,
                                     .period = period,
                                     .mispredict_period = period ? 1 : 0 };
  hwpgo_pmu_defaults (&config);
  CHECK (mkdir (spool, 0700) == 0);
  char **command = hwpgo_pmu_command (&config, argv, &e);
  CHECK (command);
  if (command)
    s.status = run (command);
  hwpgo_pmu_command_free (command);
  struct hwpgo_perf_reader *reader;
  struct hwpgo_perf_record r;
  CHECK (hwpgo_pmu_collect (&config, argv, output, &s.totals, &e) == 0);
  CHECK (hwpgo_perf_open (&reader, output, &e) == 0);
  while (reader && hwpgo_perf_next (reader, &r, &e) == 1)
    add_record (&s, &r);
  hwpgo_perf_close (reader);
  s.hash = hash_of (output);
  clean (spool);
  unlink (output);
  free (spool);
  free (output);
  return s;
}

static struct summary
record_mode (const char *mode)
{
  char *argv[] = { self, "guest", (char *) mode, NULL };
  return record (argv, 101);
}

/* COPIES runs of the guest's two functions were seen, to the end.  */
static void
check_complete (const struct summary *s, unsigned copies)
{
  CHECK (s->coins > copies * ROUNDS * 0.48);
  CHECK (s->coins < copies * ROUNDS * 0.52);
  CHECK (s->patterns < ROUNDS * 0.02);
  CHECK (s->totals.conditional > 4 * ROUNDS);
  CHECK (s->totals.cut_short == 0);
  CHECK (s->full > 0 && s->backward == 0);
}

static void
coins_and_patterns_are_told_apart (void)
{
  struct summary s = record_mode ("plain");
  CHECK (s.status == 0);
  check_complete (&s, 1);
  CHECK_U64 (s.totals.processes, 1);
  CHECK_U64 (s.maps, 1);
  CHECK_U64 (s.identified, 1);
  CHECK_U64 (s.execs, 1);
}

static void
every_way_of_dying_leaves_all (void)
{
  struct summary s = record_mode ("close");
  CHECK (s.status == 0);
  check_complete (&s, 1);
  s = record_mode ("exit");
  CHECK (WIFEXITED (s.status) && WEXITSTATUS (s.status) == 7);
  check_complete (&s, 1);
  s = record_mode ("kill");
  CHECK (WIFSIGNALED (s.status) && WTERMSIG (s.status) == SIGKILL);
  check_complete (&s, 1);
  s = record_mode ("trap");
  CHECK (WIFSIGNALED (s.status) && WTERMSIG (s.status) == SIGSEGV);
  check_complete (&s, 1);
}

static void
maps_over_others_are_seen (void)
{
  struct summary s = record_mode ("map");
  CHECK (s.status == 0);
  check_complete (&s, 1);
  CHECK_U64 (s.first, 2); /* all of it, and what is left at its end.  */
  CHECK_U64 (s.second, 1);
  CHECK_U64 (s.third, 1);
}

static void
forks_are_followed (void)
{
  /* Two children, the second of which has one.  */
  struct summary s = record_mode ("fork");
  CHECK (s.status == 0);
  CHECK_U64 (s.totals.processes, 4);
  CHECK_U64 (s.forks, 3);
  CHECK_U64 (s.maps, 4);
  check_complete (&s, 4);
}

static void
threads_are_followed (void)
{
  struct summary s = record_mode ("threads");
  CHECK (s.status == 0);
  CHECK_U64 (s.totals.processes, 1);
  CHECK_U64 (s.forks, 3);
  CHECK_U64 (s.maps, 1);
  check_complete (&s, 4);
}

static void
programs_that_are_executed_are_followed (void)
{
  struct summary s = record_mode ("exec");
  CHECK (s.status == 0);
  CHECK_U64 (s.totals.processes, 1);
  CHECK_U64 (s.execs, 2);
  CHECK_U64 (s.maps, 2);
  check_complete (&s, 1);
  /* Through the shell, in a process of its own.  */
  char text[PATH_MAX + 32];
  snprintf (text, sizeof text, "'%s' guest plain; exit 3", self);
  char *argv[] = { "sh", "-c", text, NULL };
  s = record (argv, 101);
  CHECK (WIFEXITED (s.status) && WEXITSTATUS (s.status) == 3);
  CHECK_U64 (s.totals.processes, 2);
  CHECK_U64 (s.maps, 1);
  check_complete (&s, 1);
}

static void
two_runs_give_the_same_bytes (void)
{
  static const char *const modes[] = { "plain", "fork", "exec" };
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    CHECK (record_mode (modes[i]).hash == record_mode (modes[i]).hash);
}

static bool
find_parts (void)
{
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0)
    return false;
  self[n] = 0;
  char *slash = strrchr (self, '/');
  snprintf (plugin, sizeof plugin, "%.*s/../lib/hwpgo/hwpgo-pmu.so",
            (int) (slash - self), self);
  char *emulator = hwpgo_pmu_emulator (hwpgo_guest_default (), NULL), *look = NULL;
  bool found
      = emulator && access (plugin, R_OK) == 0
        && asprintf (&look, "'%s' -help | grep -q -e -plugin", emulator) > 0
        && system (look) == 0;
  free (look);
  free (emulator);
  return found;
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "guest") == 0)
    return be_guest (argv[0], argv[2]);
#ifdef __SANITIZE_ADDRESS__
  printf ("UNSUPPORTED: test-pmu-emulate.c: the guest would be sanitized\n");
  return 0;
#endif
  if (!find_parts ())
    {
      printf ("UNSUPPORTED: test-pmu-emulate.c: needs qemu-x86_64 "
              "built with plugins, and lib/hwpgo/hwpgo-pmu.so\n");
      return 0;
    }
  if (!mkdtemp (folder))
    return 1;
  RUN (coins_and_patterns_are_told_apart);
  RUN (every_way_of_dying_leaves_all);
  RUN (maps_over_others_are_seen);
  RUN (forks_are_followed);
  RUN (threads_are_followed);
  RUN (programs_that_are_executed_are_followed);
  RUN (two_runs_give_the_same_bytes);
  clean (folder);
  return UNIT_RESULT;
}
