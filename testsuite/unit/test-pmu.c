/* The parts of the emulated PMU that run outside the emulator: what is
   executed, options, build ids, spools, and the perf.data made of them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE

#include <elf.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "runtime/base/file.h"
#include "runtime/pmu/mapped-elf.h"
#include "runtime/pmu/collect.h"
#include "runtime/pmu/launch.h"
#include "runtime/pmu/spool-read.h"
#include "testsuite/unit/unit.h"

static char folder[] = "/tmp/hwpgo-test-XXXXXX";

static char *
in_folder (const char *name)
{
  return hwpgo_path_join (folder, name);
}

static char *
make_file (const char *name, const void *data, size_t size, mode_t mode)
{
  char *path = in_folder (name);
  FILE *f = fopen (path, "w");
  CHECK (f && fwrite (data, 1, size, f) == size && fclose (f) == 0);
  CHECK (chmod (path, mode) == 0);
  return path;
}

/* --- programs ------------------------------------------------------------ */

static void
make_elf (const char *name, unsigned machine)
{
  Elf64_Ehdr h = { .e_machine = (Elf64_Half) machine };
  memcpy (h.e_ident, ELFMAG, SELFMAG);
  h.e_ident[EI_CLASS] = ELFCLASS64;
  h.e_ident[EI_DATA] = ELFDATA2LSB;
  free (make_file (name, &h, sizeof h, 0755));
}

static void
make_script (const char *name, const char *line)
{
  char *text;
  CHECK (asprintf (&text, line, folder) > 0);
  free (make_file (name, text, strlen (text), 0755));
  free (text);
}

static void
programs_are_found (void)
{
  struct hwpgo_program p;
  struct hwpgo_error e;
  char *const argv[] = { "zero", "one", NULL };
  make_elf ("program", EM_X86_64);
  char *path = in_folder ("program");
  CHECK (hwpgo_program_find (&p, path, argv, &e) == 0);
  CHECK_STRING (p.path, path);
  CHECK_STRING (p.argv[0], "zero");
  CHECK_STRING (p.argv[1], "one");
  CHECK (!p.argv[2]);
  CHECK_STRING (p.guest->name, "x86_64");
  hwpgo_program_free (&p);
  make_elf ("cross", EM_AARCH64);
  char *cross = in_folder ("cross");
  CHECK (hwpgo_program_find (&p, cross, argv, &e) == 0);
  CHECK_STRING (p.guest->name, "aarch64");
  hwpgo_program_free (&p);
  free (cross);

  make_script ("script", "#! %s/program  -x y \nrest\n");
  char *script = in_folder ("script");
  CHECK (hwpgo_program_find (&p, script, argv, &e) == 0);
  CHECK_STRING (p.path, path);
  CHECK_STRING (p.argv[0], path);
  CHECK_STRING (p.argv[1], "-x y");
  CHECK_STRING (p.argv[2], script);
  CHECK_STRING (p.argv[3], "one");
  CHECK (!p.argv[4]);
  hwpgo_program_free (&p);

  make_script ("outer", "#!%s/script");
  char *outer = in_folder ("outer");
  CHECK (hwpgo_program_find (&p, outer, argv, &e) == 0);
  CHECK_STRING (p.argv[1], "-x y");
  CHECK_STRING (p.argv[2], script);
  CHECK_STRING (p.argv[3], outer);
  hwpgo_program_free (&p);
  free (path);
  free (script);
  free (outer);
}

static int
result_of (const char *name)
{
  struct hwpgo_program p;
  char *const argv[] = { "x", NULL };
  char *path = in_folder (name);
  int result = hwpgo_program_find (&p, path, argv, NULL);
  if (result == 0)
    hwpgo_program_free (&p);
  free (path);
  return result;
}

static void
what_cannot_run_is_refused (void)
{
  make_elf ("arm", EM_ARM);
  make_script ("loop", "#!%s/loop\n");
  make_script ("nothing", "#!  \n%s");
  make_script ("text", "echo %s\n");
  CHECK (result_of ("arm") == -HWPGO_E_UNSUPPORTED);
  CHECK (result_of ("loop") == -HWPGO_E_LIMIT);
  CHECK (result_of ("nothing") == -HWPGO_E_UNSUPPORTED);
  CHECK (result_of ("text") == -HWPGO_E_MAGIC);
  CHECK (result_of ("missing") == -HWPGO_E_SYSTEM);
  CHECK (result_of (".") == -HWPGO_E_SYSTEM);
}

static void
more_rights_are_left_to_the_kernel (void)
{
  make_elf ("setuid", EM_X86_64);
  char *path = in_folder ("setuid");
  CHECK (chmod (path, 04755) == 0);
  CHECK (result_of ("setuid") == 0); /* ours anyway.  */
  CHECK (chmod (path, 0755) == 0);
  struct statvfs fs;
  CHECK (statvfs (path, &fs) == 0);
  if (chown (path, 65534, (gid_t) -1) == 0 && !(fs.f_flag & ST_NOSUID))
    {
      CHECK (result_of ("setuid") == 0);
      CHECK (chmod (path, 04755) == 0);
      CHECK (result_of ("setuid") == -HWPGO_E_UNSUPPORTED);
    }
  free (path);
}

static void
options_come_back (void)
{
  struct hwpgo_launch l = {
    .emulator = "/e",
    .plugin = "/a,b.so",
    .spool = "/s,,t",
    .predictor = "tage",
    .process = "/0:.1:2",
    .program = "/bin/p",
    .exec = 3,
    .period = { 251, 7 },
    .adaptive = { true, false },
  };
  char *argv[] = { "zero", "-one", NULL };
  struct hwpgo_program p = { hwpgo_guest_default (), "/bin/p", argv };
  char **command = hwpgo_launch_command (&l, &p);
  CHECK_STRING (command[0], "/e");
  CHECK_STRING (command[3], "-plugin");
  CHECK (strstr (command[4], "file=/a,,b.so,spool=/s,,,,t,"));
  CHECK_STRING (command[6], "zero");
  CHECK_STRING (command[7], "/bin/p");
  CHECK_STRING (command[8], "-one");
  CHECK (!command[9]);
  /* Take the option apart as the emulator does: none of what follows the
     folder has a comma in it.  */
  struct hwpgo_launch got = { 0 };
  char *text = strstr (command[4], ",program=");
  for (char *key = strtok (text, ","); key; key = strtok (NULL, ","))
    CHECK (hwpgo_launch_argument (&got, key));
  CHECK_STRING (got.process, "/0:.1:2");
  CHECK_STRING (got.predictor, "tage");
  CHECK_STRING (got.program, "/bin/p");
  CHECK_U64 (got.exec, 3);
  CHECK_U64 (got.period[0], 251);
  CHECK_U64 (got.period[1], 7);
  CHECK (got.adaptive[0] && !got.adaptive[1]);
  CHECK (!hwpgo_launch_argument (&got, "period0=0"));
  CHECK (!hwpgo_launch_argument (&got, "period0=1x"));
  CHECK (!hwpgo_launch_argument (&got, "unknown=1"));
  CHECK (!hwpgo_launch_argument (&got, ""));
  hwpgo_strings_array_free (command);
}

/* --- build ids ----------------------------------------------------------- */

static void
build_ids_are_read (void)
{
  struct
  {
    Elf64_Nhdr other;
    char other_name[8], other_data[4];
    Elf64_Nhdr note;
    char name[4];
    uint8_t id[20];
  } notes = { { 6, 4, NT_GNU_ABI_TAG },
              "Hello",
              "abc",
              { 4, 20, NT_GNU_BUILD_ID },
              "GNU",
              { 1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                11, 12, 13, 14, 15, 16, 17, 18, 19, 20 } };
  uint8_t id[HWPGO_BUILD_ID_MAX];
  CHECK_U64 (hwpgo_build_id_in_notes (&notes, sizeof notes, 4, id), 20);
  CHECK (memcmp (id, notes.id, 20) == 0);
  for (size_t n = 0; n < sizeof notes; n++)
    CHECK_U64 (hwpgo_build_id_in_notes (&notes, n, 4, id), 0);
  notes.note.n_descsz = 21;
  CHECK_U64 (hwpgo_build_id_in_notes (&notes, sizeof notes, 4, id), 0);
  notes.note.n_descsz = 0xffffffff;
  CHECK_U64 (hwpgo_build_id_in_notes (&notes, sizeof notes, 4, id), 0);
}

static void
code_segments_are_read (void)
{
  static const char *const no_elf[]
      = { "/nonexistent", "/dev/null", "/proc/self/status" };
  struct hwpgo_mapped_elf elf;
  for (size_t i = 0; i < sizeof no_elf / sizeof *no_elf; i++)
    {
      hwpgo_mapped_elf_read (&elf, no_elf[i]);
      CHECK (elf.n_code == 0 && elf.build_id_size == 0);
    }
  /* The kernel has mapped this program as its headers say.  */
  hwpgo_mapped_elf_read (&elf, "/proc/self/exe");
  CHECK (elf.n_code > 0);
  char line[512];
  unsigned long long start, end, offset;
  FILE *maps = fopen ("/proc/self/maps", "r");
  CHECK (maps && fgets (line, sizeof line, maps)); /* the headers.  */
  while (maps && fgets (line, sizeof line, maps))
    if (sscanf (line, "%llx-%llx r-xp %llx", &start, &end, &offset) == 3)
      break;
  CHECK_U64 (elf.code[0].offset, offset);
  CHECK_U64 (elf.code[0].end - elf.code[0].offset, end - start);
  fclose (maps);
}

/* --- spools -------------------------------------------------------------- */

static void
paths_are_in_the_order_of_the_tree (void)
{
  static const char *const sorted[]
      = { "",      "/0:.1:1",    "/0:.2:1", "/0:.10:1", "/0::1",
          "/0::2", "/0::2/0::1", "/0::10",  "/1::1" };
  enum
  {
    N = sizeof sorted / sizeof *sorted
  };
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        int order = hwpgo_spool_path_compare (sorted[i], sorted[j]);
        CHECK ((order > 0) - (order < 0) == (i > j) - (i < j));
      }
}

/* A spool in memory, to which records are added.  */
static struct
{
  uint8_t bytes[3 * HWPGO_SPOOL_CHUNK];
} image;

static struct hwpgo_spool_chunk *
chunk (unsigned n)
{
  return (struct hwpgo_spool_chunk *) (image.bytes + n * HWPGO_SPOOL_CHUNK);
}

static void
start_image (const char *path)
{
  memset (&image, 0, sizeof image);
  struct hwpgo_spool_header *h = (struct hwpgo_spool_header *) image.bytes;
  memcpy (h->magic, HWPGO_SPOOL_MAGIC, 8);
  h->version = HWPGO_SPOOL_VERSION;
  h->chunk = HWPGO_SPOOL_CHUNK;
  h->chunks = 2;
  strcpy (h->guest, "aarch64");
  strcpy (h->path, path);
  strcpy (h->program, "/bin/program");
  chunk (2)->stream = 1;
}

static void
add (struct hwpgo_spool_chunk *c, uint32_t type, const void *a, size_t a_size,
     const void *b, size_t b_size)
{
  uint8_t *at = (uint8_t *) (c + 1) + c->used;
  struct hwpgo_spool_record r = { type, (uint32_t) (a_size + b_size) };
  memcpy (at, &r, sizeof r);
  memcpy (at + sizeof r, a, a_size);
  memcpy (at + sizeof r + a_size, b, b_size);
  c->used += sizeof r + a_size + b_size;
}

static void
add_sample (unsigned event, unsigned stage, uint64_t ip, uint64_t period)
{
  struct hwpgo_spool_branch b[2]
      = { { ip, 0x5000 | HWPGO_SPOOL_MISPREDICTED
                    | (uint64_t) 1 << HWPGO_SPOOL_KIND_SHIFT },
          { 0x4010, 0x4000 | (uint64_t) 6 << HWPGO_SPOOL_KIND_SHIFT } };
  struct hwpgo_spool_sample s = { .event = (uint8_t) event,
                                  .count = event == 0 ? 2 : 0,
                                  .stage = (uint8_t) stage,
                                  .maps = 1,
                                  .ip = ip,
                                  .target = 0x5000,
                                  .period = period };
  add (chunk (2), HWPGO_SPOOL_SAMPLE, &s, sizeof s, b, s.count * sizeof *b);
}

static void
add_map (uint64_t start, const char *path)
{
  struct hwpgo_spool_map m = { .start = start, .length = 0x1000 };
  char text[16] = { 0 };
  strcpy (text, path);
  add (chunk (1), HWPGO_SPOOL_MAP, &m, sizeof m, text, sizeof text);
}

static struct hwpgo_pmu_config config;

/* Collect the image: the result, and what was read back of the file.  */
struct summary
{
  unsigned samples[2], maps, branches;
  char order[16]; /* 'm' and 's', for maps and samples.  */
  uint64_t period[2], flags, to;
};

static void
summarize (struct summary *s, const struct hwpgo_perf_record *r)
{
  if (r->type == HWPGO_PERF_MMAP)
    s->maps++;
  if (r->type != HWPGO_PERF_SAMPLE)
    return;
  unsigned e = strstr (r->sample.event->name, "misp") != NULL;
  s->samples[e]++;
  s->period[e] += r->sample.period;
  s->branches += (unsigned) r->sample.n_branches;
  if (r->sample.n_branches == 0)
    return;
  s->flags = r->sample.branches[0].flags;
  s->to = r->sample.branches[0].to;
}

static int
collect (struct summary *s, struct hwpgo_pmu_totals *totals,
         struct hwpgo_error *err)
{
  char *argv[] = { "program", NULL };
  char *spool = make_file ("spools/a.spool", image.bytes, sizeof image, 0600);
  char *output = in_folder ("out.data");
  int result = hwpgo_pmu_collect (&config, argv, output, totals, err);
  struct hwpgo_perf_reader *reader;
  struct hwpgo_perf_record r;
  memset (s, 0, sizeof *s);
  if (result == 0 && hwpgo_perf_open (&reader, output, err) == 0)
    {
      while (hwpgo_perf_next (reader, &r, err) == 1)
        {
          size_t n = strlen (s->order);
          if (n + 1 < sizeof s->order && r.type == HWPGO_PERF_MMAP)
            s->order[n] = 'm';
          if (n + 1 < sizeof s->order && r.type == HWPGO_PERF_SAMPLE)
            s->order[n] = 's';
          summarize (s, &r);
        }
      hwpgo_perf_close (reader);
    }
  unlink (output);
  free (output);
  free (spool);
  return result;
}

static void
spools_become_perf_data (void)
{
  struct summary s;
  struct hwpgo_pmu_totals totals;
  struct hwpgo_error e;
  start_image ("");
  chunk (2)->counts.taken = 20;
  chunk (2)->counts.not_taken = 5;
  add_map (0x4000, "/bin/program");
  add_map (0x8000, "//anon");
  for (unsigned i = 0; i < 10; i++)
    add_sample (0, 0, 0x4100 + i, 2);
  add_sample (1, 2, 0x4200, 77);
  CHECK (collect (&s, &totals, &e) == 0);
  CHECK_U64 (s.maps, 2);
  CHECK_U64 (s.samples[0], 10);
  CHECK_U64 (s.period[0], 20);
  CHECK_U64 (s.branches, 20);
  CHECK_U64 (s.to, 0x5000);
  CHECK_U64 (s.flags & 3, 1);
  CHECK_U64 (s.samples[1], 1);
  CHECK_U64 (s.period[1], 77);
  CHECK_U64 (totals.processes, 1);
  CHECK_U64 (totals.branches, 25);
  CHECK_U64 (totals.samples, 10);
  CHECK_U64 (totals.mispredict_samples, 1);
}

/* A map that takes the place of another comes between the samples before and
   after; others come first, by address.  */
static void
maps_are_where_they_belong (void)
{
  struct summary s;
  struct hwpgo_error e;
  start_image ("");
  add_map (0x8000, "/bin/b");
  add_map (0x4000, "/bin/a");
  add_sample (0, 0, 0x4100, 2);
  CHECK (collect (&s, NULL, &e) == 0);
  CHECK_STRING (s.order, "mms");
  start_image ("");
  add_map (0x4000, "/bin/a");
  add_map (0x4800, "/bin/b");
  add_sample (0, 0, 0x4100, 2);
  struct hwpgo_spool_sample later = { .maps = 2, .ip = 1, .period = 1 };
  add (chunk (2), HWPGO_SPOOL_SAMPLE, &later, sizeof later, "", 0);
  CHECK (collect (&s, NULL, &e) == 0);
  CHECK_STRING (s.order, "msms");
}

static void
too_many_samples_are_thinned (void)
{
  struct summary s;
  struct hwpgo_pmu_totals totals;
  struct hwpgo_error e;
  start_image ("");
  add_map (0x4000, "/bin/program");
  for (unsigned i = 0; i < 2048; i++)
    add_sample (1, 0, 0x4100 + i, 10);
  for (unsigned i = 0; i < 1024; i++)
    add_sample (1, 10, 0x4100 + i, 10240);
  CHECK (collect (&s, &totals, &e) == 0);
  /* 2048 + 1024 * 1024 units, 262144 kept at most: stage 3.  */
  CHECK_U64 (s.samples[1], 2048 / 8 + 1024);
  CHECK_U64 (s.period[1], 2048 * 10 + 1024 * 10240);
  config.mispredict_adaptive = false;
  CHECK (collect (&s, &totals, &e) == 0);
  CHECK_U64 (s.samples[1], 2048 + 1024);
  config.mispredict_adaptive = true;
}

static int
collect_changed (size_t offset, uint8_t xor)
{
  struct summary s;
  struct hwpgo_error e;
  image.bytes[offset] ^= xor;
  int result = collect (&s, NULL, &e);
  image.bytes[offset] ^= xor;
  return result;
}

static void
damaged_spools_are_refused (void)
{
  start_image ("");
  add_map (0x4000, "/bin/program");
  add_sample (0, 0, 0x4100, 2);
  size_t record = 2 * HWPGO_SPOOL_CHUNK + sizeof (struct hwpgo_spool_chunk);
  CHECK (collect_changed (0, 0) == 0);
  CHECK (collect_changed (0, 1) == -HWPGO_E_MAGIC);
  CHECK (collect_changed (8, 1) == -HWPGO_E_VERSION);
  CHECK (collect_changed (2 * HWPGO_SPOOL_CHUNK + 7, 1) == -HWPGO_E_FORMAT);
  CHECK (collect_changed (record, 64) == -HWPGO_E_FORMAT);
  CHECK (collect_changed (record + 4, 4) == -HWPGO_E_FORMAT);
  CHECK (collect_changed (record + 8, 2) == -HWPGO_E_FORMAT);
  CHECK (collect_changed (record + 9, 128) == -HWPGO_E_FORMAT);
  /* Any single byte: an error or a file, never anything else.  */
  for (size_t i = 0; i < 200; i++)
    collect_changed (record - 72 + i, (uint8_t) (1 << i % 8));
  char *spool = in_folder ("spools/a.spool");
  CHECK (truncate (spool, 1000) == 0);
  struct hwpgo_error e;
  char *argv[] = { "program", NULL };
  char *output = in_folder ("never");
  CHECK (hwpgo_pmu_collect (&config, argv, output, NULL, &e)
         == -HWPGO_E_TRUNCATED);
  CHECK (unlink (spool) == 0);
  CHECK (hwpgo_pmu_collect (&config, argv, output, NULL, &e)
         == -HWPGO_E_EMPTY);
  CHECK (access (output, F_OK) != 0);
  free (spool);
  free (output);
}

/* A spool is as large as it may ever get; only what is used may take address
   space, of which a build with thousands of processes else takes all.  */
static void
spools_are_mapped_as_far_as_used (void)
{
  start_image ("");
  char *path = make_file ("spools/a.spool", image.bytes, sizeof image, 0600);
  CHECK (truncate (path, (off_t) 16 << 30) == 0);
  struct hwpgo_error e;
  struct hwpgo_spool spool;
  CHECK (hwpgo_spool_open (&spool, path, &e) == 0);
  CHECK_U64 (spool.file.size, 3 * HWPGO_SPOOL_CHUNK);
  CHECK_U64 (spool.n_streams, 2);
  hwpgo_spool_free (&spool);
  CHECK (unlink (path) == 0);
  free (path);
}

static void
defaults_are_adaptive (void)
{
  struct hwpgo_pmu_config c = { .period = 1000 };
  hwpgo_pmu_defaults (&c);
  CHECK_STRING (c.predictor, "tage");
  CHECK_U64 (c.period, 1000);
  CHECK (!c.adaptive && c.mispredict_adaptive);
  CHECK_U64 (c.mispredict_period, HWPGO_PMU_MISPREDICT_PERIOD);
  CHECK_STRING (hwpgo_pmu_predictors ()[0], "tage");
  CHECK_STRING (hwpgo_pmu_predictors ()[1], "gshare");
}

static void
commands_that_cannot_be_emulated_are_refused (void)
{
  struct hwpgo_error e;
  char *none[] = { NULL }, *missing[] = { "no-such-program-xyz", NULL };
  char *arm[] = { in_folder ("arm"), NULL };
  CHECK (!hwpgo_pmu_command (&config, none, &e));
  CHECK (e.code == HWPGO_E_USAGE);
  CHECK (!hwpgo_pmu_command (&config, missing, &e));
  CHECK (e.code == HWPGO_E_NOT_FOUND);
  CHECK (!hwpgo_pmu_command (&config, arm, &e));
  CHECK (e.code == HWPGO_E_UNSUPPORTED);
  free (arm[0]);
  setenv ("PATH", folder, 1);
  CHECK (!hwpgo_pmu_emulator (hwpgo_guest_default (), &e));
  CHECK (strstr (e.text, "qemu-user"));
}

static void
remove_all (void)
{
  static const char *const names[]
      = { "program", "script", "outer", "cross", "arm",   "loop",
          "nothing", "text",   "spools/a.spool", "spools" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      char *path = in_folder (names[i]);
      remove (path);
      free (path);
    }
  rmdir (folder);
}

int
main (void)
{
  if (!mkdtemp (folder))
    return 1;
  config.spool = in_folder ("spools");
  mkdir (config.spool, 0700);
  hwpgo_pmu_defaults (&config);
  RUN (programs_are_found);
  RUN (what_cannot_run_is_refused);
  RUN (more_rights_are_left_to_the_kernel);
  RUN (options_come_back);
  RUN (build_ids_are_read);
  RUN (code_segments_are_read);
  RUN (paths_are_in_the_order_of_the_tree);
  RUN (spools_become_perf_data);
  RUN (maps_are_where_they_belong);
  RUN (too_many_samples_are_thinned);
  RUN (damaged_spools_are_refused);
  RUN (spools_are_mapped_as_far_as_used);
  RUN (defaults_are_adaptive);
  RUN (commands_that_cannot_be_emulated_are_refused);
  remove_all ();
  free ((char *) config.spool);
  return UNIT_RESULT;
}
