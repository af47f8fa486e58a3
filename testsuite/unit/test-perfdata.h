/* Recipes for perf.data: files made field by field, in either byte order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_TEST_PERFDATA_H
#define HWPGO_TEST_PERFDATA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/perfdata/format.h"
#include "runtime/perfdata/reader.h"

/* A file that grows; small enough for every recipe here.  */
struct recipe
{
  bool foreign; /* the other byte order.  */
  size_t size;
  size_t data_start, record_start;
  uint8_t bytes[1 << 16];
};

struct recipe_event
{
  uint32_t attr_size; /* 0: 112.  */
  uint64_t sample_type, read_format, branch_sample_type;
  uint64_t id; /* 0: none.  */
  bool freq, no_sample_id_all;
};

struct recipe_feature
{
  unsigned bit;
  void (*put) (struct recipe *);
};

static inline void
put (struct recipe *r, uint64_t value, size_t size)
{
  for (size_t i = 0; i < size; i++)
    r->bytes[r->size++]
        = (uint8_t)(value >> 8 * (r->foreign ? size - 1 - i : i));
}

static inline void
put8 (struct recipe *r, uint8_t v)
{
  put (r, v, 1);
}

static inline void
put16 (struct recipe *r, uint16_t v)
{
  put (r, v, 2);
}

static inline void
put32 (struct recipe *r, uint32_t v)
{
  put (r, v, 4);
}

static inline void
put64 (struct recipe *r, uint64_t v)
{
  put (r, v, 8);
}

static inline void
put_zeros (struct recipe *r, size_t n)
{
  memset (r->bytes + r->size, 0, n);
  r->size += n;
}

/* TEXT in a field of SIZE bytes.  */
static inline void
put_field (struct recipe *r, const char *text, size_t size)
{
  size_t start = r->size;
  put_zeros (r, size);
  memcpy (r->bytes + start, text, strlen (text));
}

/* A string of a feature.  */
static inline void
put_string (struct recipe *r, const char *text, uint32_t size)
{
  put32 (r, size);
  put_field (r, text, size);
}

/* Overwrite the SIZE bytes at OFFSET.  */
static inline void
patch (struct recipe *r, size_t offset, uint64_t value, size_t size)
{
  size_t end = r->size;
  r->size = offset;
  put (r, value, size);
  r->size = end;
}

/* The bit-field of WIDTH bits at BIT with VALUE.  */
static inline uint64_t
bits (const struct recipe *r, unsigned bit, unsigned width, uint64_t value)
{
  return value << (r->foreign ? 64 - bit - width : bit);
}

static inline void
put_attr (struct recipe *r, const struct recipe_event *e)
{
  size_t start = r->size;
  uint32_t size = e->attr_size ? e->attr_size : 112;
  put32 (r, 4);
  put32 (r, size);
  put64 (r, 0x20c4);
  put64 (r, 1000);
  put64 (r, e->sample_type);
  put64 (r, e->read_format);
  put64 (r, bits (r, PERF_ATTR_FREQ, 1, e->freq)
                | bits (r, PERF_ATTR_PRECISE_IP, 2, 2)
                | bits (r, PERF_ATTR_SAMPLE_ID_ALL, 1, !e->no_sample_id_all));
  put_zeros (r, 24);
  put64 (r, e->branch_sample_type);
  /* An old attribute ends before what was just written.  */
  if (r->size > start + size)
    r->size = start + size;
  put_zeros (r, start + size - r->size);
}

/* Header, ids and attributes of N events that are equally large.  */
static inline void
begin (struct recipe *r, bool foreign, const struct recipe_event *events,
       size_t n)
{
  memset (r, 0, sizeof *r);
  r->foreign = foreign;
  uint64_t attr_size = events[0].attr_size ? events[0].attr_size : 112;
  put64 (r, 0x32454c4946524550); /* "PERFILE2"  */
  put64 (r, PERF_HEADER_SIZE);
  put64 (r, attr_size + PERF_SECTION_SIZE);
  put64 (r, PERF_HEADER_SIZE + 8 * n);
  put64 (r, n * (attr_size + PERF_SECTION_SIZE));
  put64 (r, 0);
  put_zeros (r, PERF_HEADER_SIZE - r->size);
  for (size_t i = 0; i < n; i++)
    put64 (r, events[i].id);
  for (size_t i = 0; i < n; i++)
    {
      put_attr (r, &events[i]);
      put64 (r, PERF_HEADER_SIZE + 8 * i);
      put64 (r, events[i].id ? 8 : 0);
    }
  r->data_start = r->size;
  patch (r, 40, r->data_start, 8);
}

static inline void
begin_record (struct recipe *r, uint32_t type, uint16_t misc)
{
  r->record_start = r->size;
  put32 (r, type);
  put16 (r, misc);
  put16 (r, 0);
}

static inline void
end_record (struct recipe *r)
{
  patch (r, r->record_start + 6, r->size - r->record_start, 2);
}

/* Close the data and write N features, which are in the order of their
   bits.  */
static inline void
finish (struct recipe *r, const struct recipe_feature *features, size_t n)
{
  uint64_t words[4] = { 0 };
  patch (r, 48, r->size - r->data_start, 8);
  size_t table = r->size;
  put_zeros (r, n * PERF_SECTION_SIZE);
  for (size_t i = 0; i < n; i++)
    {
      size_t start = r->size;
      features[i].put (r);
      patch (r, table + i * PERF_SECTION_SIZE, start, 8);
      patch (r, table + i * PERF_SECTION_SIZE + 8, r->size - start, 8);
      words[features[i].bit / 64] |= UINT64_C (1) << features[i].bit % 64;
    }
  for (size_t i = 0; i < 4; i++)
    patch (r, 72 + 8 * i, words[i], 8);
}

/* A new file of SIZE bytes; its name is in PATH, "/tmp/hwpgo-unit-XXXXXX"
   before.  */
static inline bool
save (char *path, const void *bytes, size_t size)
{
  int fd = mkstemp (path);
  if (fd < 0)
    return false;
  bool ok = write (fd, bytes, size) == (ssize_t)size;
  return close (fd) == 0 && ok;
}

/* Open what R makes.  The file is gone by the time this returns, the reader
   keeps it.  */
static inline int
open_recipe (struct hwpgo_perf_reader **reader, const struct recipe *r,
             struct hwpgo_error *err)
{
  char path[] = "/tmp/hwpgo-unit-XXXXXX";
  if (!save (path, r->bytes, r->size))
    return -HWPGO_E_SYSTEM;
  int ret = hwpgo_perf_open (reader, path, err);
  unlink (path);
  return ret;
}

/* The path of the real recording NAME, whether or not it is there; these
   are not in the tree.  */
static inline bool
real_path (char *path, size_t size, const char *name)
{
  const char *folder = getenv ("HWPGO_TEST_DATA");
  snprintf (path, size, "%s/%s", folder ? folder : "../shared/data", name);
  return access (path, R_OK) == 0;
}

#endif
