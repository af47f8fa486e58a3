/* Checks the records of a pack file: sizes, kinds, and a CRC-32 of each.
   SPDX-License-Identifier: GPL-2.0-or-later

   The CRC is table-driven, a byte at a time (D. V. Sarwate, 1988).  Nothing
   is wrong with the file and its records are sorted by kind, so that each
   branch here goes the same way for long: a compiler that turned them into
   selects would only make the chains of computation longer.

   Usage: pack SEED RECORDS  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum kind
{
  COMMIT,
  TREE,
  BLOB,
  KINDS
};

struct record
{
  uint32_t kind, size, crc;
  uint32_t offset; /* in the data.  */
};

struct totals
{
  uint64_t bytes[KINDS];
  uint32_t longest, bad, empty;
  uint32_t digest;
};

static uint32_t table[256];

static void
make_table (void)
{
  for (uint32_t i = 0; i < 256; i++)
    {
      uint32_t c = i;
      for (int k = 0; k < 8; k++)
        c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
      table[i] = c;
    }
}

static inline uint32_t
crc32_byte (uint32_t crc, uint8_t byte)
{
  return table[(crc ^ byte) & 255] ^ crc >> 8;
}

static uint32_t
crc32 (const uint8_t *data, size_t n)
{
  uint32_t crc = 0xffffffffu;
  for (; n >= 8; n -= 8, data += 8)
    {
      crc = crc32_byte (crc, data[0]);
      crc = crc32_byte (crc, data[1]);
      crc = crc32_byte (crc, data[2]);
      crc = crc32_byte (crc, data[3]);
      crc = crc32_byte (crc, data[4]);
      crc = crc32_byte (crc, data[5]);
      crc = crc32_byte (crc, data[6]);
      crc = crc32_byte (crc, data[7]);
    }
  while (n--)
    crc = crc32_byte (crc, *data++);
  return ~crc;
}

static void
check_records (const struct record *records, size_t n, const uint8_t *data,
               struct totals *totals)
{
  uint32_t digest = totals->digest, longest = totals->longest;
  for (size_t i = 0; i < n; i++)
    {
      const struct record *r = &records[i];
      uint32_t crc = crc32 (data + r->offset, r->size);
      if (crc != r->crc)
        {
          totals->bad++;
          continue;
        }
      if (r->size == 0)
        totals->empty++;
      uint32_t mix = digest * 31 + crc;
      if (r->kind == TREE)
        mix ^= mix >> 16;
      if (r->size > longest)
        longest = r->size;
      totals->bytes[r->kind] += r->size;
      digest = mix;
    }
  totals->digest = digest;
  totals->longest = longest;
}

static uint64_t
next_random (uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

int
main (int argc, char **argv)
{
  uint64_t seed = argc > 1 ? strtoull (argv[1], NULL, 10) : 1;
  size_t rounds = argc > 2 ? strtoull (argv[2], NULL, 10) : 1000;
  enum { DATA = 1 << 18, RECORDS = 1024 };
  uint8_t *data = malloc (DATA);
  struct record *records = malloc (RECORDS * sizeof *records);
  if (!data || !records)
    return 1;
  make_table ();
  for (size_t i = 0; i < DATA; i++)
    data[i] = (uint8_t) next_random (&seed);
  for (uint32_t i = 0; i < RECORDS; i++)
    {
      records[i].kind = i < 200 ? COMMIT : i < 500 ? TREE : BLOB;
      records[i].size = 64 + 8 * (uint32_t) (next_random (&seed) % 24);
      records[i].offset = (uint32_t) (next_random (&seed) % (DATA - 256));
      records[i].crc = crc32 (data + records[i].offset, records[i].size);
    }
  struct totals totals = { 0 };
  for (size_t i = 0; i < rounds; i++)
    check_records (records, RECORDS, data, &totals);
  printf ("%08x %u %u %llu\n", totals.digest, totals.bad, totals.longest,
          (unsigned long long) totals.bytes[BLOB]);
  free (data);
  free (records);
  return 0;
}
