/* Errors, cursor, memory, text, files.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/cursor.h"
#include "runtime/base/file.h"
#include "runtime/base/memory.h"
#include "runtime/base/sort.h"
#include "runtime/base/text.h"
#include "testsuite/unit/unit.h"

static void
errors_name_file_place_and_reason (void)
{
  struct hwpgo_error e;
  CHECK (hwpgo_error_at_offset (&e, HWPGO_E_TRUNCATED, "a.data", 0x1f,
                                "record %d", 7)
         == -HWPGO_E_TRUNCATED);
  CHECK_STRING (e.text,
                "a.data: offset 0x1f: the file ends too early: record 7");
  hwpgo_error_at_line (&e, HWPGO_E_FORMAT, "p\033[1m", 3, NULL);
  CHECK_STRING (e.text, "p?[1m: line 3: malformed");
  CHECK (hwpgo_error_nomem (NULL) == -HWPGO_E_NOMEM);
  char name[2000];
  memset (name, 'd', sizeof name);
  memcpy (name + sizeof name - 8, "/a.data", 8);
  hwpgo_error_at_line (&e, HWPGO_E_FORMAT, name, 3, "word %d", 5);
  CHECK (strncmp (e.text, "...dddd", 7) == 0);
  CHECK (strstr (e.text, "d/a.data: line 3: malformed: word 5") != NULL);
  errno = ENOENT;
  hwpgo_error_errno (&e, name, "open");
  CHECK (strstr (e.text, "d/a.data: cannot open: No such file") != NULL);
}

static void
cursor_stays_inside (void)
{
  const uint8_t bytes[] = { 1, 2, 3, 4, 5, 'h', 'i', 0, 'x' };
  struct hwpgo_cursor c = hwpgo_cursor_new ("f", bytes, sizeof bytes);
  CHECK_U64 (hwpgo_cursor_u8 (&c), 1);
  CHECK_U64 (hwpgo_cursor_u32 (&c), 0x05040302);
  CHECK_STRING (hwpgo_cursor_string (&c, 3), "hi");
  CHECK (!c.failed);
  CHECK_U64 (hwpgo_cursor_u64 (&c), 0);
  CHECK (c.failed);
  CHECK_U64 (hwpgo_cursor_u8 (&c), 0);
  CHECK_U64 (hwpgo_cursor_offset (&c), 8);
  struct hwpgo_error e;
  CHECK (hwpgo_cursor_check (&c, "a word", &e) == -HWPGO_E_TRUNCATED);

  c = hwpgo_cursor_new ("f", bytes, sizeof bytes);
  c.swap = true;
  CHECK_U64 (hwpgo_cursor_u16 (&c), 0x0102);
  CHECK (!hwpgo_cursor_fits (&c, UINT64_MAX, 24));

  c = hwpgo_cursor_new ("f", bytes, sizeof bytes);
  struct hwpgo_cursor s = hwpgo_cursor_sub (&c, 2);
  CHECK_U64 (hwpgo_cursor_left (&s), 2);
  CHECK_U64 (hwpgo_cursor_left (&c), 7);
  s = hwpgo_cursor_sub (&c, 8);
  CHECK (s.failed && c.failed);
  CHECK (hwpgo_cursor_left (&s) == 0);
}

static void
strings_are_interned (void)
{
  struct hwpgo_strings pool = { 0 };
  const char *first[500];
  char name[16];
  for (int i = 0; i < 500; i++)
    {
      snprintf (name, sizeof name, "f%d", i);
      first[i] = hwpgo_strings_intern (&pool, name, strlen (name));
    }
  for (int i = 0; i < 500; i++)
    {
      snprintf (name, sizeof name, "f%dx", i);
      CHECK (hwpgo_strings_intern (&pool, name, strlen (name) - 1)
             == first[i]);
    }
  CHECK (hwpgo_strings_find (&pool, "g", 1) == NULL);
  CHECK (hwpgo_strings_find (&pool, "f1\0zz", 5) == first[1]);
  hwpgo_strings_free (&pool);
}

static void
map_counts_and_sorts (void)
{
  struct hwpgo_map map = { 0 };
  for (uint64_t i = 0; i < 1000; i++)
    *hwpgo_map_slot (&map, i % 100, i % 10) += 1;
  CHECK_U64 (map.used, 100);
  CHECK (hwpgo_map_find (&map, 5, 5) && *hwpgo_map_find (&map, 5, 5) == 10);
  CHECK (!hwpgo_map_find (&map, 5, 6));
  struct hwpgo_map_entry *sorted = hwpgo_map_sorted (&map);
  for (size_t i = 0; i < map.used; i++)
    CHECK_U64 (sorted[i].a, i);
  free (sorted);
  hwpgo_map_free (&map);
}

static void
counts_saturate (void)
{
  CHECK_U64 (hwpgo_add (UINT64_MAX, 1), UINT64_MAX);
  CHECK_U64 (hwpgo_mul (UINT64_MAX / 2, 3), UINT64_MAX);
  CHECK_U64 (hwpgo_mul (6, 7), 42);
}

static void
numbers_are_checked (void)
{
  uint64_t v = 9;
  double d = 9;
  CHECK (hwpgo_parse_u64 ("18446744073709551615", 0, UINT64_MAX, &v)
         && v == UINT64_MAX);
  CHECK (hwpgo_parse_u64 ("0x1F", 0, 100, &v) && v == 31);
  CHECK (!hwpgo_parse_u64 ("18446744073709551616", 0, UINT64_MAX, &v));
  CHECK (!hwpgo_parse_u64 ("", 0, 9, &v) && !hwpgo_parse_u64 ("-1", 0, 9, &v));
  CHECK (!hwpgo_parse_u64 ("1 ", 0, 9, &v)
         && !hwpgo_parse_u64 ("10", 0, 9, &v));
  CHECK (!hwpgo_parse_u64 ("0x", 0, 9, &v));
  CHECK (hwpgo_parse_fraction ("0.25", 0, 1, &d) && d == 0.25);
  CHECK (hwpgo_parse_fraction ("1", 0, 1, &d) && d == 1);
  CHECK (!hwpgo_parse_fraction (".", 0, 1, &d));
  CHECK (!hwpgo_parse_fraction ("0.1.2", 0, 1, &d));
  CHECK (!hwpgo_parse_fraction ("nan", 0, 1, &d));
  CHECK (!hwpgo_parse_fraction ("1.5", 0, 1, &d));
}

static void
json_strings_are_escaped (void)
{
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  hwpgo_json_string (f, "a\"\\\n\xc3\xa9\xff");
  fclose (f);
  CHECK_STRING (text, "\"a\\\"\\\\\\u000a\xc3\xa9\\ufffd\"");
  free (text);
}

static void
files_appear_when_complete (void)
{
  char folder[] = "/tmp/hwpgo-unit-XXXXXX";
  CHECK (mkdtemp (folder) != NULL);
  char *path = hwpgo_path_join (folder, "x");
  struct hwpgo_error e;
  struct hwpgo_outfile out;
  CHECK (hwpgo_outfile_open (&out, path, &e) == 0);
  fputs ("hello", out.stream);
  CHECK (access (path, F_OK) != 0);
  hwpgo_outfile_discard (&out);
  CHECK (hwpgo_outfile_open (&out, path, &e) == 0);
  fputs ("hello", out.stream);
  CHECK (hwpgo_outfile_commit (&out, &e) == 0);
  struct hwpgo_infile in;
  CHECK (hwpgo_infile_open (&in, path, &e) == 0);
  CHECK (in.size == 5 && memcmp (in.data, "hello", 5) == 0);
  hwpgo_infile_close (&in);
  CHECK (hwpgo_infile_open (&in, folder, &e) == -HWPGO_E_SYSTEM);
  CHECK (strstr (e.text, "cannot read: Is a directory") != NULL);
  unlink (path);
  CHECK (hwpgo_infile_open (&in, path, &e) == -HWPGO_E_SYSTEM);
  CHECK (rmdir (folder) == 0); /* no temporary file was left.  */
  free (path);
}

static void
write_to (const char *path, const char *text)
{
  struct hwpgo_error e;
  struct hwpgo_outfile out;
  CHECK (hwpgo_outfile_open (&out, path, &e) == 0);
  fputs (text, out.stream);
  CHECK (hwpgo_outfile_commit (&out, &e) == 0);
}

static void
devices_and_links_stay_what_they_are (void)
{
  char folder[] = "/tmp/hwpgo-unit-XXXXXX";
  CHECK (mkdtemp (folder) != NULL);
  char *pipe = hwpgo_path_join (folder, "pipe");
  char *file = hwpgo_path_join (folder, "file");
  char *link = hwpgo_path_join (folder, "link");
  struct hwpgo_error e;
  struct stat st;
  char text[8] = "";
  CHECK (mkfifo (pipe, 0600) == 0 && symlink ("file", link) == 0);
  CHECK (hwpgo_outfile_check (pipe, &e) == 0);
  int reader = open (pipe, O_RDONLY | O_NONBLOCK);
  write_to (pipe, "hello");
  CHECK (lstat (pipe, &st) == 0 && S_ISFIFO (st.st_mode));
  CHECK (read (reader, text, sizeof text) == 5);
  close (reader);

  write_to (file, "old");
  CHECK (hwpgo_outfile_check (link, &e) == 0);
  write_to (link, "new");
  CHECK (lstat (link, &st) == 0 && S_ISLNK (st.st_mode));
  struct hwpgo_infile in;
  CHECK (hwpgo_infile_open_part (&in, file, 2, &e) == 0);
  CHECK (in.size == 2 && memcmp (in.data, "ne", 2) == 0);
  hwpgo_infile_close (&in);

  CHECK (hwpgo_outfile_check (folder, &e) == -HWPGO_E_SYSTEM);
  CHECK (strstr (e.text, "Is a directory") != NULL);
  CHECK (unlink (pipe) == 0 && unlink (file) == 0 && unlink (link) == 0);
  CHECK (rmdir (folder) == 0); /* no temporary file was left.  */
  free (pipe);
  free (file);
  free (link);
}

static void
links_to_folders_stay_links (void)
{
  static const char *const names[] = { "manifest", NULL };
  char folder[] = "/tmp/hwpgo-unit-XXXXXX";
  CHECK (mkdtemp (folder) != NULL);
  char *real = hwpgo_path_join (folder, "real");
  char *link = hwpgo_path_join (folder, "link");
  char *entry = hwpgo_path_join (link, "manifest");
  struct hwpgo_error e;
  struct hwpgo_outdir dir;
  struct stat st;
  CHECK (mkdir (real, 0700) == 0 && symlink ("real", link) == 0);
  write_to (entry, "old");
  CHECK (hwpgo_outdir_check (link, names, &e) == 0);
  CHECK (hwpgo_outdir_open (&dir, link, names, &e) == 0);
  char *new = hwpgo_path_join (dir.temporary, "manifest");
  write_to (new, "new!");
  CHECK (hwpgo_outdir_commit (&dir, names, &e) == 0);
  CHECK (lstat (link, &st) == 0 && S_ISLNK (st.st_mode));
  CHECK (stat (entry, &st) == 0 && st.st_size == 4);
  CHECK (unlink (entry) == 0 && rmdir (real) == 0 && unlink (link) == 0);
  CHECK (rmdir (folder) == 0);
  free (new);
  free (entry);
  free (real);
  free (link);
}

static void
folders_are_exchanged_whole (void)
{
  static const char *const names[] = { "manifest", NULL };
  char folder[] = "/tmp/hwpgo-unit-XXXXXX";
  CHECK (mkdtemp (folder) != NULL);
  struct hwpgo_error e;
  for (int round = 0; round < 2; round++)
    {
      struct hwpgo_outdir dir;
      CHECK (hwpgo_outdir_open (&dir, folder, names, &e) == 0);
      char *file = hwpgo_path_join (dir.temporary, "manifest");
      int fd = creat (file, 0600);
      CHECK (fd >= 0 && write (fd, "x", 1) == 1 && close (fd) == 0);
      free (file);
      CHECK (hwpgo_outdir_commit (&dir, names, &e) == 0);
    }
  char *precious = hwpgo_path_join (folder, "thesis.tex");
  close (creat (precious, 0600));
  struct hwpgo_outdir dir;
  CHECK (hwpgo_outdir_open (&dir, folder, names, &e) == -HWPGO_E_MISMATCH);
  CHECK (strstr (e.text, "thesis.tex") != NULL);
  CHECK (access (precious, F_OK) == 0);
  unlink (precious);
  free (precious);
  char *file = hwpgo_path_join (folder, "manifest");
  CHECK (unlink (file) == 0 && rmdir (folder) == 0);
  free (file);
}

static int
compare_numbers (const void *a, const void *b)
{
  const uint64_t *const *x = a, *const *y = b;
  return (**x > **y) - (**x < **y);
}

/* All ways to split up to 64 numbers, many of them equal.  */
static void
a_tail_is_sorted_in (void)
{
  uint64_t numbers[64], state = 1;
  for (size_t n = 0; n <= 64; n++)
    for (size_t sorted = 0; sorted <= n; sorted++)
      {
        uint64_t *all[64];
        bool in_order = true;
        uint64_t sum = 0;
        for (size_t i = 0; i < n; i++)
          {
            state = state * 6364136223846793005u + 1442695040888963407u;
            numbers[i] = state >> 59;
            all[i] = &numbers[i];
          }
        qsort (all, sorted, sizeof *all, compare_numbers);
        hwpgo_sort_tail (all, sorted, n, compare_numbers);
        for (size_t i = 0; i < n; i++)
          {
            in_order &= i == 0 || *all[i - 1] <= *all[i];
            sum += (uint64_t) (all[i] - numbers);
          }
        CHECK (in_order);
        CHECK_U64 (sum, n ? n * (n - 1) / 2 : 0);
      }
}

int
main (void)
{
  RUN (errors_name_file_place_and_reason);
  RUN (cursor_stays_inside);
  RUN (strings_are_interned);
  RUN (map_counts_and_sorts);
  RUN (counts_saturate);
  RUN (numbers_are_checked);
  RUN (json_strings_are_escaped);
  RUN (files_appear_when_complete);
  RUN (devices_and_links_stay_what_they_are);
  RUN (links_to_folders_stay_links);
  RUN (folders_are_exchanged_whole);
  RUN (a_tail_is_sorted_in);
  return UNIT_RESULT;
}
