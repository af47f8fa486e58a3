/* Text profiles against llvm-profdata, to the byte.
   SPDX-License-Identifier: GPL-2.0-or-later

   Status 77, a skip, where no llvm-profdata is installed.  */

#include <unistd.h>

#include "runtime/base/file.h"
#include "testsuite/unit/profile-random.h"
#include "testsuite/unit/profile-text.h"
#include "testsuite/unit/unit.h"

static char folder[] = "/tmp/hwpgo-unit-XXXXXX";
static const char *llvm_profdata;

/* Run llvm-profdata merge with ARGS in the folder of this run; the exit
   status.  */
static int
merge (const char *args)
{
  char command[500];
  snprintf (command, sizeof command,
            "cd %s && %s merge --sample %s > log 2>&1", folder, llvm_profdata,
            args);
  return system (command);
}

static void
put (const char *name, const char *text)
{
  char *path = hwpgo_path_join (folder, name);
  FILE *f = fopen (path, "w");
  CHECK (f && fputs (text, f) >= 0 && fclose (f) == 0);
  free (path);
}

static char *
get (const char *name)
{
  char *path = hwpgo_path_join (folder, name);
  struct hwpgo_infile in;
  struct hwpgo_error e;
  char *text = NULL;
  if (hwpgo_infile_open (&in, path, &e) == 0)
    {
      text = strndup ((const char *) in.data, in.size);
      hwpgo_infile_close (&in);
    }
  free (path);
  return text;
}

static const char *const inputs[] = {
  "f:0:0\n",
  "f:1:1\n 1: 0\ng:1:1\nb:1:1\naa:1:1\naaa:1:1\nc:2:0\n",
  "zz:100:5\n 1: 10 b:3 aaa:3 c:4 ab:3\n 3: zz:4\n  1: 4\n 3: aaa:4\n  1: 4\n"
  " 3: b:4\n  1: 4\n   # c\n \n 2.5: 0\n 70000.1: 3\n"
  " 4: 5 std::foo<int, char>:7 x y:3\n 4: 5 zero:0\nb:100:0\n 1: 3\n",
  "ns::f(int, a<b>):200:0\n 1: 3 q:1 q:5\n 1: 3\nzero:0:0\n 1: 0\n",
  "f:5:1\r\n 1: 3\r\n 2: b:4\r\n  1: 2\r\n",
  "f:5:1\n 1: 3\n 2: b:4\n  1: 2\n  !CFGChecksum: 7\n  !Attributes: 2\n"
  " !CFGChecksum: 5\n !Attributes: 1\n",
  "f:5:1\n 1: 3\n 2: b:4\n  1: 2\n !CFGChecksum: 5\ng:3:2\n 1: 3\n",
  "f:5:1\n 3: 3\n 1: 3  c:2   b:2\nf:7:9\n 3: 4 c:1\n 65535: 1\n",
  "f:9:0\n 1: g:4\n  1: h:4\n   1: i:4\n    1: 4\n  2: 1\n 1.1: g:2\n  1: 2\n"
  " 1: g:3\n  1: 3\n  3: j:1\n   1: 1\n",
  "f:18446744073709551615:9223372036854775808\n 1: 18446744073709551615\n",
};

static void
any_text_is_rewritten_alike (void)
{
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
    {
      struct hwpgo_error e = { .text = "" };
      put ("in", inputs[i]);
      CHECK (merge ("--text in -o out") == 0);
      char *want = get ("out");
      struct hwpgo_profile *p = profile_from_string (inputs[i], &e);
      char *got = p ? profile_to_string (p, &e) : NULL;
      CHECK (want != NULL);
      CHECK_STRING (got, want ? want : "");
      free (got);
      free (want);
      hwpgo_profile_free (p);
    }
}

/* CHECK that llvm-profdata gives back the profiles that we write, having
   been run with READ and then with LAST, which makes "out".  */
static void
check_survival (bool attributes, const char *read, const char *last)
{
  for (uint64_t seed = 1; seed <= 25; seed++)
    {
      struct hwpgo_error e;
      struct hwpgo_profile *p = random_profile (seed, attributes);
      char *ours = profile_to_string (p, &e);
      /* An empty file is none for LLVM.  */
      if (*ours)
        {
          put ("in", ours);
          CHECK (merge (read) == 0);
          CHECK (merge (last) == 0);
          char *theirs = get ("out");
          CHECK_STRING (theirs, ours);
          free (theirs);
        }
      free (ours);
      hwpgo_profile_free (p);
    }
}

static void
what_we_write_survives_llvm (void)
{
  check_survival (true, "--text in -o middle", "--text middle -o out");
  /* LLVM's binary form has no place for attributes.  */
  check_survival (false, "--extbinary in -o middle", "--text middle -o out");
}

static void
sums_are_alike (void)
{
  for (uint64_t seed = 1; seed <= 25; seed++)
    {
      struct hwpgo_error e;
      struct hwpgo_profile *p = random_profile (seed, false);
      struct hwpgo_profile *q = random_profile (seed + 1000, false);
      char *a = profile_to_string (p, &e), *b = profile_to_string (q, &e);
      CHECK (hwpgo_profile_merge (p, q, 3, &e) == 0);
      char *ours = profile_to_string (p, &e);
      if (*a && *b)
        {
          put ("a", a);
          put ("b", b);
          CHECK (merge ("--text a --weighted-input=3,b -o out") == 0);
          char *theirs = get ("out");
          CHECK_STRING (theirs, ours);
          free (theirs);
        }
      free (a);
      free (b);
      free (ours);
      hwpgo_profile_free (p);
      hwpgo_profile_free (q);
    }
}

int
main (void)
{
  static const char *const names[]
      = { "llvm-profdata-19", "llvm-profdata", "llvm-profdata-20",
          "llvm-profdata-18" };
  for (size_t i = 0; !llvm_profdata && i < sizeof names / sizeof *names; i++)
    {
      char command[100];
      snprintf (command, sizeof command, "command -v %s > /dev/null 2>&1",
                names[i]);
      if (system (command) == 0)
        llvm_profdata = names[i];
    }
  if (!llvm_profdata)
    {
      puts ("llvm-profdata is not installed");
      return 77;
    }
  if (!mkdtemp (folder))
    return 1;
  RUN (any_text_is_rewritten_alike);
  RUN (what_we_write_survives_llvm);
  RUN (sums_are_alike);
  static const char *const files[]
      = { "in", "out", "middle", "a", "b", "log" };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    {
      char *path = hwpgo_path_join (folder, files[i]);
      unlink (path);
      free (path);
    }
  rmdir (folder);
  return UNIT_RESULT;
}
