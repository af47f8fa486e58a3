/* Build id and code segments of an ELF file.
   SPDX-License-Identifier: GPL-2.0-or-later

   Runs inside the emulated program whenever it maps another file, so it
   reads a few hundred bytes instead of opening the file with libelf.  */

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/base/cursor.h"
#include "runtime/base/memory.h"
#include "runtime/pmu/mapped-elf.h"

#define NOTES_MAX 65536
#define HEADERS_MAX 256
/* The guest's, and the least that any kernel maps.  */
#define PAGE 4096

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

static void
take_notes (struct hwpgo_mapped_elf *elf, int fd, const Elf64_Phdr *segment)
{
  if (segment->p_filesz > NOTES_MAX || elf->build_id_size)
    return;
  uint8_t *notes = malloc (segment->p_filesz + 1);
  if (notes && read_at (fd, notes, segment->p_filesz, segment->p_offset))
    elf->build_id_size = hwpgo_build_id_in_notes (
        notes, segment->p_filesz, segment->p_align, elf->build_id);
  free (notes);
}

static void
take_code (struct hwpgo_mapped_elf *elf, const Elf64_Phdr *segment)
{
  if (!(segment->p_flags & PF_X) || segment->p_filesz == 0
      || elf->n_code == HWPGO_MAPPED_CODE_MAX)
    return;
  uint64_t end = hwpgo_add (segment->p_offset, segment->p_filesz);
  elf->code[elf->n_code].offset = segment->p_offset & -(uint64_t) PAGE;
  elf->code[elf->n_code++].end = hwpgo_add (end, PAGE - 1) & -(uint64_t) PAGE;
}

void
hwpgo_mapped_elf_read (struct hwpgo_mapped_elf *elf, const char *path)
{
  Elf64_Ehdr header;
  memset (elf, 0, sizeof *elf);
  /* NONBLOCK: PATH may be a pipe by now.  */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return;
  if (!read_at (fd, &header, sizeof header, 0)
      || memcmp (header.e_ident, ELFMAG, SELFMAG) != 0
      || header.e_ident[EI_CLASS] != ELFCLASS64
      || header.e_ident[EI_DATA] != ELFDATA2LSB
      || header.e_phentsize != sizeof (Elf64_Phdr)
      || header.e_phnum > HEADERS_MAX)
    goto out;
  for (unsigned i = 0; i < header.e_phnum; i++)
    {
      Elf64_Phdr segment;
      if (!read_at (fd, &segment, sizeof segment,
                    header.e_phoff + i * sizeof segment))
        break;
      if (segment.p_type == PT_NOTE)
        take_notes (elf, fd, &segment);
      else if (segment.p_type == PT_LOAD)
        take_code (elf, &segment);
    }
out:
  close (fd);
}
