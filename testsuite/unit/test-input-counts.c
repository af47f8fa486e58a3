/* Texts of counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/trace/input.h"
#include "testsuite/unit/unit.h"

struct heard
{
  enum hwpgo_origin origin;
  uint64_t n[5], sum[5], last_a, last_b;
  unsigned binaries;
  char path[64];
  char log[1024]; /* of everything but samples.  */
};

static int
binary (void *data, const char *path, enum hwpgo_origin origin, bool *wanted,
        struct hwpgo_error *err)
{
  struct heard *h = data;
  (void) err;
  h->origin = origin;
  h->binaries++;
  snprintf (h->path, sizeof h->path, "%s", path ? path : "");
  *wanted = true;
  return 0;
}

static int
add (void *data, enum hwpgo_counted what, uint64_t a, uint64_t b,
     uint64_t count, struct hwpgo_error *err)
{
  struct heard *h = data;
  (void) err;
  h->n[what]++;
  h->sum[what] += count;
  h->last_a = a;
  h->last_b = b;
  static const char letters[] = "RABSM";
  size_t used = strlen (h->log);
  snprintf (h->log + used, sizeof h->log - used,
            "%c%" PRIx64 "-%" PRIx64 ":%" PRIu64 " ", letters[what], a, b,
            count);
  return 0;
}

/* What reading the SIZE bytes at TEXT gives; 1 if it opens as no text.  */
static int
hear (const char *text, size_t size, struct heard *h)
{
  char path[] = "/tmp/hwpgo-input-XXXXXX";
  int fd = mkstemp (path);
  struct hwpgo_input *input = NULL;
  struct hwpgo_error err = { 0 };
  struct hwpgo_counts_sink sink = { binary, add, h };
  memset (h, 0, sizeof *h);
  if (fd < 0 || write (fd, text, size) != (ssize_t) size)
    abort ();
  close (fd);
  int rc = hwpgo_input_open (&input, path, &err) ? 1 : 0;
  unlink (path);
  if (!rc)
    {
      rc = hwpgo_input_counts (input, &sink, &err);
      hwpgo_input_close (input);
    }
  return rc;
}

static const char autofdo[] = "2\n10-1f:3\n20-2f:4\n1\n30:7\n1\n1f->20:9\n";
static const char unsymbolized[] = "1\n10-1f:3\n1\n1f->2a:5\n";

static void
valid_texts_are_told (void)
{
  struct heard h;
  CHECK (hear (autofdo, strlen (autofdo), &h) == 0);
  CHECK (h.origin == HWPGO_ORIGIN_ELF);
  CHECK (h.sum[HWPGO_COUNTED_RANGE] == 7);
  CHECK (h.sum[HWPGO_COUNTED_SAMPLE] == 7);
  CHECK (h.sum[HWPGO_COUNTED_BRANCH] == 9);
  CHECK (h.last_a == 0x1f && h.last_b == 0x20);
  CHECK (hear (unsymbolized, strlen (unsymbolized), &h) == 0);
  CHECK (h.origin == HWPGO_ORIGIN_SEGMENT);
  CHECK (h.sum[HWPGO_COUNTED_BRANCH] == 5 && h.last_b == 0x2a);
}

/* Whatever was cut or changed, no more is told than lines were there.  */
static void
cut_and_changed_texts_end (void)
{
  struct heard h;
  char text[sizeof autofdo];
  for (size_t i = 0; i < strlen (autofdo); i++)
    {
      hear (autofdo, i, &h);
      CHECK (h.n[HWPGO_COUNTED_RANGE] <= 2);
      memcpy (text, autofdo, sizeof text);
      text[i] ^= 1;
      hear (text, strlen (autofdo), &h);
      CHECK (h.n[0] + h.n[1] + h.n[2] <= 4);
    }
  const char *absurd = "18446744073709551615\n10-1f:3\n";
  CHECK (hear (absurd, strlen (absurd), &h) == -HWPGO_E_TRUNCATED);
  const char *context = "[main]\n1\n10-1f:3\n0\n";
  CHECK (hear (context, strlen (context), &h) == -HWPGO_E_UNSUPPORTED);
}

#define HEAD                                                                  \
  "# callgrind format\nversion: 1\npositions: instr line\n"                   \
  "events: Ir Bc Bcm Bi Bim\nsummary: 1\n\nob=(1) /a\nfn=(1) f\n"
#define TAIL "\ntotals: 1\n"

/* What of the LINES between HEAD and TAIL is told.  */
static const char *
callgrind (const char *lines)
{
  static struct heard h;
  char text[4096];
  snprintf (text, sizeof text, HEAD "%s" TAIL, lines);
  int rc = hear (text, strlen (text), &h);
  CHECK (rc == 0 && h.origin == HWPGO_ORIGIN_ELF);
  return h.log;
}

static int
callgrind_error (const char *lines)
{
  struct heard h;
  char text[4096];
  snprintf (text, sizeof text, HEAD "%s" TAIL, lines);
  return hear (text, strlen (text), &h);
}

static void
callgrind_is_told (void)
{
  CHECK_STRING (callgrind ("0x10 5 100 20 3\n+4 +1 7\n-2 * 8 0 0 2 1\n* *\n"),
                "R10-10:100 M10-10:3 R14-14:7 R12-12:8 M12-12:1 ");
  CHECK_STRING (callgrind ("0x10 5 1\njcnd=3/9 +6 *\n* *\n+2 -1 9 9\n"
                           "jump=4 -2 +1\n* *\n+2 * 5\n"),
                "R10-10:1 B10-16:3 R12-12:9 M12-12:0 B12-10:4 R14-14:5 ");
  /* As the manual has it.  */
  CHECK_STRING (callgrind ("0x10 5 9\njcnd=9 3 +6 *\n* *\n"),
                "R10-10:9 B10-16:3 ");
  CHECK_STRING (callgrind ("0x10 5 2\ncfn=(2) g\ncalls=2 0x40 7\n"
                           "* * 900\n+5 * 2\n"),
                "R10-10:2 B10-40:2 R15-15:2 ");
}

/* See the head of input-callgrind.c.  */
static void
repeated_positions_are_told_apart (void)
{
  CHECK_STRING (callgrind ("0x10 5 2\ncob=(2) /b\ncfn=(2) g\ncalls=2 0x40 7\n"
                           "* * 900\n* * 7 0 0 3 1\n+5 * 2\n"),
                "R10-10:2 Bffffffffffffffff-40:2 R15-15:2 ");
  CHECK_STRING (callgrind ("0x10 5 2\ncalls=2 0x40 7\n* * 900\n"
                           "* * 3\ncfn=(2)\ncalls=3 0x40 7\n* * 900\n"
                           "* * 9\n+5 * 5\n"),
                "R10-10:2 B10-40:2 R10-10:3 B10-40:3 R15-15:5 ");
  CHECK_STRING (callgrind ("0x10 5 10 10 3\n* * 1000 1000 26\n"
                           "jcnd=990/1000 * *\n* *\n"),
                "R10-10:10 M10-10:3 A10-10:1000 M10-10:26 B10-10:990 ");
  CHECK_STRING (callgrind ("0x10 5 1\n\nfn=(2) g\n* * 4\n"),
                "R10-10:1 R10-10:4 ");
}

static void
objects_are_told (void)
{
  struct heard h;
  const char *text = HEAD "0x10 1 1\nob=(2) /b c\n0x20 1 1\nob=(1)\n+1 * 1\n"
                          "cob=(2)\ncalls=1 0x30 1\n* * 5\n+1 * 1" TAIL
                          "part: 2\npositions: instr\nevents: x Ir\n"
                          "ob=(2)\n0x99 4 6" TAIL;
  CHECK (hear (text, strlen (text), &h) == 0);
  CHECK_U64 (h.binaries, 6);
  CHECK_STRING (h.path, "/b c");
  CHECK_STRING (h.log, "R10-10:1 R20-20:1 R21-21:1 "
                       "Bffffffffffffffff-30:1 R22-22:1 R99-99:6 ");
}

static void
malformed_callgrind_is_refused (void)
{
  static const char *const bad[] = {
    "0x10 5 18446744073709551616\n",
    "0x 5 1\n",
    "+ 5 1\n",
    "0x10 5 1 2 3 4 5 6\n",
    "0x10 5 1 x\n",
    "0x10\n",
    "0x10 5 1x\n",
    "calls=1\n",
    "calls=x 0x10 1\n",
    "jcnd=1/ 0x10 1\n",
    "jump=1 0x10\n",
    "calls=1 0x10 1\nfn=(3)\n",
    "ob=(7)\n",
    "ob=(x) a\n",
    "ob=\n",
    "cob=(18446744073709551616) a\n",
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    CHECK (callgrind_error (bad[i]) == -HWPGO_E_FORMAT);
  struct heard h;
  const char *early = "# callgrind format\nob=(1) /a\n0x10 5 1\n";
  CHECK (hear (early, strlen (early), &h) == -HWPGO_E_FORMAT);
  CHECK (hear (HEAD, strlen (HEAD), &h) == -HWPGO_E_TRUNCATED);
  const char *lines
      = "version: 1\ncreator: x\npositions: line\nevents: Ir\n1 1\n";
  CHECK (hear (lines, strlen (lines), &h) == -HWPGO_E_UNSUPPORTED);
  const char *other = "version: 1\npositions: instr\nevents: Dr\n0x1 1\n";
  CHECK (hear (other, strlen (other), &h) == -HWPGO_E_FORMAT);
  /* A position before the first address wraps around, as one after the
     last.  */
  CHECK_STRING (callgrind ("0x0 5 1\n-1 * 1\n+2 * 1\n"),
                "R0-0:1 Rffffffffffffffff-ffffffffffffffff:1 R1-1:1 ");
}

static void
cut_callgrind_ends (void)
{
  static const char text[]
      = HEAD "0x10 5 1\ncob=(2) /b\ncalls=2 0x40 7\n* * 9\n"
             "* * 4\n+2 * 9 9\njcnd=3/9 +6 *\n* *" TAIL;
  char changed[sizeof text];
  struct heard h;
  for (size_t i = 0; i < sizeof text - 1; i++)
    {
      /* "totals: 1" may lack its end.  */
      CHECK (hear (text, i, &h) != 0 || i >= sizeof text - 4);
      for (int bit = 1; bit < 256; bit <<= 1)
        {
          memcpy (changed, text, sizeof text);
          changed[i] = (char) (changed[i] ^ bit);
          hear (changed, sizeof text - 1, &h);
          CHECK (h.n[HWPGO_COUNTED_RANGE] <= 5);
        }
    }
}

/* Standard input is read as often as a file, also when it is a pipe.  */
static void
texts_come_from_standard_input (void)
{
  int ends[2], old = dup (STDIN_FILENO);
  struct hwpgo_input *input;
  struct hwpgo_error err = { 0 };
  if (pipe (ends) || write (ends[1], autofdo, strlen (autofdo)) < 0)
    abort ();
  close (ends[1]);
  dup2 (ends[0], STDIN_FILENO);
  close (ends[0]);
  CHECK (hwpgo_input_open (&input, "-", &err) == 0);
  for (int i = 0; i < 2; i++)
    {
      struct heard h = { 0 };
      struct hwpgo_counts_sink sink = { binary, add, &h };
      CHECK (hwpgo_input_counts (input, &sink, &err) == 0);
      CHECK (h.sum[HWPGO_COUNTED_RANGE] == 7);
    }
  hwpgo_input_close (input);
  dup2 (old, STDIN_FILENO);
  close (old);
}

int
main (void)
{
  RUN (callgrind_is_told);
  RUN (repeated_positions_are_told_apart);
  RUN (objects_are_told);
  RUN (malformed_callgrind_is_refused);
  RUN (cut_callgrind_ends);
  RUN (texts_come_from_standard_input);
  RUN (valid_texts_are_told);
  RUN (cut_and_changed_texts_end);
  return UNIT_RESULT;
}
