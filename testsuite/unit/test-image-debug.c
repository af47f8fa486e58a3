/* Debug information in all its places: other files, split, compressed, shared.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdbool.h>

#include "runtime/base/file.h"
#include "runtime/image/image.h"
#include "testsuite/unit/program.h"
#include "testsuite/unit/unit.h"

/* Line numbers count: outer is declared in line 5, its call in line 7.  */
static const char source[]
    = "volatile int sink;\n"
      "static inline __attribute__ ((always_inline)) void\n"
      "inner (int x) { sink = x; }\n"
      "int __attribute__ ((noinline))\n"
      "outer (int n)\n"
      "{\n"
      "  inner (n); inner (n + 1);\n"
      "  return n;\n"
      "}\n"
      "int main (int argc, char **argv) { (void) argv; return outer (argc); "
      "}\n";

/* Run COMMAND in the folder.  */
static bool
run (const char *command)
{
  char text[1024];
  snprintf (text, sizeof text, "cd '%s' && { %s; } > log 2>&1", unit_folder,
            command);
  return system (text) == 0;
}

static bool
there (const char *tool)
{
  char text[128];
  snprintf (text, sizeof text, "command -v %s", tool);
  if (run (text))
    return true;
  printf ("UNSUPPORTED: test-image-debug.c: no %s\n", tool);
  return false;
}

/* Rows of outer that are in the inlined call, as one number; 0 on failure,
   with the reason in *E.  */
static unsigned
inlined_rows (const char *name, const struct hwpgo_debug_search *search,
              enum hwpgo_encoding encoding, struct hwpgo_error *e)
{
  struct hwpgo_image *image;
  unsigned found = 0;
  *e = (struct hwpgo_error){ 0 };
  if (hwpgo_image_open (&image, unit_path (name), search, e) != 0)
    return 0;
  size_t n;
  const struct hwpgo_image_function *f = hwpgo_image_functions (image, &n);
  for (size_t i = 0; i < n; i++)
    for (uint64_t at = f[i].low; at < f[i].high; at++)
      {
        struct hwpgo_image_row row;
        if (strcmp (f[i].name, "outer") == 0
            && hwpgo_image_row_at (image, at, &row) && row.low == at)
          found += row.n_frames == 2 && row.encoding == encoding
                   && strcmp (row.frames[0].function, "inner") == 0
                   && strcmp (row.frames[1].function, "outer") == 0
                   && row.frames[0].line == 0 && row.frames[1].line == 2;
      }
  snprintf (e->text, sizeof e->text, "%s", hwpgo_image_note (image));
  hwpgo_image_close (image);
  return found;
}

static unsigned
plain_rows (const char *name)
{
  struct hwpgo_error e;
  unsigned n = inlined_rows (name, NULL, HWPGO_ENCODING_PLAIN, &e);
  if (n == 0)
    printf ("%s: %s\n", name, e.text);
  return n;
}

static void
forms_are_read (void)
{
  static const char *const ways[]
      = { "-gdwarf-2",    "-gdwarf-3 -gstrict-dwarf", "-gdwarf-4",
          "-gdwarf-5",    "-gdwarf-5 -gdwarf64",      "-gz=zlib",
          "-gz=zlib-gnu", "-flto -gdwarf-5",          "-gdwarf-4 -flto" };
  char flags[64];
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    {
      snprintf (flags, sizeof flags, "-O2 -g %s 2>/dev/null", ways[i]);
      if (unit_compile ("program", source, flags))
        CHECK (plain_rows ("program") >= 2);
      else
        printf ("UNSUPPORTED: test-image-debug.c: %s\n", ways[i]);
    }
  CHECK (unit_compile ("program", source, "-O2 -g"));
  if (there ("ld.lld")
      && run ("cc -O2 -g -fuse-ld=lld -o zstd source.c "
              "-Wl,--compress-debug-sections=zstd"))
    CHECK (plain_rows ("zstd") >= 2);
}

static void
split_off_files_are_found (void)
{
  struct hwpgo_error e;
  struct hwpgo_image *image;
  struct hwpgo_debug_search search = { 0 };
  CHECK (unit_compile ("program", source, "-O2 -g -Wl,--build-id=sha1"));
  CHECK (run ("objcopy --only-keep-debug program program.debug"
              " && strip -s program"
              " && objcopy --add-gnu-debuglink=program.debug program"));
  CHECK (plain_rows ("program") >= 2);
  CHECK (run ("mkdir .debug && mv program.debug .debug/"));
  CHECK (plain_rows ("program") >= 2);
  CHECK (run ("mv .debug/program.debug other"));
  CHECK (hwpgo_image_open (&image, unit_path ("program"), NULL, &e)
         == -HWPGO_E_NO_DEBUG);
  CHECK (strstr (e.text, "program.debug") != NULL);
  char file[128], folder[128];
  snprintf (file, sizeof file, "%s", unit_path ("other"));
  search.file = file;
  CHECK (inlined_rows ("program", &search, HWPGO_ENCODING_PLAIN, &e) >= 2);
  search.file = NULL;
  /* The build id's folder.  */
  CHECK (run ("id=$(readelf -n program | sed -n 's/.*Build ID: //p');"
              "mkdir -p f/.build-id/$(echo $id | cut -c1-2) &&"
              "cp other f/.build-id/$(echo $id | cut -c1-2)/"
              "$(echo $id | cut -c3-).debug"));
  snprintf (folder, sizeof folder, "%s", unit_path ("f"));
  search.folder = folder;
  CHECK (inlined_rows ("program", &search, HWPGO_ENCODING_PLAIN, &e) >= 2);
  search.folder = NULL;
  /* Another checksum, another build id, other addresses.  */
  CHECK (run ("cp other program.debug && printf x >> program.debug"));
  CHECK (hwpgo_image_open (&image, unit_path ("program"), NULL, &e)
             == -HWPGO_E_MISMATCH
         && strstr (e.text, "checksum") != NULL);
  CHECK (run ("cc -O1 -g -Wl,--build-id=sha1 -o second source.c"));
  snprintf (file, sizeof file, "%s", unit_path ("second"));
  search.file = file;
  CHECK (hwpgo_image_open (&image, unit_path ("program"), &search, &e)
             == -HWPGO_E_MISMATCH
         && strstr (e.text, "build id") != NULL);
  CHECK (run ("objcopy --change-section-address .text+64 "
              "--remove-section .note.gnu.build-id other second"));
  CHECK (hwpgo_image_open (&image, unit_path ("program"), &search, &e)
             == -HWPGO_E_MISMATCH
         && strstr (e.text, "addresses") != NULL);
}

static void
supplementary_files_are_found (void)
{
  if (!there ("dwz"))
    return;
  CHECK (unit_compile ("a", source, "-O2 -gdwarf-4"));
  struct hwpgo_image *image;
  struct hwpgo_error e;
  CHECK (run ("cp a b && sed 's/^volatile/int more; &/' source.c > c.c"
              " && cc -O2 -gdwarf-4 -o c c.c && dwz -m common a b c"));
  CHECK (plain_rows ("a") >= 2);
  const char *file;
  uint32_t line;
  CHECK (hwpgo_image_open (&image, unit_path ("a"), NULL, &e) == 0);
  CHECK (image && hwpgo_image_declaration (image, "outer", &file, &line)
         && line == 5 && strcmp (file, unit_path ("source.c")) == 0);
  CHECK (image && !hwpgo_image_declaration (image, "nobody", &file, &line));
  hwpgo_image_close (image);
  CHECK (run ("mv common gone"));
  CHECK (hwpgo_image_open (&image, unit_path ("a"), NULL, &e)
             == -HWPGO_E_NOT_FOUND
         && strstr (e.text, "common") != NULL);
  CHECK (run ("cp b common"));
  CHECK (hwpgo_image_open (&image, unit_path ("a"), NULL, &e)
         == -HWPGO_E_MISMATCH);
}

static void
split_units_are_found (void)
{
  struct hwpgo_error e;
  char command[256];
  for (int version = 4; version <= 5; version++)
    {
      CHECK (unit_compile ("program", source, "-O2 -g"));
      snprintf (command, sizeof command,
                "rm -f *.dwo *.dwp && cc -O2 -gdwarf-%d -gsplit-dwarf -c "
                "source.c && cc -o program source.o",
                version);
      CHECK (run (command));
      CHECK (plain_rows ("program") >= 2);
      /* GNU's dwp knows DWARF 4, LLVM's both.  */
      if (run (version == 4 ? "dwp -e program -o program.dwp"
                            : "llvm-dwp-19 -e program -o program.dwp"))
        {
          CHECK (run ("mkdir -p away && mv *.dwo away/"));
          CHECK (plain_rows ("program") >= 2);
          CHECK (run ("mv program.dwp package && mv away/*.dwo ."));
          CHECK (run ("mv *.dwo away/"));
          char file[128];
          snprintf (file, sizeof file, "%s", unit_path ("package"));
          struct hwpgo_debug_search search = { file, NULL, false };
          CHECK (inlined_rows ("program", &search, HWPGO_ENCODING_PLAIN, &e)
                 >= 2);
        }
      else
        CHECK (run ("mkdir -p away && mv *.dwo away/"));
      CHECK (inlined_rows ("program", NULL, HWPGO_ENCODING_PLAIN, &e) == 0);
      CHECK (strstr (e.text, "source.dwo") != NULL);
    }
}

static void
encodings_follow_the_producer (void)
{
  struct hwpgo_error e;
  CHECK (unit_compile ("program", source, "-O2 -g -S"));
  static const struct
  {
    const char *producer;
    enum hwpgo_encoding encoding;
  } rows[] = { { "GNU C17 15.2.0", HWPGO_ENCODING_PLAIN },
               { "GNU C17 16.0.1", HWPGO_ENCODING_GCC16 },
               { "GNU C23 17.1.0 -O2", HWPGO_ENCODING_GCC16 },
               { "GNU AS 2.40", HWPGO_ENCODING_PLAIN },
               { "clang version 19", HWPGO_ENCODING_LLVM },
               { "clang LLVM (rustc version 1.70.0)", HWPGO_ENCODING_LLVM },
               { "a compiler", HWPGO_ENCODING_PLAIN } };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      char command[256];
      snprintf (command, sizeof command,
                "sed 's/\"GNU C[^\"]*\"/\"%s\"/' program > p.s && "
                "cc -o produced p.s",
                rows[i].producer);
      CHECK (run (command));
      CHECK (inlined_rows ("produced", NULL, rows[i].encoding, &e) >= 2);
    }
  CHECK (run ("{ sed 's/\"GNU C[^\"]*\"/\"clang\"/' program;"
              "printf '.data\\n.globl __llvm_fs_discriminator__\\n"
              ".type __llvm_fs_discriminator__,@object\\n"
              "__llvm_fs_discriminator__: .byte 1\\n"
              ".size __llvm_fs_discriminator__,1\\n'; } > p.s"
              " && cc -o produced p.s"));
  CHECK (inlined_rows ("produced", NULL, HWPGO_ENCODING_LLVM_FS, &e) >= 2);
}

/* The linker folds equal functions: one name, and the lines of that one.  */
static void
folded_functions_agree_with_themselves (void)
{
  static const char folded[]
      = "volatile int sink;\n"
        "void first (int x);\n"
        "void second (int x);\n"
        "void __attribute__ ((noinline)) second (int x)\n"
        "{\n"
        "  sink = x;\n"
        "  sink = 7;\n"
        "}\n"
        "void __attribute__ ((noinline)) first (int x)\n"
        "{\n"
        "\n\n\n\n"
        "  sink = x;\n"
        "  sink = 7;\n"
        "}\n"
        "int main (int n, char **v)\n"
        "{ (void) v; first (n); second (n + 1); return 0; }\n";
  struct hwpgo_image *image;
  struct hwpgo_error e;
  if (!there ("ld.gold"))
    return;
  CHECK (unit_compile ("program", folded,
                       "-O2 -g -fno-ipa-icf -ffunction-sections "
                       "-fuse-ld=gold -Wl,--icf=all"));
  CHECK (hwpgo_image_open (&image, unit_path ("program"), NULL, &e) == 0);
  if (!image)
    return;
  size_t n, found = 0;
  const struct hwpgo_image_function *f = hwpgo_image_functions (image, &n);
  for (size_t i = 0; i < n; i++)
    {
      bool first = strcmp (f[i].name, "first") == 0;
      if (!first && strcmp (f[i].name, "second") != 0)
        continue;
      found++;
      unsigned last = first ? 7 : 4, high = 0;
      struct hwpgo_image_row row;
      for (uint64_t at = f[i].low; at < f[i].high; at = row.high)
        {
          CHECK (hwpgo_image_row_at (image, at, &row) && row.n_frames == 1);
          if (row.n_frames != 1)
            break;
          CHECK_STRING (row.frames[0].function, f[i].name);
          high = row.frames[0].line > high ? row.frames[0].line : high;
        }
      CHECK_U64 (high, last + (first ? 1 : 0));
    }
  CHECK_U64 (found, 1);
  hwpgo_image_close (image);
}

/* Each of the files with any byte changed: an error or a clean load.  */
static void
broken_companions_are_survived (void)
{
  static const char *const commands[]
      = { "cc -O2 -gdwarf-5 -gsplit-dwarf -c source.c && cc -o p source.o &&"
          "cp source.dwo original",
          "cc -O2 -gdwarf-4 -gsplit-dwarf -c source.c && cc -o p source.o &&"
          "dwp -e p -o original && rm source.dwo",
          "cc -O2 -g -gz=zlib -o original source.c && cp original p" };
  static const char *const names[] = { "source.dwo", "p.dwp", "p" };
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    {
      struct hwpgo_infile in;
      struct hwpgo_error e;
      CHECK (unit_compile ("program", source, "-O2 -g"));
      if (!run (commands[k])
          || hwpgo_infile_open (&in, unit_path ("original"), NULL) != 0)
        continue;
      uint8_t *copy = malloc (in.size);
      uint64_t state = 5;
      for (int round = 0; round < 250; round++)
        {
          memcpy (copy, in.data, in.size);
          for (int i = 0; i < 3; i++)
            {
              state = state * 6364136223846793005u + 1442695040888963407u;
              copy[(state >> 33) % in.size] ^= (uint8_t) (state >> 24 | 1);
            }
          CHECK (unit_write (names[k], copy,
                             round & 1 ? in.size
                                       : in.size * (unsigned) round / 250));
          inlined_rows ("p", NULL, HWPGO_ENCODING_PLAIN, &e);
        }
      free (copy);
      hwpgo_infile_close (&in);
    }
}

/* Ranges of functions called NAME that calls arrive at, and all of them, in
 *ALL.  */
static unsigned
entries_of (const char *name, unsigned *all)
{
  struct hwpgo_image *image;
  unsigned entries = *all = 0;
  if (hwpgo_image_open (&image, unit_path ("parts"), NULL, NULL) != 0)
    return 0;
  size_t n;
  const struct hwpgo_image_function *f = hwpgo_image_functions (image, &n);
  for (size_t i = 0; i < n; i++)
    if (strcmp (f[i].name, name) == 0)
      {
        *all += 1;
        entries += f[i].entry;
      }
  hwpgo_image_close (image);
  return entries;
}

/* LLVM's parts: no type, or a suffix that only DWARF tells.  */
static void
parts_are_no_entries (void)
{
  static const char two[]
      = "volatile int sink;\n"
        "void f (void) { sink = 1; }\n"
        "void again (void) { sink = 2; }\n"
        "__asm__ (\".globl f.cold; f.cold: nop; ret; .size f.cold, 2\");\n"
        "int main () { f (); again (); return 0; }\n";
  unsigned all;
  CHECK (unit_compile ("parts", two, "-O1 -g"));
  CHECK_U64 (entries_of ("f", &all), 1);
  CHECK_U64 (all, 2);
  CHECK (unit_compile ("+parts", two, "-O1 -g"));
  CHECK (run ("objcopy --redefine-sym _Z5againv=_Z5againv.resume"
              " +parts parts"));
  CHECK_U64 (entries_of ("_Z5againv", &all), 0);
  CHECK_U64 (all, 1);
}

int
main (void)
{
  if (!unit_make_folder ())
    return 1;
  RUN (forms_are_read);
  RUN (split_off_files_are_found);
  RUN (supplementary_files_are_found);
  RUN (split_units_are_found);
  RUN (encodings_follow_the_producer);
  RUN (folded_functions_agree_with_themselves);
  RUN (parts_are_no_entries);
  RUN (broken_companions_are_survived);
  unit_remove_folder ();
  return UNIT_RESULT;
}
