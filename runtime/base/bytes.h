/* Bytes that grow, and numbers put into them.
   SPDX-License-Identifier: GPL-2.0-or-later

   The counterpart of cursor.h.  A writer can run straight on and ask once at
   its end whether there was memory.  */

#ifndef HWPGO_BASE_BYTES_H
#define HWPGO_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Zero it to start.  */
struct hwpgo_bytes
{
  uint8_t *data; /* malloc'ed; the owner frees it.  */
  size_t n, capacity;
  bool no_memory; /* sticky; what came since is missing.  */
};

void hwpgo_put_bytes (struct hwpgo_bytes *out, const void *data, size_t size);
/* As unsigned LEB128.  */
void hwpgo_put_uleb (struct hwpgo_bytes *out, uint64_t value);
/* Little-endian.  */
void hwpgo_put_u32 (struct hwpgo_bytes *out, uint32_t value);
void hwpgo_put_u64 (struct hwpgo_bytes *out, uint64_t value);

#ifdef __cplusplus
}
#endif

#endif
