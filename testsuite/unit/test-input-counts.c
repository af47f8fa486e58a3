/* Texts of counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/trace/input.h"
#include "testsuite/unit/unit.h"

struct heard
{
  enum hwpgo_origin origin;
  uint64_t n[4], sum[4], last_a, last_b;
};

static int
binary (void *data, const char *path, enum hwpgo_origin origin, bool *wanted,
        struct hwpgo_error *err)
{
  (void) path, (void) err;
  ((struct heard *) data)->origin = origin;
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

int
main (void)
{
  RUN (valid_texts_are_told);
  RUN (cut_and_changed_texts_end);
  return UNIT_RESULT;
}
