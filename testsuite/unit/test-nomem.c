/* Memory that runs out anywhere: in ours and in the libraries.
   SPDX-License-Identifier: GPL-2.0-or-later

   This program's allocator stands in front of the C library's, for all that
   is linked, elfutils and zlib too.  Each piece of work is done with its
   first allocation failing, then with its second, and so on (of many, some):
   it must give one error, or the result, give back all memory, and leave no
   file behind.  */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "runtime/base/file.h"
#include "runtime/base/memory.h"
#include "runtime/image/image.h"
#include "runtime/perfdata/writer.h"
#include "runtime/profile/format.h"
#include "runtime/trace/convert.h"
#include "testsuite/unit/program.h"
#include "testsuite/unit/unit.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

/* --- the allocator ------------------------------------------------------ */

static long left = -1; /* allocations until one fails; negative: never.  */
static unsigned long n_tried, n_failed; /* n_failed: attempts.  */
static bool once;  /* the one alone fails, not all after it.  */
static long alive; /* blocks, while counting.  */

static bool
fails (void)
{
  n_tried++;
  if (left < 0 || left-- > 0)
    return false;
  left = once ? -1 : 0;
  errno = ENOMEM;
  return true;
}

static void *(*next_malloc) (size_t);
static void *(*next_calloc) (size_t, size_t);
static void *(*next_realloc) (void *, size_t);
static void (*next_free) (void *);
static void *(*next_mmap) (void *, size_t, int, int, int, off_t);

/* What dlsym itself allocates before it has found anything.  */
static char first_bytes[4096];
static size_t first_used;

static void *
first_alloc (size_t size)
{
  size_t start = first_used;
  first_used += (size + 15) / 16 * 16;
  return first_used <= sizeof first_bytes ? first_bytes + start : NULL;
}

static bool
is_first (const void *p)
{
  return (const char *) p >= first_bytes
         && (const char *) p < first_bytes + sizeof first_bytes;
}

static bool
find_next (void)
{
  static bool finding;
  if (next_mmap)
    return true;
  if (finding)
    return false;
  finding = true;
  *(void **) &next_malloc = dlsym (RTLD_NEXT, "malloc");
  *(void **) &next_calloc = dlsym (RTLD_NEXT, "calloc");
  *(void **) &next_realloc = dlsym (RTLD_NEXT, "realloc");
  *(void **) &next_free = dlsym (RTLD_NEXT, "free");
  *(void **) &next_mmap = dlsym (RTLD_NEXT, "mmap");
  finding = false;
  return true;
}

#define VISIBLE __attribute__ ((visibility ("default")))
VISIBLE void *
malloc (size_t size)
{
  if (!find_next ())
    return first_alloc (size);
  void *p = fails () ? NULL : next_malloc (size);
  alive += p != NULL;
  return p;
}

VISIBLE void *
calloc (size_t n, size_t size)
{
  if (!find_next ())
    return first_alloc (n * size);
  void *p = fails () ? NULL : next_calloc (n, size);
  alive += p != NULL;
  return p;
}

VISIBLE void *
realloc (void *old, size_t size)
{
  find_next ();
  void *p = fails () ? NULL : next_realloc (old, size);
  alive += p != NULL && old == NULL;
  return p;
}

VISIBLE void
free (void *p)
{
  if (!p || is_first (p))
    return;
  alive--;
  next_free (p);
}

VISIBLE void *
mmap (void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
  if (!find_next ())
    return MAP_FAILED;
  return fails () ? MAP_FAILED
                  : next_mmap (at, size, protection, flags, fd, offset);
}

/* --- the work ----------------------------------------------------------- */

static char program[128], recording[128], output[128], bundle_a[128],
    bundle_b[128];

static uint64_t expected[2]; /* sums as counted for us and for LLVM.  */

static uint64_t
sum_of (const struct hwpgo_bundle *bundle)
{
  uint64_t sum = 0;
  for (int k = 0; k < HWPGO_KINDS; k++)
    for (size_t i = 0;
         bundle->profiles[k] && i < bundle->profiles[k]->n_functions; i++)
      sum += (uint64_t) (k + 1)
             * hwpgo_function_sum (bundle->profiles[k]->functions[i]);
  return sum;
}

static int
do_convert (bool llvm, struct hwpgo_bundle *bundle, struct hwpgo_error *err)
{
  const char *recordings[] = { recording };
  const char *programs[] = { program };
  const struct hwpgo_convert_options options = { .perf_data = recordings,
                                                 .n_perf_data = 1,
                                                 .binaries = programs,
                                                 .n_binaries = 1,
                                                 .llvm = llvm };
  struct hwpgo_convert_report report = { 0 };
  int ret = hwpgo_convert (&options, bundle, &report, err);
  left = -1;
  /* The whole result, or none.  */
  if (ret == 0
      && (report.bad_units
          || (expected[llvm] && sum_of (bundle) != expected[llvm])))
    {
      hwpgo_bundle_free (bundle);
      return hwpgo_error_set (err, HWPGO_E_MISMATCH, NULL,
                              "a part of the result");
    }
  if (ret == 0)
    expected[llvm] = sum_of (bundle);
  return ret;
}

static int
convert_to_bundle (struct hwpgo_error *err)
{
  struct hwpgo_bundle bundle;
  int ret = do_convert (false, &bundle, err);
  if (ret != 0)
    return ret;
  ret = hwpgo_bundle_write (&bundle, output, err);
  hwpgo_bundle_free (&bundle);
  return ret;
}

/* What the readers and writers of single profiles are tried with.  */
static struct hwpgo_bundle converted;
static const struct hwpgo_profile_format *format;
static struct hwpgo_write_options write_options;

static int
write_profile (struct hwpgo_error *err)
{
  return hwpgo_profile_write_file (converted.profiles[HWPGO_FREQUENCY], format,
                                   &write_options, output, err);
}

static int
read_profile (struct hwpgo_error *err)
{
  struct hwpgo_profile *profile;
  int ret = hwpgo_profile_read_file (bundle_a, &profile, err);
  hwpgo_profile_free (profile);
  return ret;
}

static int
merge_bundles (struct hwpgo_error *err)
{
  struct hwpgo_bundle a, b;
  int ret = hwpgo_bundle_read (&a, bundle_a, err);
  if (ret != 0)
    return ret;
  ret = hwpgo_bundle_read (&b, bundle_b, err);
  if (ret == 0)
    {
      ret = hwpgo_bundle_merge (&a, &b, 3, bundle_b, err);
      hwpgo_bundle_free (&b);
    }
  if (ret == 0)
    ret = hwpgo_bundle_write (&a, output, err);
  hwpgo_bundle_free (&a);
  return ret;
}

static int
convert_as_llvm (struct hwpgo_error *err)
{
  struct hwpgo_bundle bundle;
  int ret = do_convert (true, &bundle, err);
  if (ret == 0)
    hwpgo_bundle_free (&bundle);
  return ret;
}

/* Every row of every function, and where they are declared.  */
static int
open_image (struct hwpgo_error *err)
{
  struct hwpgo_image *image;
  int ret = hwpgo_image_open (&image, program, NULL, err);
  if (ret != 0)
    return ret;
  size_t n;
  const char *file;
  uint32_t line;
  const struct hwpgo_image_function *f = hwpgo_image_functions (image, &n);
  for (size_t i = 0; i < n; i++)
    {
      struct hwpgo_image_row row;
      for (uint64_t at = f[i].low; at < f[i].high; at = row.high)
        if (!hwpgo_image_row_at (image, at, &row))
          row.high = at + 1;
      hwpgo_image_declaration (image, f[i].name, &file, &line);
    }
  if (hwpgo_image_out_of_memory (image))
    ret = hwpgo_error_nomem (err);
  else if (hwpgo_image_bad_units (image))
    ret = hwpgo_error_set (err, HWPGO_E_FORMAT, program, "a bad unit");
  hwpgo_image_close (image);
  return ret;
}

/* --- what must hold ----------------------------------------------------- */

/* Files in the folder, "." and ".." too.  */
static int
count_files (void)
{
  int n = 0;
  DIR *folder = opendir (unit_folder);
  while (folder && readdir (folder))
    n++;
  if (folder)
    closedir (folder);
  return n;
}

static void
remove_output (void)
{
  static const char *const names[]
      = { "/manifest", "/frequency.prof", "/mispredict.prof", "" };
  char path[160];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      snprintf (path, sizeof path, "%s%s", output, names[i]);
      remove (path);
    }
}

/* No block more than BEFORE.  The sanitizer's own strdup and the like do not
   come by here; it looks for itself.  */
static bool
all_freed (long before)
{
#ifdef __SANITIZE_ADDRESS__
  (void) before;
  return __lsan_do_recoverable_leak_check () == 0;
#else
  return alive == before;
#endif
}

/* Do WORK with the allocation after N others failing; true when all held.  */
static bool
fail_one (int (*work) (struct hwpgo_error *), const char *what, long n)
{
  struct hwpgo_error err = { .text = "" };
  int files = count_files ();
  long before = alive;
  left = n;
  int ret = work (&err);
  left = -1;
  bool good = all_freed (before);
  if (ret == 0)
    remove_output ();
  else
    good = good && ret == -(int) err.code && err.text[0]
           && (ret == -HWPGO_E_NOMEM || ret == -HWPGO_E_LIBRARY);
  if (count_files () != files)
    good = false;
  if (!good)
    printf ("%s, allocation %ld%s: %d '%s', %ld blocks left, %d files\n", what,
            n, once ? " alone" : "", ret, err.text, alive - before,
            count_files () - files);
  return good;
}

enum
{
  CHILD_GOOD,
  CHILD_OUT_OF_MEMORY, /* libdw ends the process (runtime/image).  */
  CHILD_BAD
};

/* The same in a process of its own, since libdw may end it.  */
static bool
fail_in_child (int (*work) (struct hwpgo_error *), const char *what, long n)
{
  int status;
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      bool good = freopen ("/dev/null", "w", stderr) != NULL
                  && fail_one (work, what, n);
      fflush (stdout);
      _exit (good ? CHILD_GOOD : CHILD_BAD);
    }
  bool good = child > 0 && waitpid (child, &status, 0) == child
              && WIFEXITED (status) && WEXITSTATUS (status) != CHILD_BAD;
  if (!good)
    printf ("%s, allocation %ld%s: status 0x%x\n", what, n,
            once ? " alone" : "", status);
  if (WIFEXITED (status) && WEXITSTATUS (status) == CHILD_GOOD)
    n_failed++;
  return good;
}

/* Each of the first 64 allocations fails, and of the others as many, evenly
   spread, both with all after it and alone.  */
static void
fail_each (int (*work) (struct hwpgo_error *), const char *what)
{
  struct hwpgo_error err = { .text = "" };
  /* The first time may make what stays, such as the locale.  */
  CHECK (work (&err) == 0);
  CHECK_STRING (err.text, "");
  remove_output ();
  n_tried = 0;
  CHECK (work (&err) == 0);
  remove_output ();
  long total = (long) n_tried;
  /* The allocator was the one at work.  */
  CHECK (total > 3);
  long step = total / 400 + 1;
  n_failed = 0;
  for (int k = 0; k < 2; k++)
    for (long n = 0; n < total; n += n < 64 ? 1 : step)
      {
        once = k;
        CHECK (fail_in_child (work, what, n));
      }
  CHECK (n_failed > 3);
}

static void
conversions_report_it (void)
{
  fail_each (convert_to_bundle, "bundle");
  fail_each (convert_as_llvm, "as llvm-profgen");
}

/* Recordings and binaries of other kinds; the sums are their own.  */
static void
kinds_report_it (void)
{
  static const char *const recordings[]
      = { "perfdata/pipe",       "perfdata/compressed", "counts/autofdo",
          "counts/unsymbolized", "script/fields",       "script/stacks",
          "callgrind/parts" };
  static const char *const images[]
      = { "image/dwarf2", "image/dwarf5", "image/compressed" };
  for (size_t i = 0; i < sizeof recordings / sizeof *recordings; i++)
    {
      snprintf (recording, sizeof recording, "testsuite/fuzz/corpus/%s",
                recordings[i]);
      expected[1] = 0;
      fail_each (convert_as_llvm, recordings[i]);
    }
  for (size_t i = 0; i < sizeof images / sizeof *images; i++)
    {
      snprintf (program, sizeof program, "testsuite/fuzz/corpus/%s",
                images[i]);
      fail_each (open_image, images[i]);
    }
}

static void
formats_report_it (void)
{
  static const struct hwpgo_write_options options[] = {
    { .compress = true, .gcc = 11 }, { .md5 = true, .gcc = 12 }, { .gcc = 16 }
  };
  size_t n;
  const struct hwpgo_profile_format *formats = hwpgo_profile_formats (&n);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; formats[i].write && k < 3; k++)
      {
        format = &formats[i];
        write_options = options[k];
        fail_each (write_profile, format->name);
        snprintf (bundle_a, sizeof bundle_a, "%s", unit_path ("profile"));
        CHECK (hwpgo_profile_write_file (converted.profiles[HWPGO_FREQUENCY],
                                         format, &write_options, bundle_a,
                                         NULL)
               == 0);
        fail_each (read_profile, format->name);
        unlink (bundle_a);
      }
}

static void
sums_report_it (void)
{
  snprintf (bundle_a, sizeof bundle_a, "%s", unit_path ("a"));
  snprintf (bundle_b, sizeof bundle_b, "%s", unit_path ("b"));
  CHECK (hwpgo_bundle_write (&converted, bundle_a, NULL) == 0);
  CHECK (hwpgo_bundle_write (&converted, bundle_b, NULL) == 0);
  fail_each (merge_bundles, "merge");
}

int
main (void)
{
  struct hwpgo_error err;
  if (!unit_make_folder ())
    return 1;
  snprintf (program, sizeof program, "%s", "testsuite/fuzz/data/program");
  snprintf (recording, sizeof recording, "%s",
            "testsuite/fuzz/data/recording");
  snprintf (output, sizeof output, "%s", unit_path ("output"));
  if (do_convert (false, &converted, &err) != 0)
    {
      printf ("FAIL: test-nomem.c: %s\n", err.text);
      return 1;
    }
  RUN (conversions_report_it);
  RUN (kinds_report_it);
  RUN (formats_report_it);
  RUN (sums_report_it);
  hwpgo_bundle_free (&converted);
  unit_remove_folder ();
  return UNIT_RESULT;
}
