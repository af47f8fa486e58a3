/* Reading perf.data.
   SPDX-License-Identifier: GPL-2.0-or-later

   The format is that of tools/perf/Documentation/perf.data-file-format.txt
   and include/uapi/linux/perf_event.h in Linux.  Every size in the file is
   checked; a record or feature that is not known is skipped by its size and
   counted, never a reason to stop.  Both byte orders are read.

   Of a group that is sampled by its leader, only the leader's samples are in
   the file, and only these are told; perf makes up more of them from the
   counts inside.  */

#ifndef HWPGO_PERFDATA_READER_H
#define HWPGO_PERFDATA_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/file.h"

/* One branch of a branch stack, as recorded.  */
struct hwpgo_perf_branch
{
  uint64_t from, to;
  uint64_t flags; /* of perf_branch_entry; use the functions below.  */
};

/* mispred == predicted == 0 means that the hardware did not say.  */
static inline bool
hwpgo_perf_branch_mispredicted (const struct hwpgo_perf_branch *b)
{
  return b->flags & 1;
}

static inline bool
hwpgo_perf_branch_predicted (const struct hwpgo_perf_branch *b)
{
  return b->flags >> 1 & 1;
}

/* The hardware said whether it predicted the branch.  */
static inline bool
hwpgo_perf_branch_known (const struct hwpgo_perf_branch *b)
{
  return b->flags & 3;
}

/* Speculated on a path that was then left (spec == 1).  */
static inline bool
hwpgo_perf_branch_wrong_path (const struct hwpgo_perf_branch *b)
{
  return (b->flags >> 24 & 3) == 1;
}

/* One event (perf_event_attr) of the file.  */
struct hwpgo_perf_event
{
  const char *pmu; /* its unit, "ibs_op", from PMU_MAPPINGS; "" if the file
                      does not say.  */
  const char *name; /* from EVENT_DESC, else "type:N/config:0xN".  */
  uint32_t type;
  uint64_t config;
  uint64_t sample_type; /* PERF_SAMPLE_ bits.  */
  uint64_t read_format;
  uint64_t branch_sample_type;
  uint64_t sample_period; /* events a sample; 0 in frequency mode.  */
  unsigned precise_ip;    /* 0..3.  */
  bool sample_id_all;
};

enum hwpgo_perf_type
{
  HWPGO_PERF_MMAP, /* MMAP and MMAP2.  */
  HWPGO_PERF_COMM,
  HWPGO_PERF_FORK,
  HWPGO_PERF_EXIT,
  HWPGO_PERF_SAMPLE,
  HWPGO_PERF_LOST,     /* LOST and LOST_SAMPLES.  */
  HWPGO_PERF_THROTTLE, /* THROTTLE and UNTHROTTLE.  */
  HWPGO_PERF_OTHER     /* known to be of no use here, or not known.  */
};

/* Where the code ran, from the header's misc field.  */
enum hwpgo_perf_mode
{
  HWPGO_PERF_MODE_UNKNOWN,
  HWPGO_PERF_MODE_KERNEL,
  HWPGO_PERF_MODE_USER,
  HWPGO_PERF_MODE_HYPERVISOR,
  HWPGO_PERF_MODE_GUEST_KERNEL,
  HWPGO_PERF_MODE_GUEST_USER
};

#define HWPGO_BUILD_ID_MAX 20

struct hwpgo_perf_mmap
{
  uint64_t start, length, file_offset; /* bytes.  */
  const char *path;
  uint8_t build_id[HWPGO_BUILD_ID_MAX];
  uint8_t build_id_size; /* 0: none in the record.  */
  bool data;             /* not executable.  */
};

/* What AMD's instruction-based sampling tells of the sampled op.  */
enum
{
  HWPGO_IBS_RETIRED = 1,      /* a branch that retired.  */
  HWPGO_IBS_TAKEN = 2,
  HWPGO_IBS_MISPREDICTED = 4,
  HWPGO_IBS_RETURN = 8,
  HWPGO_IBS_NO_IP = 16 /* the address of the sample is not the op's.  */
};

struct hwpgo_perf_sample
{
  const struct hwpgo_perf_event *event;
  bool has_ip, has_period, has_branches, has_hw_index, has_ibs;
  unsigned ibs;    /* HWPGO_IBS_ bits.  */
  uint64_t repeat; /* samples that this record stands for; mostly 1.  */
  uint64_t ip, addr, period;
  uint64_t hw_index;
  const struct hwpgo_perf_branch *branches; /* newest first.  */
  size_t n_branches;
};

/* One record.  All pointers live until the next call.  */
struct hwpgo_perf_record
{
  enum hwpgo_perf_type type;
  uint32_t raw_type; /* PERF_RECORD_ number.  */
  enum hwpgo_perf_mode mode;
  uint64_t offset; /* of the record in its file; of one that was compressed,
                      of what it was in.  */
  bool has_time;
  uint64_t time;    /* ns.  */
  int32_t pid, tid; /* -1: unknown.  */
  union
  {
    struct hwpgo_perf_mmap mmap;
    struct
    {
      const char *name;
      bool exec; /* the address space was replaced.  */
    } comm;
    struct
    {
      int32_t parent_pid, parent_tid;
    } fork;
    struct hwpgo_perf_sample sample;
    uint64_t lost; /* records or samples.  */
  };
};

struct hwpgo_perf_reader;

/* Open PATH and read its header and features.  PATH is a file, "-" for
   standard input, or the folder that 'perf record --threads' makes, whose
   files are read one after the other.  What perf wrote to a pipe and
   compressed records ('perf record -z') are read like all others; standard
   input and files that cannot be read twice are copied to a file in $TMPDIR
   (else /tmp) that has no name and is gone with the process.  On success the
   caller closes *READER.  A file of another kind or cut short in its header is
   an error; one that is cut short later is read as far as it goes, see
   hwpgo_perf_unfinished.  The memory in use, mapped pages too, does not grow
   with the file.  */
int hwpgo_perf_open (struct hwpgo_perf_reader **reader, const char *path,
                     struct hwpgo_error *err);
void hwpgo_perf_close (struct hwpgo_perf_reader *reader);

/* The parts of it, for who wants to look first whether it is a perf.data. Open
   PATH, no folder, as a file that can be read twice; and read the perf.data in
   FILE, which is taken over, whatever comes of it.  */
int hwpgo_perf_open_file (struct hwpgo_infile *file, const char *path,
                          struct hwpgo_error *err);
int hwpgo_perf_open_opened (struct hwpgo_perf_reader **reader,
                            struct hwpgo_infile *file,
                            struct hwpgo_error *err);

/* The next record in file order: 1 and *RECORD, 0 at the end, or an error.
   After an error the next call gives the same one.  */
int hwpgo_perf_next (struct hwpgo_perf_reader *reader,
                     struct hwpgo_perf_record *record,
                     struct hwpgo_error *err);

/* Start again with the first record.  */
void hwpgo_perf_rewind (struct hwpgo_perf_reader *reader);

/* From now on pass over samples (SKIP) by their sizes alone, or do not.  */
void hwpgo_perf_skip_samples (struct hwpgo_perf_reader *reader, bool skip);

/* What the header says.  All live as long as READER.  */
size_t hwpgo_perf_n_events (const struct hwpgo_perf_reader *reader);
const struct hwpgo_perf_event *
hwpgo_perf_event (const struct hwpgo_perf_reader *reader, size_t i);
/* uname -m of the machine, "" if it does not say.  */
const char *hwpgo_perf_arch (const struct hwpgo_perf_reader *reader);
/* The build id of file PATH from the BUILD_ID feature: its size in bytes,
   0 if there is none.  */
size_t hwpgo_perf_build_id (const struct hwpgo_perf_reader *reader,
                            const char *path, uint8_t id[HWPGO_BUILD_ID_MAX]);
/* Bytes of records in all, and read so far, for progress.  */
uint64_t hwpgo_perf_data_size (const struct hwpgo_perf_reader *reader);
uint64_t hwpgo_perf_data_done (const struct hwpgo_perf_reader *reader);
/* Records skipped so far because their type is not known, or because they
   were malformed inside.  */
uint64_t hwpgo_perf_unknown_records (const struct hwpgo_perf_reader *reader);
uint64_t hwpgo_perf_malformed_records (const struct hwpgo_perf_reader *reader);
/* True if perf was killed before it closed the file, or if the file was cut
   since; of a folder and of compressed records it is known only when they have
   been read.  Records are read as far as they are whole; features may be
   missing, and with them names, build ids and architecture.  */
bool hwpgo_perf_unfinished (const struct hwpgo_perf_reader *reader);

#endif
