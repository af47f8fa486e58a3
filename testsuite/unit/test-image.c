/* Functions, rows and inlined calls of real binaries, and broken ones.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdbool.h>
#include <sys/stat.h>

#include "runtime/base/file.h"
#include "runtime/base/names.h"
#include "runtime/image/image-internal.h"
#include "runtime/image/image.h"
#include "testsuite/unit/program.h"
#include "testsuite/unit/unit.h"

/* Line numbers count: inner is declared in line 3, middle in line 7, main in
   line 13.  */
static const char source[]
    = "volatile int sink;\n"
      "static inline __attribute__ ((always_inline)) void\n"
      "inner (int x)\n"
      "{\n"
      "  sink = x;\n"
      "}\n"
      "static inline __attribute__ ((always_inline)) void middle (int x)\n"
      "{\n"
      "  sink = 1;\n"
      "  inner (x); inner (x + 1);\n"
      "}\n"
      "int __attribute__ ((noinline))\n"
      "outer (int n)\n"
      "{\n"
      "  for (int i = 0; i < n; i++)\n"
      "    middle (i);\n"
      "  return n;\n"
      "}\n"
      "int main (int argc, char **argv)\n"
      "{\n"
      "  (void) argv;\n"
      "  return outer (argc);\n"
      "}\n";

static const char source_cxx[]
    = "volatile int sink;\n"
      "static void __attribute__ ((noinline)) local (int x) { sink = x; }\n"
      "namespace n { struct s { int v; s (int x); int get () const; }; }\n"
      "n::s::s (int x) : v (x) { sink = x; }\n"
      "int n::s::get () const\n"
      "{\n"
      "  return v + sink;\n"
      "}\n"
      "int main (int argc, char **)\n"
      "{\n"
      "  n::s s (argc); local (argc); return s.get ();\n"
      "}\n";

static const struct hwpgo_image_function *
find_function (const struct hwpgo_image *image, const char *name)
{
  size_t n;
  const struct hwpgo_image_function *f = hwpgo_image_functions (image, &n);
  for (size_t i = 0; i < n; i++)
    if (strcmp (f[i].name, name) == 0 && f[i].entry)
      return &f[i];
  return NULL;
}

/* Rows of function NAME whose frames are as TEXT tells, innermost first:
   "inner:2 middle:3 outer:3".  */
static unsigned
count_rows (struct hwpgo_image *image, const char *name, const char *text)
{
  const struct hwpgo_image_function *f = find_function (image, name);
  unsigned n = 0;
  if (!f)
    return 0;
  struct hwpgo_image_row row;
  for (uint64_t at = f->low; at < f->high; at = row.high)
    {
      char got[512] = "";
      size_t used = 0;
      if (!hwpgo_image_row_at (image, at, &row))
        row.high = at + 1;
      CHECK (row.high > at && (row.low <= at));
      for (size_t i = 0; i < row.n_frames; i++)
        used += (size_t) snprintf (got + used, sizeof got - used, "%s%s:%u",
                                   i ? " " : "", row.frames[i].function,
                                   row.frames[i].line);
      n += strcmp (got, text) == 0;
    }
  return n;
}

static const char *const ways[]
    = { "-O2 -g1",          "-O2 -g -gdwarf-4 -no-pie",
        "-O2 -g -gdwarf-3", "-O2 -g -gdwarf-2 -no-pie",
        "-O2 -g -gz",       "-O2 -g -static" };

static void
rows_have_inline_stacks (void)
{
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    {
      CHECK (unit_compile ("program", source, ways[i]));
      struct hwpgo_image *image;
      struct hwpgo_error e = { 0 };
      CHECK (hwpgo_image_open (&image, unit_path ("program"), NULL, &e) == 0);
      if (!image)
        {
          printf ("%s: %s\n", ways[i], e.text);
          continue;
        }
      CHECK (count_rows (image, "outer", "inner:2 middle:3 outer:3") >= 2);
      CHECK (count_rows (image, "outer", "middle:2 outer:3") == 1);
      CHECK (count_rows (image, "outer", "outer:2") >= 1);
      CHECK (count_rows (image, "outer", "outer:1") >= 1);
      CHECK (count_rows (image, "main", "main:3") >= 1);
      CHECK_U64 (hwpgo_image_bad_units (image), 0);
      CHECK (hwpgo_image_machine (image) != HWPGO_MACHINE_UNKNOWN);
      CHECK_U64 (hwpgo_image_discriminator_layout (image), 0);
      hwpgo_image_close (image);
    }
}

/* The columns of calls of LEAF in TWICE; N are noted.  */
static unsigned
columns_of_calls (struct hwpgo_image *image, uint32_t *columns, unsigned n)
{
  const struct hwpgo_image_function *f = find_function (image, "twice");
  unsigned found = 0;
  struct hwpgo_image_row row;
  for (uint64_t at = f ? f->low : 0; f && at < f->high; at = row.high)
    {
      unsigned i = 0;
      if (!hwpgo_image_row_at (image, at, &row) || row.n_frames != 2)
        {
          row.high = row.high > at ? row.high : at + 1;
          continue;
        }
      CHECK_U64 (row.frames[0].column, 0);
      while (i < found && columns[i] != row.frames[1].column)
        i++;
      if (i == found && found < n)
        columns[found++] = row.frames[1].column;
    }
  return found;
}

static void
calls_on_one_line_have_columns (void)
{
  static const char calls[]
      = "static inline int leaf (int x) { return x % 7 * x; }\n"
        "__attribute__ ((noinline)) int twice (int a, int b)\n"
        "{\n"
        "  return %s;\n"
        "}\n"
        "int main (int argc, char **argv)\n"
        "{\n"
        "  return argv ? twice (argc, 2) : 0;\n"
        "}\n";
  static const struct
  {
    const char *sum, *flags;
    unsigned n;
    uint32_t least, most;
  } cases[] = {
    { "leaf (a) + leaf (b)", "-O2 -g", 2, 10, 21 },
    { "leaf (a) + leaf (b)", "-O2 -g -gno-column-info", 1, 0, 0 },
    { "leaf (a) + b", "-O2 -g", 1, 10, 10 },
    { "leaf (a)\n    + leaf (b)", "-O2 -g", 2, 10, 7 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char text[1024];
      struct hwpgo_image *image;
      struct hwpgo_error e = { 0 };
      uint32_t columns[4] = { 0 };
      const char *hole = strstr (calls, "%s");
      snprintf (text, sizeof text, "%.*s%s%s", (int) (hole - calls), calls,
                cases[i].sum, hole + 2);
      CHECK (unit_compile ("program", text, cases[i].flags));
      CHECK (hwpgo_image_open (&image, unit_path ("program"), NULL, &e) == 0);
      if (!image)
        continue;
      unsigned n = columns_of_calls (image, columns, 4);
      CHECK_U64 (n, cases[i].n);
      for (unsigned k = 0; k < n; k++)
        CHECK (columns[k] == cases[i].least || columns[k] == cases[i].most);
      hwpgo_image_close (image);
    }
}

static void
functions_bear_linkage_names (void)
{
  CHECK (unit_compile ("+program", source_cxx, "-O2 -g1"));
  struct hwpgo_image *image;
  CHECK (hwpgo_image_open (&image, unit_path ("+program"), NULL, NULL) == 0);
  if (!image)
    return;
  CHECK (find_function (image, "_ZNK1n1s3getEv") != NULL);
  CHECK (find_function (image, "_ZL5locali") != NULL);
  CHECK (count_rows (image, "_ZNK1n1s3getEv", "_ZNK1n1s3getEv:2") >= 1);
  CHECK (count_rows (image, "_ZL5locali", "_ZL5locali:0") >= 1);
  const struct hwpgo_image_function *f = find_function (image, "main");
  CHECK (f && hwpgo_image_function_at (image, f->low) == f
         && hwpgo_image_function_at (image, f->high - 1) == f);
  CHECK (hwpgo_image_function_at (image, 0) == NULL);
  hwpgo_image_close (image);
}

static void
suffixes_are_stripped (void)
{
  static const struct
  {
    const char *name, *origin;
    bool entry;
  } rows[] = { { "f", "f", true },
               { "f.constprop.0", "f", true },
               { "f.isra.0.constprop.12", "f", true },
               { "f.part.0", "f", false },
               { "f.constprop.0.cold", "f", false },
               { "f.cold.1", "f", false },
               { "inner.0", "inner.0", true },
               { "f.partial", "f.partial", true },
               { ".cold", ".cold", true },
               { "", "", true } };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      bool entry;
      size_t n = hwpgo_origin_length (rows[i].name, &entry);
      char origin[64] = "";
      memcpy (origin, rows[i].name, n);
      CHECK_STRING (origin, rows[i].origin);
      CHECK (entry == rows[i].entry);
    }
}

static void
discarded_functions_have_no_rows (void)
{
  CHECK (unit_compile ("program", source,
                       "-O2 -g -ffunction-sections -Wl,--gc-sections "
                       "-Dmain=gone -Wl,--entry=outer -nostartfiles"));
  struct hwpgo_image *image;
  CHECK (hwpgo_image_open (&image, unit_path ("program"), NULL, NULL) == 0);
  if (!image)
    return;
  CHECK (find_function (image, "gone") == NULL);
  CHECK (count_rows (image, "outer", "middle:2 outer:3") == 1);
  CHECK_U64 (hwpgo_image_bad_units (image), 0);
  struct hwpgo_image_row row;
  CHECK (!hwpgo_image_row_at (image, 0, &row));
  hwpgo_image_close (image);
}

static void
layout_is_found (void)
{
  static const char text[]
      = "int main (void) { return 0; }\n"
        "__asm__ (\".section .hwpgo.layout,\\\"\\\",@progbits\\n\"\n"
        "         \".ascii \\\"1\\\\n\\\"\\n.byte 0\\n.ascii LAST\\n\"\n"
        "         \".text\");\n";
  char source_text[512];
  for (int round = 0; round < 3; round++)
    {
      static const char *const last[] = { "1", "2", "99999999999999" };
      const char *mark = strstr (text, "LAST");
      snprintf (source_text, sizeof source_text, "%.*s\\\"%s\\\\n\\\"%s",
                (int) (mark - text), text, last[round], mark + 4);
      CHECK (unit_compile ("program", source_text, "-g1"));
      struct hwpgo_image *image;
      int rc = hwpgo_image_open (&image, unit_path ("program"), NULL, NULL);
      CHECK (rc
             == (round == 0   ? 0
                 : round == 1 ? -HWPGO_E_MISMATCH
                              : -HWPGO_E_FORMAT));
      if (image)
        CHECK_U64 (hwpgo_image_discriminator_layout (image), 1);
      hwpgo_image_close (image);
    }
}

/* One beginning of outer stands where the code of inner begins, one behind
   that; a row that is no statement, and one without the bit, are none.  */
static const char source_beginnings[]
    = "__asm__ (\".section .hwpgo.layout,\\\"\\\",@progbits\\n\"\n"
      "         \".ascii \\\"2\\\\n\\\"\\n.byte 0\\n.text\");\n"
      "static inline __attribute__ ((always_inline)) void inner (void)\n"
      "{\n"
      "  __asm__ volatile (\".loc 1 5 0 is_stmt 1 discriminator 257\\n\\t\"\n"
      "                    \".loc 1 6 0 is_stmt 0 discriminator 258\\n\\tnop\");\n"
      "}\n"
      "int main (void)\n"
      "{\n"
      "  __asm__ volatile (\".loc 1 10 0 is_stmt 1 discriminator 256\");\n"
      "  inner ();\n"
      "  __asm__ volatile (\".loc 1 12 0 is_stmt 1 discriminator 259\\n\\tnop\\n\\t\"\n"
      "                    \".loc 1 13 0 is_stmt 1 discriminator 4\\n\\tnop\");\n"
      "  return 0;\n"
      "}\n";

struct beginnings
{
  char text[256];
  unsigned n, until; /* UNTIL: the visit that ends it.  */
};

static bool
append_beginning (const struct hwpgo_image_row *row, void *data)
{
  struct beginnings *b = data;
  size_t used = strlen (b->text);
  CHECK (row->low == row->high);
  for (size_t i = 0; i < row->n_frames; i++)
    used += (size_t) snprintf (b->text + used, sizeof b->text - used,
                               "%s:%u.%u ", row->frames[i].function,
                               row->frames[i].line,
                               row->frames[i].discriminator);
  return ++b->n != b->until;
}

static void
beginnings_are_of_their_function (void)
{
  CHECK (unit_compile ("program", source_beginnings, "-O2 -g"));
  struct hwpgo_image *image;
  CHECK (hwpgo_image_open (&image, unit_path ("program"), NULL, NULL) == 0);
  const struct hwpgo_image_function *f
      = image ? find_function (image, "main") : NULL;
  CHECK (f != NULL);
  if (f)
    {
      struct beginnings all = { .until = 0 }, one = { .until = 1 };
      CHECK (hwpgo_image_each_beginning (image, f->low, f->high,
                                         append_beginning, &all));
      CHECK_STRING (all.text, "inner:2.257 main:3.0 main:2.256 main:4.259 ");
      CHECK (!hwpgo_image_each_beginning (image, f->low, f->high,
                                          append_beginning, &one));
      CHECK_U64 (one.n, 1);
      CHECK (hwpgo_image_each_beginning (image, f->high - 1, f->high,
                                         append_beginning, &one));
    }
  hwpgo_image_close (image);
}

static void
bad_files_are_refused (void)
{
  struct hwpgo_image *image;
  struct hwpgo_error e = { 0 };
  CHECK (hwpgo_image_open (&image, unit_path ("none"), NULL, &e) == -HWPGO_E_SYSTEM);
  CHECK (hwpgo_image_open (&image, unit_folder, NULL, &e) == -HWPGO_E_MAGIC);
  /* None that makes wait, either.  */
  CHECK (mkfifo (unit_path ("fifo"), 0600) == 0);
  CHECK (hwpgo_image_open (&image, unit_path ("fifo"), NULL, &e)
         == -HWPGO_E_MAGIC);
  CHECK (hwpgo_image_open (&image, "/proc/kmsg", NULL, &e) < 0);
  CHECK (unit_write ("empty", "", 0));
  CHECK (hwpgo_image_open (&image, unit_path ("empty"), NULL, &e) == -HWPGO_E_MAGIC);
  CHECK (hwpgo_image_open (&image, unit_path ("source.c"), NULL, &e)
         == -HWPGO_E_MAGIC);
  CHECK (image == NULL);
  CHECK (unit_compile ("program", source, "-O2 -g -s"));
  CHECK (hwpgo_image_open (&image, unit_path ("program"), NULL, &e)
         == -HWPGO_E_NO_DEBUG);
  CHECK (strstr (e.text, "-g1") != NULL);
  CHECK (unit_compile ("program.o", source, "-O2 -g -c"));
  CHECK (hwpgo_image_open (&image, unit_path ("program.o"), NULL, &e)
         == -HWPGO_E_UNSUPPORTED);
}

/* Open what is in the file and look at everything.  */
static void
exercise (const char *path)
{
  struct hwpgo_image *image;
  struct hwpgo_error e = { 0 };
  int rc = hwpgo_image_open (&image, path, NULL, &e);
  CHECK (rc == 0 ? image != NULL : image == NULL && e.text[0]);
  if (rc)
    return;
  size_t n, left;
  uint64_t vaddr;
  const struct hwpgo_image_function *f = hwpgo_image_functions (image, &n);
  for (size_t i = 0; i < n; i++)
    {
      struct hwpgo_image_row row;
      CHECK (f[i].low < f[i].high && (i == 0 || f[i - 1].high <= f[i].low));
      for (uint64_t at = f[i].low; at < f[i].high && at < f[i].low + 4096;
           at++)
        if (hwpgo_image_row_at (image, at, &row))
          for (size_t k = 0; k < row.n_frames; k++)
            CHECK (row.frames[k].function[0] != '\0'
                   && row.frames[k].line <= 0xffff);
      hwpgo_image_code (image, f[i].low, &left);
      hwpgo_image_vaddr (image, f[i].low, &vaddr);
    }
  hwpgo_image_close (image);
}

/* Cut anywhere or with any byte changed: an error or a clean load.  */
static void
broken_files_are_survived (void)
{
  CHECK (unit_compile ("program", source, "-O2 -g"));
  struct hwpgo_infile in;
  CHECK (hwpgo_infile_open (&in, unit_path ("program"), NULL) == 0);
  uint8_t *copy = malloc (in.size);
  for (size_t cut = 0; cut < in.size; cut += 1 + in.size / 150)
    {
      struct hwpgo_image *image;
      struct hwpgo_error e = { 0 };
      CHECK (unit_write ("cut", in.data, cut));
      exercise (unit_path ("cut"));
      /* Not for lack of -g: the list of sections is at the end.  */
      if (cut >= 64)
        CHECK (hwpgo_image_open (&image, unit_path ("cut"), NULL, &e)
                   == -HWPGO_E_TRUNCATED
               && strstr (e.text, "offset 0x") != NULL);
    }
  uint64_t state = 7;
  for (int round = 0; round < 1200; round++)
    {
      memcpy (copy, in.data, in.size);
      for (int i = 0; i < 4; i++)
        {
          state = state * 6364136223846793005u + 1442695040888963407u;
          copy[(state >> 33) % in.size] ^= (uint8_t) (state >> 24 | 1);
        }
      CHECK (unit_write ("flipped", copy, in.size));
      exercise (unit_path ("flipped"));
    }
  free (copy);
  hwpgo_infile_close (&in);
}

int
main (void)
{
  if (!unit_make_folder ())
    return 1;
  RUN (rows_have_inline_stacks);
  RUN (calls_on_one_line_have_columns);
  RUN (functions_bear_linkage_names);
  RUN (suffixes_are_stripped);
  RUN (discarded_functions_have_no_rows);
  RUN (layout_is_found);
  RUN (beginnings_are_of_their_function);
  RUN (bad_files_are_refused);
  RUN (broken_files_are_survived);
  unit_remove_folder ();
  return UNIT_RESULT;
}
