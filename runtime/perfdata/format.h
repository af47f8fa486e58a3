/* Numbers of the perf.data format.
   SPDX-License-Identifier: GPL-2.0-or-later

   Only the reader and the writer include this.  The names are those of
   linux/perf_event.h and tools/perf with our prefix, so that no kernel
   header of any age is needed.

   The file:

     header      magic, u64 size, u64 attr_size, sections attrs, data,
                 event_types, u64 features[4]; a section is u64 offset, size
     attrs       attr_size - 16 bytes of perf_event_attr and the section of
                 its ids, u64 each
     data        records: u32 type, u16 misc, u16 size (of all), body
     features    right after data: a section for each bit that is set in
                 features, lowest first; then what these point to  */

#ifndef HWPGO_PERFDATA_FORMAT_H
#define HWPGO_PERFDATA_FORMAT_H

#define PERF_MAGIC "PERFILE2"
#define PERF_MAGIC_SWAPPED "2ELIFREP"

enum
{
  PERF_HEADER_SIZE = 104,
  PERF_HEADER_SIZE_NO_FEATURES = 72, /* before Linux 2.6.32.  */
  PERF_HEADER_SIZE_PIPE = 16,
  PERF_SECTION_SIZE = 16,
  PERF_RECORD_HEADER_SIZE = 8,
  PERF_RECORD_SIZE_MAX = 65535,
  PERF_BRANCH_SIZE = 24,
  PERF_ATTR_SIZE_MIN = 64, /* PERF_ATTR_SIZE_VER0.  */
  PERF_FEATURES = 256      /* bits in the header.  */
};

/* Numbers of the records, from the table.  */
enum
{
#define HWPGO_RECORD(number, name, type, read) PERF_RECORD_##name = number,
#include "runtime/perfdata/records.def"
#undef HWPGO_RECORD
  PERF_RECORD_USER_FIRST = 64, /* records of the tool: no trailer.  */
  PERF_RECORD_TABLE_SIZE = 96
};

/* Feature bits.  */
enum
{
  PERF_FEATURE_BUILD_ID = 2,
  PERF_FEATURE_HOSTNAME = 3,
  PERF_FEATURE_ARCH = 6,
  PERF_FEATURE_CMDLINE = 11,
  PERF_FEATURE_EVENT_DESC = 12,
  PERF_FEATURE_BRANCH_STACK = 15, /* no content.  */
  PERF_FEATURE_PMU_MAPPINGS = 16,
  PERF_FEATURE_DIR_FORMAT = 24,
  PERF_FEATURE_COMPRESSED = 27
};

/* The misc field of a record.  */
enum
{
  PERF_MISC_CPUMODE_MASK = 7,
  PERF_MISC_USER = 2,
  PERF_MISC_MMAP_DATA = 1 << 13,
  PERF_MISC_COMM_EXEC = 1 << 13,
  PERF_MISC_MMAP_BUILD_ID = 1 << 14,
  PERF_MISC_BUILD_ID_SIZE = 1 << 15 /* in the BUILD_ID feature.  */
};

/* perf_event_attr.sample_type.  In a sample the fields come in the order
   IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM_ID, CPU, PERIOD, READ,
   CALLCHAIN, RAW, BRANCH_STACK and others that nobody needs here; in the
   trailer of other records TID, TIME, ID, STREAM_ID, CPU, IDENTIFIER.  */
enum
{
  PERF_SAMPLE_IP = 1 << 0,
  PERF_SAMPLE_TID = 1 << 1,
  PERF_SAMPLE_TIME = 1 << 2,
  PERF_SAMPLE_ADDR = 1 << 3,
  PERF_SAMPLE_READ = 1 << 4,
  PERF_SAMPLE_CALLCHAIN = 1 << 5,
  PERF_SAMPLE_ID = 1 << 6,
  PERF_SAMPLE_CPU = 1 << 7,
  PERF_SAMPLE_PERIOD = 1 << 8,
  PERF_SAMPLE_STREAM_ID = 1 << 9,
  PERF_SAMPLE_RAW = 1 << 10,
  PERF_SAMPLE_BRANCH_STACK = 1 << 11,
  PERF_SAMPLE_IDENTIFIER = 1 << 16,

  PERF_SAMPLE_BEFORE_ID = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP
                          | PERF_SAMPLE_TID | PERF_SAMPLE_TIME
                          | PERF_SAMPLE_ADDR,
  PERF_SAMPLE_AFTER_ID
  = PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER,
  PERF_SAMPLE_TRAILER
  = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_AFTER_ID
};

/* perf_event_attr.read_format.  */
enum
{
  PERF_FORMAT_TIME_ENABLED = 1 << 0,
  PERF_FORMAT_TIME_RUNNING = 1 << 1,
  PERF_FORMAT_ID = 1 << 2,
  PERF_FORMAT_GROUP = 1 << 3,
  PERF_FORMAT_LOST = 1 << 4
};

/* perf_event_attr.branch_sample_type.  */
enum
{
  PERF_BRANCH_USER = 1 << 0,
  PERF_BRANCH_ANY = 1 << 3,
  PERF_BRANCH_HW_INDEX = 1 << 17,
  PERF_BRANCH_COUNTERS = 1 << 19
};

/* Bits of the flag word of perf_event_attr, lowest first.  */
enum
{
  PERF_ATTR_DISABLED = 0,
  PERF_ATTR_INHERIT = 1,
  PERF_ATTR_EXCLUDE_KERNEL = 5,
  PERF_ATTR_EXCLUDE_HV = 6,
  PERF_ATTR_MMAP = 8,
  PERF_ATTR_COMM = 9,
  PERF_ATTR_FREQ = 10,
  PERF_ATTR_ENABLE_ON_EXEC = 12,
  PERF_ATTR_TASK = 13,
  PERF_ATTR_PRECISE_IP = 15, /* two bits.  */
  PERF_ATTR_SAMPLE_ID_ALL = 18,
  PERF_ATTR_MMAP2 = 23,
  PERF_ATTR_COMM_EXEC = 24
};

#endif
