/* The build id of an ELF file.
   SPDX-License-Identifier: GPL-2.0-or-later

   Runs inside the emulated program whenever it maps another file, so it
   reads a few hundred bytes instead of opening the file with libelf.  */

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/base/cursor.h"
#include "runtime/pmu/build-id.h"

#define NOTES_MAX 65536
#define HEADERS_MAX 256

size_t
hwpgo_build_id_in_notes (const void *data, size_t size, size_t align,
                         uint8_t id[HWPGO_BUILD_ID_MAX])
{
  struct hwpgo_cursor c = hwpgo_cursor_new (NULL, data, size);
  if (align != 8)
    align = 4;
  while (!c.failed && hwpgo_cursor_left (&c) >= sizeof (Elf64_Nhdr))
    {
      uint64_t name_size = hwpgo_cursor_u32 (&c);
      uint64_t id_size = hwpgo_cursor_u32 (&c);
      uint32_t type = hwpgo_cursor_u32 (&c);
      const uint8_t *name = hwpgo_cursor_bytes (&c, name_size);
      hwpgo_cursor_bytes (&c, -hwpgo_cursor_offset (&c) & (align - 1));
      const uint8_t *bytes = hwpgo_cursor_bytes (&c, id_size);
      if (name && bytes && type == NT_GNU_BUILD_ID && name_size == 4
          && memcmp (name, "GNU", 4) == 0 && id_size > 0
          && id_size <= HWPGO_BUILD_ID_MAX)
        {
          memcpy (id, bytes, id_size);
          return id_size;
        }
      hwpgo_cursor_bytes (&c, -hwpgo_cursor_offset (&c) & (align - 1));
    }
  return 0;
}

/* SIZE bytes at OFFSET of FD, all of them.  */
static bool
read_at (int fd, void *to, size_t size, uint64_t offset)
{
  return offset <= INT64_MAX
         && pread (fd, to, size, (off_t) offset) == (ssize_t) size;
}

static size_t
from_segment (int fd, const Elf64_Phdr *segment,
              uint8_t id[HWPGO_BUILD_ID_MAX])
{
  if (segment->p_type != PT_NOTE || segment->p_filesz > NOTES_MAX)
    return 0;
  uint8_t *notes = malloc (segment->p_filesz + 1);
  size_t size = 0;
  if (notes && read_at (fd, notes, segment->p_filesz, segment->p_offset))
    size = hwpgo_build_id_in_notes (notes, segment->p_filesz, segment->p_align,
                                    id);
  free (notes);
  return size;
}

size_t
hwpgo_build_id_of (const char *path, uint8_t id[HWPGO_BUILD_ID_MAX])
{
  Elf64_Ehdr header;
  size_t size = 0;
  /* NONBLOCK: PATH may be a pipe by now.  */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return 0;
  if (!read_at (fd, &header, sizeof header, 0)
      || memcmp (header.e_ident, ELFMAG, SELFMAG) != 0
      || header.e_ident[EI_CLASS] != ELFCLASS64
      || header.e_ident[EI_DATA] != ELFDATA2LSB
      || header.e_phentsize != sizeof (Elf64_Phdr)
      || header.e_phnum > HEADERS_MAX)
    goto out;
  for (unsigned i = 0; i < header.e_phnum && !size; i++)
    {
      Elf64_Phdr segment;
      if (!read_at (fd, &segment, sizeof segment,
                    header.e_phoff + i * sizeof segment))
        break;
      size = from_segment (fd, &segment, id);
    }
out:
  close (fd);
  return size;
}
