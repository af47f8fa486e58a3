/* The build id of an ELF file.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PMU_BUILD_ID_H
#define HWPGO_PMU_BUILD_ID_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/perfdata/reader.h"

/* The build id of file PATH: its size in bytes, 0 if there is none or PATH
   is not a readable ELF file.  Reads the headers and the notes only.  */
size_t hwpgo_build_id_of (const char *path, uint8_t id[HWPGO_BUILD_ID_MAX]);

/* The same from the SIZE bytes of notes at DATA.  */
size_t hwpgo_build_id_in_notes (const void *data, size_t size, size_t align,
                                uint8_t id[HWPGO_BUILD_ID_MAX]);

#endif
