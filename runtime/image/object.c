/* Opening ELF files and finding their debug sections.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/image/dwarf-parts.h"
#include "runtime/image/object.h"

/* Build ids longer than this are nonsense (BUILD_ID_SIZE of perf is 20).  */
#define MAX_BUILD_ID 64

static const char *const section_names[] = {
#define HWPGO_SECTION(id, name) name,
#include "runtime/image/sections.def"
#undef HWPGO_SECTION
};

/* The section called NAME after its dot and prefix, in *SPLIT whether it is
   one of *.dwo; HWPGO_SECTIONS for another.  */
static enum hwpgo_section_id
section_id (const char *name, bool *split)
{
  size_t length = strlen (name);
  *split = length > 4 && strcmp (name + length - 4, ".dwo") == 0;
  length -= *split ? 4 : 0;
  for (unsigned i = 0; i < HWPGO_SECTIONS; i++)
    if (strncmp (name, section_names[i], length) == 0
        && section_names[i][length] == '\0')
      return (enum hwpgo_section_id) i;
  return HWPGO_SECTIONS;
}

static int
load_section (struct hwpgo_object *object, Elf_Scn *section,
              const GElf_Shdr *s, const char *name, bool zdebug,
              struct hwpgo_bytes *out, struct hwpgo_error *err)
{
  Elf_Data *data = elf_rawdata (section, NULL);
  /* The first of a name counts.  */
  if (!data || !data->d_buf || data->d_size == 0 || out->data)
    return 0;
  const char *path = object->file.path;
  if (s->sh_flags & SHF_COMPRESSED)
    return hwpgo_uncompress_section (data->d_buf, data->d_size,
                                     gelf_getclass (object->elf) == ELFCLASS64,
                                     object->swap, out, path, name, err);
  if (zdebug)
    return hwpgo_uncompress_zdebug (data->d_buf, data->d_size, out, path, name,
                                    err);
  out->data = data->d_buf;
  out->size = data->d_size;
  return 0;
}

static int
read_section (struct hwpgo_object *object, Elf_Scn *section, size_t names,
              struct hwpgo_error *err)
{
  GElf_Shdr s;
  if (!gelf_getshdr (section, &s))
    return hwpgo_error_set (err, HWPGO_E_LIBRARY, object->file.path, "%s",
                            elf_errmsg (-1));
  const char *name = elf_strptr (object->elf, names, s.sh_name);
  if (!name || s.sh_type == SHT_NOBITS)
    return 0;
  if (strcmp (name, ".gnu_debuglink") == 0)
    return load_section (object, section, &s, name, false, &object->link, err);
  if (strcmp (name, ".gnu_debugaltlink") == 0)
    return load_section (object, section, &s, name, false, &object->altlink,
                         err);
  bool zdebug = strncmp (name, ".zdebug_", 8) == 0, split;
  if (!zdebug && strncmp (name, ".debug_", 7) != 0)
    return 0;
  enum hwpgo_section_id id = section_id (name + (zdebug ? 8 : 7), &split);
  if (id == HWPGO_SECTIONS)
    return 0;
  struct hwpgo_bytes *out = split || id == HWPGO_SECTION_CU_INDEX
                                ? &object->split[id]
                                : &object->plain[id];
  int rc = load_section (object, section, &s, name, zdebug, out, err);
  object->debug_size += out->size;
  return rc;
}

static void
read_notes (struct hwpgo_object *object, Elf_Data *data)
{
  GElf_Nhdr note;
  size_t at = 0, name, text;
  while (!object->id && data
         && (at = gelf_getnote (data, at, &note, &name, &text)) > 0)
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof "GNU"
        && memcmp ((char *) data->d_buf + name, "GNU", sizeof "GNU") == 0
        && note.n_descsz > 0 && note.n_descsz <= MAX_BUILD_ID)
      {
        object->id = (const uint8_t *) data->d_buf + text;
        object->id_size = note.n_descsz;
      }
}

/* From the sections: a file with debug information alone has the segments'
   table, but not their bytes.  */
static void
read_build_id (struct hwpgo_object *object)
{
  Elf_Scn *section = NULL;
  GElf_Shdr s;
  while ((section = elf_nextscn (object->elf, section)) != NULL)
    if (gelf_getshdr (section, &s) && s.sh_type == SHT_NOTE)
      read_notes (object, elf_getdata (section, NULL));
  size_t n = 0;
  if (object->id || elf_getphdrnum (object->elf, &n) != 0)
    return;
  for (size_t i = 0; i < n; i++)
    {
      GElf_Phdr p;
      if (gelf_getphdr (object->elf, (int) i, &p) && p.p_type == PT_NOTE
          && p.p_offset <= object->file.size
          && p.p_filesz <= object->file.size - p.p_offset)
        read_notes (object, elf_getdata_rawchunk (
                                object->elf, (int64_t) p.p_offset, p.p_filesz,
                                p.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR));
    }
}

static int
read_object (struct hwpgo_object *object, struct hwpgo_error *err)
{
  const char *path = object->file.path;
  if (elf_version (EV_CURRENT) == EV_NONE)
    return hwpgo_error_set (err, HWPGO_E_LIBRARY, NULL, "%s", elf_errmsg (-1));
  /* Not written to: the file is mapped for reading alone.  */
  object->elf
      = elf_memory ((char *) (uintptr_t) object->file.data, object->file.size);
  GElf_Ehdr header;
  if (!object->elf || elf_kind (object->elf) != ELF_K_ELF
      || !gelf_getehdr (object->elf, &header))
    return hwpgo_error_set (err, HWPGO_E_MAGIC, path, "no ELF program");
  bool little = header.e_ident[EI_DATA] == ELFDATA2LSB;
  object->swap = little != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  /* libelf takes a file whose end is missing for one without sections.  */
  size_t size = object->file.size;
  if (header.e_shoff
      && (header.e_shoff > size || header.e_shentsize == 0
          || header.e_shnum > (size - header.e_shoff) / header.e_shentsize))
    return hwpgo_error_at_offset (err, HWPGO_E_TRUNCATED, path, size,
                                  "its sections are listed at 0x%llx",
                                  (unsigned long long) header.e_shoff);
  size_t names;
  if (elf_getshdrstrndx (object->elf, &names) != 0)
    return hwpgo_error_set (err, HWPGO_E_LIBRARY, path, "%s", elf_errmsg (-1));
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn (object->elf, section)) != NULL)
    {
      int rc = read_section (object, section, names, err);
      if (rc)
        return rc;
    }
  read_build_id (object);
  return 0;
}

int
hwpgo_object_open (struct hwpgo_object *object, const char *path,
                   struct hwpgo_error *err)
{
  *object = (struct hwpgo_object){ 0 };
  struct stat st;
  if (stat (path, &st) != 0)
    return hwpgo_error_errno (err, path, "open");
  if (!S_ISREG (st.st_mode))
    return hwpgo_error_set (err, HWPGO_E_MAGIC, path, "not a regular file");
  /* Those of /proc and /sys, which a recording may name, never end or make
     wait; and an empty one is no program.  */
  if (st.st_size == 0)
    return hwpgo_error_set (err, HWPGO_E_MAGIC, path, "no ELF program");
  int rc = hwpgo_infile_open (&object->file, path, err);
  if (rc)
    return rc;
  /* libelf does not tell why a section cannot be had.  */
  errno = 0;
  rc = read_object (object, err);
  if (errno == ENOMEM)
    rc = hwpgo_error_nomem (err);
  if (rc)
    hwpgo_object_close (object);
  return rc;
}

void
hwpgo_object_close (struct hwpgo_object *object)
{
  hwpgo_dwarf_free_units (object);
  for (unsigned i = 0; i < HWPGO_SECTIONS; i++)
    {
      free (object->plain[i].owned);
      free (object->split[i].owned);
    }
  free (object->link.owned);
  free (object->altlink.owned);
  if (object->elf)
    elf_end (object->elf);
  if (object->file.path)
    hwpgo_infile_close (&object->file);
  *object = (struct hwpgo_object){ 0 };
}
