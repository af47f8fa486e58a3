/* Compressed records.
   SPDX-License-Identifier: GPL-2.0-or-later

   'perf record -z' puts pieces of one zstd stream into records of its own.
   What comes out of the stream is records again, which may begin in one
   piece and end in the next.  */

#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "runtime/perfdata/reader-internal.h"

/* Room for the largest record several times over.  */
#define PLAIN_SIZE ((size_t) 4 << 16)

int
hwpgo_perf_compressed (struct hwpgo_perf_reader *reader, uint32_t raw_type,
                       struct hwpgo_cursor body, uint64_t offset)
{
  struct hwpgo_perf_plain *plain = &reader->plain;
  if (!plain->data && !(plain->data = malloc (PLAIN_SIZE)))
    return hwpgo_error_nomem (&reader->error);
  if (!plain->stream)
    {
      if (!(plain->stream = ZSTD_createDStream ()))
        return hwpgo_error_nomem (&reader->error);
      ZSTD_initDStream (plain->stream);
    }
  uint64_t size = hwpgo_cursor_left (&body);
  if (raw_type == PERF_RECORD_COMPRESSED2)
    size = hwpgo_cursor_u64 (&body); /* without the padding.  */
  const uint8_t *in = hwpgo_cursor_bytes (&body, size);
  if (!in)
    return hwpgo_error_at_offset (&reader->error, HWPGO_E_FORMAT,
                                  reader->in->path, offset,
                                  "the size of a compressed record");
  plain->in = in;
  plain->in_left = size;
  plain->offset = offset;
  plain->active = true;
  return 0;
}

int
hwpgo_perf_decompress (struct hwpgo_perf_reader *reader)
{
  struct hwpgo_perf_plain *plain = &reader->plain;
  plain->used -= plain->pos;
  memmove (plain->data, plain->data + plain->pos, plain->used);
  plain->pos = 0;
  ZSTD_inBuffer in = { plain->in, plain->in_left, 0 };
  ZSTD_outBuffer out
      = { plain->data + plain->used, PLAIN_SIZE - plain->used, 0 };
  size_t ret = ZSTD_decompressStream (plain->stream, &out, &in);
  if (ZSTD_isError (ret)
      && ZSTD_getErrorCode (ret) == ZSTD_error_memory_allocation)
    return hwpgo_error_nomem (&reader->error);
  if (ZSTD_isError (ret))
    return hwpgo_error_at_offset (
        &reader->error, HWPGO_E_FORMAT, reader->in->path, plain->offset,
        "compressed record: %s", ZSTD_getErrorName (ret));
  plain->in += in.pos;
  plain->in_left -= in.pos;
  plain->used += out.pos;
  /* With room left in OUT, nothing is held back in the stream.  */
  if (out.pos == 0 && in.pos == 0)
    plain->active = false;
  return plain->active;
}

void
hwpgo_perf_plain_reset (struct hwpgo_perf_plain *plain)
{
  plain->pos = plain->used = plain->in_left = 0;
  plain->discard = 0;
  plain->active = false;
  if (plain->stream)
    ZSTD_DCtx_reset (plain->stream, ZSTD_reset_session_only);
}

void
hwpgo_perf_plain_free (struct hwpgo_perf_plain *plain)
{
  ZSTD_freeDStream (plain->stream);
  free (plain->data);
}
