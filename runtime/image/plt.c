/* The procedure linkage table: stubs through which other files' functions are
   called.
   SPDX-License-Identifier: GPL-2.0-or-later

   A stub jumps to what is in a slot of the global offset table.  A relocation
   of the slot has the name of the symbol that the dynamic linker puts there
   (System V ABI, AMD64 supplement, "Procedure Linkage Table").  */

#include <gelf.h>
#include <string.h>

#include "runtime/image/image-internal.h"

/* Add the slots that SECTION, relocations by SYMBOLS, fills with functions.
 *LEFT relocations may still be looked at.  */
static void
read_section (struct hwpgo_image *image, Elf_Scn *section,
              const GElf_Shdr *header, size_t *left)
{
  Elf *elf = image->binary.elf;
  GElf_Shdr table;
  Elf_Scn *symbols = elf_getscn (elf, header->sh_link);
  Elf_Data *data = elf_getdata (section, NULL);
  Elf_Data *symbol_data = symbols ? elf_getdata (symbols, NULL) : NULL;
  if (!data || !symbol_data || !gelf_getshdr (symbols, &table)
      || header->sh_entsize == 0)
    return;
  size_t n = data->d_size / header->sh_entsize;
  for (size_t i = 0; i < n && i <= INT32_MAX && *left; i++, --*left)
    {
      GElf_Rela r;
      GElf_Sym y;
      if (!gelf_getrela (data, (int) i, &r))
        return;
      uint64_t type = GELF_R_TYPE (r.r_info);
      if ((type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT)
          || GELF_R_SYM (r.r_info) > INT32_MAX
          || !gelf_getsym (symbol_data, (int) GELF_R_SYM (r.r_info), &y))
        continue;
      const char *name = elf_strptr (elf, table.sh_link, y.st_name);
      if (!name || !*name)
        continue;
      name = hwpgo_strings_intern (&image->strings, name, strlen (name));
      uint64_t *slot
          = name ? hwpgo_map_slot (&image->plt_slots, r.r_offset, 0) : NULL;
      image->no_memory |= !slot;
      if (slot)
        *slot = (uint64_t) (uintptr_t) name;
    }
}

static void
read_slots (struct hwpgo_image *image)
{
  Elf *elf = image->binary.elf;
  Elf_Scn *section = NULL;
  GElf_Shdr header;
  /* No more than the file has room for, however often its headers name
     it.  */
  size_t left = image->binary.file.size / sizeof (Elf64_Rela);
  while (elf && left && (section = elf_nextscn (elf, section)) != NULL)
    if (gelf_getshdr (section, &header) && header.sh_type == SHT_RELA
        && header.sh_flags & SHF_ALLOC)
      read_section (image, section, &header, &left);
}

/* The slot through which the stub at VADDR jumps: endbr64, and a jmp with or
   without bnd.  */
static bool
slot_of_stub (const struct hwpgo_image *image, uint64_t vaddr, uint64_t *slot)
{
  static const uint8_t endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
  size_t left, at = 0;
  const uint8_t *code = hwpgo_image_code (image, vaddr, &left);
  if (!code || left < 11)
    return false;
  if (memcmp (code, endbr64, sizeof endbr64) == 0)
    at = sizeof endbr64;
  if (code[at] == 0xf2)
    at++;
  if (code[at] != 0xff || code[at + 1] != 0x25)
    return false;
  uint32_t distance = (uint32_t) code[at + 2] | (uint32_t) code[at + 3] << 8
                      | (uint32_t) code[at + 4] << 16
                      | (uint32_t) code[at + 5] << 24;
  *slot = vaddr + at + 6 + (uint64_t) (int64_t) (int32_t) distance;
  return true;
}

const char *
hwpgo_image_stub_name (struct hwpgo_image *image, uint64_t vaddr)
{
  uint64_t slot;
  if (image->machine != HWPGO_MACHINE_X86_64
      || !slot_of_stub (image, vaddr, &slot))
    return NULL;
  if (!image->plt_read)
    read_slots (image);
  image->plt_read = true;
  const uint64_t *name = hwpgo_map_find (&image->plt_slots, slot, 0);
  return name ? (const char *) (uintptr_t) *name : NULL;
}
