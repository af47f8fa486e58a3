/* What the emulated PMU asks of an ELF file that is mapped.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PMU_MAPPED_ELF_H
#define HWPGO_PMU_MAPPED_ELF_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/perfdata/reader.h"

/* More executable segments than any linker makes; of a file with more, the
   first count.  */
#define HWPGO_MAPPED_CODE_MAX 16

struct hwpgo_mapped_elf
{
  uint8_t build_id[HWPGO_BUILD_ID_MAX];
  size_t build_id_size; /* 0: none.  */
  /* The executable segments, in whole pages of the file.  */
  struct
  {
    uint64_t offset, end;
  } code[HWPGO_MAPPED_CODE_MAX];
  size_t n_code;
};

/* Read the headers and notes of file PATH.  What PATH does not have, or all
   when it is no readable 64-bit ELF file, is left at 0.  */
void hwpgo_mapped_elf_read (struct hwpgo_mapped_elf *elf, const char *path);

/* The build id in the SIZE bytes of notes at DATA: its size in bytes, 0 if
   there is none.  */
size_t hwpgo_build_id_in_notes (const void *data, size_t size, size_t align,
                                uint8_t id[HWPGO_BUILD_ID_MAX]);

#endif
