/* Text of perf script.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <unistd.h>

#include "runtime/trace/input.h"
#include "testsuite/unit/unit.h"

#define MAP                                                                   \
  "PERF_RECORD_MMAP2 7/7: [0x400000(0x1000) @ 0x2000 08:01 1 1]: r-xp "       \
  "/my program\n"

/* What was heard of a text.  */
struct heard
{
  unsigned maps, samples, branches;
  struct hwpgo_perf_record map, sample; /* the last ones.  */
  char path[64], event[64];
  struct hwpgo_perf_branch first, last; /* of the last sample.  */
  struct hwpgo_input_leftovers left;
  bool unmapped;
  int rc; /* 1: it opens as none.  */
};

static void
hear_all (struct hwpgo_input *input, struct heard *h)
{
  struct hwpgo_perf_record r;
  while ((h->rc = hwpgo_input_next (input, &r, NULL)) == 1)
    if (r.type == HWPGO_PERF_MMAP)
      {
        h->maps++;
        h->map = r;
        snprintf (h->path, sizeof h->path, "%s", r.mmap.path);
      }
    else if (r.type == HWPGO_PERF_SAMPLE)
      {
        size_t n = r.sample.n_branches;
        h->samples++;
        h->branches += (unsigned) n;
        h->sample = r;
        snprintf (h->event, sizeof h->event, "%s", r.sample.event->name);
        if (n)
          {
            h->first = r.sample.branches[0];
            h->last = r.sample.branches[n - 1];
          }
      }
}

/* As the converter reads SIZE bytes of TEXT: twice.  */
static struct heard
hear_bytes (const char *text, size_t size)
{
  char path[] = "/tmp/hwpgo-input-XXXXXX";
  int fd = mkstemp (path);
  struct hwpgo_input *input;
  struct heard h = { .rc = 1 };
  if (fd < 0 || write (fd, text, size) != (ssize_t) size)
    abort ();
  close (fd);
  int rc = hwpgo_input_open (&input, path, NULL);
  unlink (path);
  if (rc)
    return h;
  if (!hwpgo_input_counted (input) && !hwpgo_input_perf (input))
    {
      hwpgo_input_rewind (input, false);
      hear_all (input, &h);
      CHECK (h.samples == 0);
      h = (struct heard){ 0 };
      hwpgo_input_rewind (input, true);
      hear_all (input, &h);
      h.left = hwpgo_input_left_over (input);
      h.unmapped = hwpgo_input_unmapped (input);
      if (h.rc == 0)
        CHECK (hwpgo_input_done (input) == hwpgo_input_size (input));
    }
  hwpgo_input_close (input);
  return h;
}

static struct heard
hear (const char *text)
{
  return hear_bytes (text, strlen (text));
}

static void
maps_are_read (void)
{
  struct heard h = hear (MAP " 4001e2  0x400224/0x4001c8/P/-/-/0 \n");
  CHECK (h.maps == 1 && h.samples == 1 && !h.unmapped);
  CHECK_STRING (h.path, "/my program");
  CHECK_U64 (h.map.mmap.start, 0x400000);
  CHECK_U64 (h.map.mmap.length, 0x1000);
  CHECK_U64 (h.map.mmap.file_offset, 0x2000);
  CHECK (!h.map.mmap.data && h.map.mmap.build_id_size == 0);
  /* Samples do not say whose they are, so all have it.  */
  CHECK (h.map.pid == -1 && h.sample.pid == -1);

  h = hear (
      "   sh 7/9 [001] 1.5: PERF_RECORD_MMAP2 7/9: [0x400000(0x1000) @ 0 "
      "<0aff10>]: r--p /a\n");
  CHECK (h.maps == 1 && h.map.mmap.data && h.map.mmap.build_id_size == 3);
  CHECK (h.map.mmap.build_id[1] == 0xff);
  h = hear ("PERF_RECORD_MMAP -1/0: [0xffffffff81000000(0x1000) @ 0x10]: x "
            "[kernel.kallsyms]_text\n");
  CHECK (h.maps == 1 && h.map.mode == HWPGO_PERF_MODE_KERNEL);
}

static void
fields_are_told_apart (void)
{
  static const struct
  {
    const char *text;
    int pid;
    uint64_t period;
    const char *event;
  } rows[] = {
    { " 4001e2", -1, 0, "" },
    { " ev:upp: 4001e2", -1, 0, "ev:upp" },
    { " 7 ev: 4001e2", 7, 0, "ev" },
    { "      1003 ev: 4001e2", -1, 1003, "ev" },
    { "        a comm       1003 ev: 4001e2", -1, 1003, "ev" },
    { " a comm     7 ev: 4001e2", 7, 0, "ev" },
    { " 18446740473709551615 ev: 4001e2", -1, 18446740473709551615u, "ev" },
    { " 4194305 ev: 4001e2", -1, 0, "ev" },
    { "          400560           4001e2", -1, 0, "" },
    { " 7 1003 ev: 4001e2", 7, 1003, "ev" },
    { "         7 ev: 4001e2", -1, 7, "ev" },
    { " 7/8 1003 ev: 4001e2", 7, 1003, "ev" },
    { " my prog 7 12.5: 1003 ev: 4001e2", 7, 1003, "ev" },
    { " a: 1 7/8 [003] 12.5: 1003 cpu/e=1/: 4001e2", 7, 1003, "cpu/e=1/" },
    { " prog 7 [003] 12.5: 1003 ev:u: 4001e2", 7, 1003, "ev:u" },
    { " prog 7 12.5: ev:           400999           4001e2 f+0x12 (/a/b c)", 7,
      0, "ev" },
    { " prog 7 12.5: ev:           4001e2 add (/a: b)", 7, 0, "ev" },
    { "           4001e2 add (/a: b)", -1, 0, "" },
    { " prog 7 12.5: ev: 4001e2 add (/a)", 7, 0, "ev" },
    { " prog 7 4001e2", 7, 0, "" },
    { " 7/8 4001e2", 7, 0, "" },
    { " 7 4001e2", 7, 0, "" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      char text[512];
      snprintf (text, sizeof text, MAP "%s 0x400224/0x4001c8/P/-/-/0 \n",
                rows[i].text);
      struct heard h = hear (text);
      CHECK (h.samples == 1 && h.branches == 1 && h.sample.sample.has_ip);
      CHECK_U64 (h.sample.sample.ip, 0x4001e2);
      CHECK_STRING (h.event, rows[i].event);
      CHECK (h.sample.pid == rows[i].pid);
      CHECK (h.sample.sample.has_period == (rows[i].period != 0));
      if (rows[i].period)
        CHECK_U64 (h.sample.sample.period, rows[i].period);
    }
  /* A thread is of the process that mapped something.  */
  struct heard h = hear (MAP "prog 9 1.5: ev: 4001e2\n");
  CHECK (h.samples == 1 && h.sample.pid == 7);
  /* With several, it is not.  */
  h = hear (MAP
            "PERF_RECORD_MMAP2 8/8: [0x400000(0x1000) @ 0 08:01 1 1]: r-xp "
            "/a\nprog 9/9 1.5: ev: 4001e2\nprog 8/10 1.5: ev: 4001e2\n");
  CHECK (h.samples == 2 && h.sample.pid == 8 && h.sample.tid == 10);
  h = hear (MAP
            "PERF_RECORD_MMAP2 8/8: [0x400000(0x1000) @ 0 08:01 1 1]: r-xp "
            "/a\nPERF_RECORD_COMM: a:8/11\nprog 11 1.5: ev: 4001e2\n");
  CHECK (h.samples == 1 && h.sample.pid == 8);
}

static void
flags_are_read (void)
{
  struct heard h = hear ("0x1/0x2/M/-/-/0 0x3/0x4\n");
  CHECK (h.branches == 2 && h.unmapped);
  CHECK (hwpgo_perf_branch_mispredicted (&h.first));
  CHECK (!hwpgo_perf_branch_known (&h.last) && h.last.to == 4);
  h = hear ("0x1/0x2/P/X/A/12/COND/- 0x3/0x4/-/-/-/0//SPEC_WRONG_PATH\n");
  CHECK (hwpgo_perf_branch_predicted (&h.first));
  CHECK (!hwpgo_perf_branch_known (&h.last));
  CHECK (hwpgo_perf_branch_wrong_path (&h.last));
  /* What was not taken is no branch of a stack.  */
  h = hear ("0x1/0x2/PN/-/-/1 0x5/0x6/P/-/-/1\n");
  CHECK (h.branches == 1 && h.first.from == 5);
  h = hear ("ev: 10002 0x1(/a (deleted))/0x2(/b/c)/M/-/-/1/CALL 0x5/0x6/P\n");
  CHECK (h.branches == 2 && h.first.to == 2);
  CHECK (hwpgo_perf_branch_mispredicted (&h.first));
}

static void
call_stacks_are_passed_over (void)
{
  struct heard h
      = hear (MAP "\n\t  4005dc\n\t 400634 f+0x1 (/a)\n 7f68c5788793"
                  "\n 0x4005c8/0x4005dc/P/-/-/0\n\n");
  CHECK (h.samples == 1 && h.branches == 1 && h.left.frames == 3);
  CHECK_U64 (h.sample.sample.ip, 0x4005dc);
  h = hear ("prog 7/7 1.5: 1003 ev: \n\t 4005dc\n\t 400634\n"
            " 0x4005c8/0x4005dc/P/-/-/0\n\n"
            "prog 7/7 1.6: 1004 ev: \n\t 4005dd\n\n"
            "prog 7/7 1.7: 1005 ev: \n\t 4005de\n");
  CHECK (h.samples == 3 && h.branches == 1);
  CHECK_U64 (h.sample.sample.ip, 0x4005de);
  CHECK_U64 (h.sample.sample.period, 1005);
  CHECK (h.sample.pid == 7);
  h = hear ("prog 7/7 1.5: 1003 ev: \n\t 4005dc f (/a)\n  f.c:12\n\t 400634\n"
            " 0x4005c8/0x4005dc/P/-/-/0\n\n");
  CHECK (h.samples == 1 && h.branches == 1 && h.left.unknown == 1);
  CHECK_U64 (h.sample.sample.ip, 0x4005dc);
  CHECK_STRING (h.event, "ev");
}

static void
counts_are_for_the_next (void)
{
  struct heard h = hear (MAP "25\n 4001e2 0x1/0x2/P/-/-/0\n");
  CHECK (h.samples == 1 && h.sample.sample.repeat == 25);
  h = hear ("2\n\t 4005dc\n\t 400634\n 0x1/0x2 0x3/0x4\n");
  CHECK (h.samples == 1 && h.sample.sample.repeat == 2 && h.branches == 2);
  h = hear ("2\n 4001e2 0x1/0x2/P\n 4001e2 0x1/0x2/P\n");
  CHECK (h.samples == 2 && h.sample.sample.repeat == 1);
  h = hear ("18446744073709551615\n 4001e2 0x1/0x2/P\n");
  CHECK (h.samples == 1 && h.sample.sample.repeat == UINT64_MAX);
  h = hear ("18446744073709551616\n 4001e2 0x1/0x2/P\n");
  CHECK (h.samples == 1 && h.sample.sample.repeat == 1 && h.left.unknown == 1);
  h = hear ("0\n 4001e2 0x1/0x2/P\n");
  CHECK (h.samples == 0);
}

static void
wrong_lines_are_counted (void)
{
  struct heard h = hear ("perf: a wrapper\n// text\n 4001e2 0x1/0x2/P\n"
                         " 4001e2 0x1/0x2/P 0x3/x\n 4001e2 0x1/0x\n"
                         " 4001e2 0x12345678123456781/0x1/P\n"
                         "PERF_RECORD_MMAP2 7/7: [0x40\n"
                         "PERF_RECORD_MMAP2 99999999999/7: [0x1(0x1) @ 0 1 1 "
                         "1]: r-xp /a\n");
  CHECK (h.samples == 1 && h.branches == 1);
  CHECK_U64 (h.left.malformed, 5);
  CHECK_U64 (h.left.unknown, 2);
  /* Nothing before the text ends is an address that is cut.  */
  h = hear (MAP " 4001e2 0x400224/0x4001c8/P/-/-/0  0x400224/0x4001");
  CHECK (h.samples == 0 && h.left.malformed == 1);
  CHECK (hear ("").rc == 1);
  CHECK (hear ("Dear all,\nnote: this is no recording: none\n").rc == 1);
  CHECK (hear ("note: bad\n").rc == 1);
}

/* Maps may come behind the samples; a line may have any length.  */
static void
order_and_length_are_free (void)
{
  struct heard h = hear (" 4001e2 0x1/0x2/P\n" MAP);
  CHECK (h.samples == 1 && h.maps == 1 && !h.unmapped);
  static char text[200000];
  size_t n = 0;
  for (int i = 0; i < 2700; i++)
    n += (size_t) sprintf (text + n, "0x%x/0x%x/P/-/-/0  ", i, i);
  text[n++] = '\n';
  h = hear_bytes (text, n);
  CHECK (h.samples == 1 && h.branches == 2700);
  for (int i = 0; i < 100; i++)
    n += (size_t) sprintf (text + n - 1, "0x%x/0x%x/P/-/-/0  ", i, i);
  text[n - 1] = '\n';
  h = hear_bytes (text, n);
  CHECK (h.samples == 0 && h.left.malformed == 1);
  /* A path that no system has.  */
  n = (size_t) sprintf (text, MAP "%.*s", (int) strlen (MAP) - 1, MAP);
  memset (text + n, 'x', 5000);
  text[n + 5000] = '\n';
  h = hear_bytes (text, n + 5001);
  CHECK (h.maps == 1 && h.left.malformed == 1);
}

static void
cut_and_changed_texts_end (void)
{
  static const char text[] = MAP
      "prog 7/7 1.5: 3 ev: \n\t 4005dc\n 0x1/0x2/P/-/-/0  0x3/0x4/M/-/-/0"
      "\nPERF_RECORD_FORK(8:8):(7:7)\n2\nprog 8/8 2.5: 3 ev: 4001e2 "
      "0x1(/a)/0x2(/b)/P\n";
  char changed[sizeof text];
  for (size_t i = 0; i < sizeof text - 1; i++)
    {
      struct heard h = hear_bytes (text, i);
      CHECK (h.rc == 1 || (h.rc == 0 && h.samples <= 2));
      for (int bit = 1; bit < 256; bit <<= 1)
        {
          memcpy (changed, text, sizeof text);
          changed[i] = (char) (changed[i] ^ bit);
          h = hear_bytes (changed, sizeof text - 1);
          CHECK (h.rc <= 1 && h.samples <= 4);
        }
    }
}

static void
too_many_events_are_refused (void)
{
  static char text[64 * 1100];
  size_t n = 0;
  for (int i = 0; i < 1030; i++)
    n += (size_t) sprintf (text + n, "e%d: 4001e2 0x1/0x2/P\n", i);
  CHECK (hear_bytes (text, n).rc == -HWPGO_E_LIMIT);
}

int
main (void)
{
  RUN (maps_are_read);
  RUN (fields_are_told_apart);
  RUN (flags_are_read);
  RUN (call_stacks_are_passed_over);
  RUN (counts_are_for_the_next);
  RUN (wrong_lines_are_counted);
  RUN (order_and_length_are_free);
  RUN (cut_and_changed_texts_end);
  RUN (too_many_events_are_refused);
  return UNIT_RESULT;
}
