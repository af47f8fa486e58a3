/* Segments, code, symbols and notes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/bisect.h"
#include "runtime/base/text.h"
#include "runtime/base/names.h"
#include "runtime/image/image-internal.h"

/* LLVM leaves this variable in programs with flow-sensitive
   discriminators.  */
#define FS_MARK "__llvm_fs_discriminator__"

static int
elf_error (struct hwpgo_image *image, struct hwpgo_error *err)
{
  return hwpgo_error_set (err, HWPGO_E_LIBRARY, image->path, "%s",
                          elf_errmsg (-1));
}

static enum hwpgo_machine
machine_of (unsigned e_machine)
{
  switch (e_machine)
    {
    case EM_X86_64:
      return HWPGO_MACHINE_X86_64;
    case EM_386:
      return HWPGO_MACHINE_I386;
    case EM_AARCH64:
      return HWPGO_MACHINE_AARCH64;
    default:
      return HWPGO_MACHINE_UNKNOWN;
    }
}

static int
read_header (struct hwpgo_image *image, struct hwpgo_error *err)
{
  GElf_Ehdr header;
  if (!gelf_getehdr (image->binary.elf, &header))
    return elf_error (image, err);
  if (header.e_type == ET_REL)
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, image->path,
                            "a relocatable file (an object or a kernel "
                            "module) whose addresses are not final");
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, image->path,
                            "neither a linked program nor a shared library");
  image->machine = machine_of (header.e_machine);
  return 0;
}

static int
read_segments (struct hwpgo_image *image, struct hwpgo_error *err)
{
  size_t n;
  if (elf_getphdrnum (image->binary.elf, &n) != 0)
    return elf_error (image, err);
  for (size_t i = 0; i < n; i++)
    {
      GElf_Phdr p;
      if (!gelf_getphdr (image->binary.elf, (int) i, &p))
        return elf_error (image, err);
      if (p.p_type != PT_LOAD)
        continue;
      if (!HWPGO_GROW (image->segments, image->segments_capacity,
                       image->n_segments + 1))
        return hwpgo_error_nomem (err);
      image->segments[image->n_segments++]
          = (struct hwpgo_segment){ p.p_offset, p.p_vaddr, p.p_filesz,
                                    (p.p_flags & PF_X) != 0 };
    }
  return 0;
}

static int
add_code (struct hwpgo_image *image, Elf_Scn *section, const GElf_Shdr *s,
          struct hwpgo_error *err)
{
  Elf_Data *data = elf_rawdata (section, NULL);
  if (!data || !data->d_buf || data->d_size != s->sh_size
      || s->sh_addr + s->sh_size < s->sh_addr)
    return hwpgo_error_set (err, HWPGO_E_TRUNCATED, image->path,
                            "the code of section %zu", elf_ndxscn (section));
  if (!HWPGO_GROW (image->code, image->code_capacity, image->n_code + 1))
    return hwpgo_error_nomem (err);
  image->code[image->n_code++]
      = (struct hwpgo_code){ s->sh_addr, s->sh_addr + s->sh_size,
                             data->d_buf };
  return 0;
}

/* The decimal numbers that the plugin left, one for each unit.  */
static int
read_layout (struct hwpgo_image *image, Elf_Scn *section,
             struct hwpgo_error *err)
{
  Elf_Data *data = elf_rawdata (section, NULL);
  if (!data || !data->d_buf)
    return elf_error (image, err);
  const char *text = data->d_buf, *end = text + data->d_size;
  while (text < end)
    {
      char number[16] = "";
      size_t n = 0;
      while (text + n < end && text[n] >= '0' && text[n] <= '9')
        n++;
      if (n && n < sizeof number)
        memcpy (number, text, n);
      uint64_t value;
      if (n && !hwpgo_parse_u64 (number, 1, UINT32_MAX, &value))
        return hwpgo_error_set (err, HWPGO_E_FORMAT, image->path,
                                "section .hwpgo.layout");
      if (n && image->layout && image->layout != value)
        return hwpgo_error_set (err, HWPGO_E_MISMATCH, image->path,
                                "its parts were built with different "
                                "versions of the plugin");
      if (n)
        image->layout = value;
      text += n ? n : 1;
    }
  return 0;
}

/* Read what is of interest in OBJECT: of the binary its code, of each file
   the mark of the plugin, which is not stripped off the binary.  */
static int
read_section (struct hwpgo_image *image, const struct hwpgo_object *object,
              Elf_Scn *section, size_t names, struct hwpgo_error *err)
{
  GElf_Shdr s;
  if (!gelf_getshdr (section, &s))
    return elf_error (image, err);
  const char *name = elf_strptr (object->elf, names, s.sh_name);
  if (object == &image->binary && s.sh_type == SHT_PROGBITS
      && (s.sh_flags & SHF_ALLOC) && (s.sh_flags & SHF_EXECINSTR) && s.sh_size)
    return add_code (image, section, &s, err);
  if (name && s.sh_type != SHT_NOBITS && strcmp (name, ".hwpgo.layout") == 0)
    return read_layout (image, section, err);
  return 0;
}

static bool
find_section (const struct hwpgo_object *object, const char *name,
              const uint8_t **data, size_t *size)
{
  size_t names;
  Elf_Scn *section = NULL;
  if (!object->elf || elf_getshdrstrndx (object->elf, &names) != 0)
    return false;
  while ((section = elf_nextscn (object->elf, section)) != NULL)
    {
      GElf_Shdr s;
      if (!gelf_getshdr (section, &s) || s.sh_type == SHT_NOBITS)
        continue;
      const char *its = elf_strptr (object->elf, names, s.sh_name);
      Elf_Data *d = its && strcmp (its, name) == 0
                        ? elf_rawdata (section, NULL)
                        : NULL;
      if (!d || !d->d_buf)
        continue;
      *data = d->d_buf;
      *size = d->d_size;
      return true;
    }
  return false;
}

bool
hwpgo_image_section (const struct hwpgo_image *image, const char *name,
                     const uint8_t **data, size_t *size)
{
  return find_section (&image->binary, name, data, size)
         || find_section (&image->separate, name, data, size);
}

unsigned
hwpgo_image_address_size (const struct hwpgo_image *image)
{
  return gelf_getclass (image->binary.elf) == ELFCLASS32 ? 4 : 8;
}

bool
hwpgo_image_swapped (const struct hwpgo_image *image)
{
  return image->binary.swap;
}

static int
read_sections (struct hwpgo_image *image, const struct hwpgo_object *object,
               struct hwpgo_error *err)
{
  size_t names;
  if (elf_getshdrstrndx (object->elf, &names) != 0)
    return elf_error (image, err);
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn (object->elf, section)) != NULL)
    {
      int rc = read_section (image, object, section, names, err);
      if (rc)
        return rc;
    }
  return 0;
}

static int
code_by_address (const void *a, const void *b)
{
  const struct hwpgo_code *x = a, *y = b;
  return (x->low > y->low) - (x->low < y->low);
}

static int
sort_code (struct hwpgo_image *image, struct hwpgo_error *err)
{
  if (image->n_code)
    qsort (image->code, image->n_code, sizeof *image->code, code_by_address);
  for (size_t i = 1; i < image->n_code; i++)
    if (image->code[i].low < image->code[i - 1].high)
      return hwpgo_error_set (err, HWPGO_E_FORMAT, image->path,
                              "sections with code overlap");
  return 0;
}

static int
write_build_id (struct hwpgo_image *image, struct hwpgo_error *err)
{
  const struct hwpgo_object *b = &image->binary;
  if (b->id_size == 0)
    return 0;
  char *text = hwpgo_arena_alloc (&image->arena, 2 * b->id_size + 1);
  if (!text)
    return hwpgo_error_nomem (err);
  for (size_t i = 0; i < b->id_size; i++)
    {
      static const char digits[] = "0123456789abcdef";
      text[2 * i] = digits[b->id[i] >> 4];
      text[2 * i + 1] = digits[b->id[i] & 15];
    }
  image->id_text = text;
  return 0;
}

int
hwpgo_image_read_elf (struct hwpgo_image *image, struct hwpgo_error *err)
{
  int rc = read_header (image, err);
  if (!rc)
    rc = read_segments (image, err);
  if (!rc)
    rc = read_sections (image, &image->binary, err);
  if (!rc)
    rc = sort_code (image, err);
  if (!rc)
    rc = write_build_id (image, err);
  return rc;
}

int
hwpgo_image_read_separate (struct hwpgo_image *image, struct hwpgo_error *err)
{
  return read_sections (image, &image->separate, err);
}

bool
hwpgo_image_is_code (const struct hwpgo_image *image, uint64_t low,
                     uint64_t high)
{
  const struct hwpgo_code *code = hwpgo_image_code_at (image, low);
  return code && low < high && high <= code->high;
}

const struct hwpgo_code *
hwpgo_image_code_at (const struct hwpgo_image *image, uint64_t vaddr)
{
  size_t first;
  HWPGO_BISECT (first, image->n_code, i, image->code[i].high <= vaddr);
  if (first == image->n_code || vaddr < image->code[first].low)
    return NULL;
  return &image->code[first];
}

static int
symbols_by_address (const void *a, const void *b)
{
  const struct hwpgo_symbol *x = a, *y = b;
  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  /* Global before weak before local, then by name: a fixed choice among
     aliases.  */
  static const int rank[]
      = { [STB_LOCAL] = 2, [STB_GLOBAL] = 0, [STB_WEAK] = 1 };
  int p = x->binding <= STB_WEAK ? rank[x->binding] : 3;
  int q = y->binding <= STB_WEAK ? rank[y->binding] : 3;
  if (p != q)
    return p - q;
  return strcmp (x->name, y->name);
}

/* True for symbols of functions; some compilers give their parts (f.cold) no
   type.  */
static bool
is_function (int type, uint64_t size, const char *name)
{
  bool entry;
  if (type == STT_NOTYPE && size)
    return hwpgo_origin_length (name, &entry) < strlen (name) && !entry;
  return type == STT_FUNC || type == STT_GNU_IFUNC;
}

static int
read_symbol_table (struct hwpgo_image *image, Elf *elf, Elf_Scn *section,
                   const GElf_Shdr *s, struct hwpgo_symbol **symbols,
                   size_t *n, size_t *capacity, struct hwpgo_error *err)
{
  Elf_Data *data = elf_getdata (section, NULL);
  if (!data || s->sh_entsize == 0)
    return 0;
  size_t count = data->d_size / s->sh_entsize;
  for (size_t i = 0; i < count && i <= INT32_MAX; i++)
    {
      GElf_Sym y;
      if (!gelf_getsym (data, (int) i, &y))
        break;
      int type = GELF_ST_TYPE (y.st_info);
      const char *name = elf_strptr (elf, s->sh_link, y.st_name);
      if (!name || !*name)
        continue;
      if (type == STT_OBJECT && strcmp (name, FS_MARK) == 0)
        image->flow_sensitive = true;
      if (!is_function (type, y.st_size, name)
          || !hwpgo_image_is_code (image, y.st_value, y.st_value + y.st_size))
        continue;
      if (!HWPGO_GROW (*symbols, *capacity, *n + 1))
        return hwpgo_error_nomem (err);
      (*symbols)[(*n)++]
          = (struct hwpgo_symbol){ y.st_value, y.st_value + y.st_size, name,
                                   GELF_ST_BIND (y.st_info) };
    }
  return 0;
}

int
hwpgo_image_symbols (struct hwpgo_image *image, struct hwpgo_symbol **symbols,
                     size_t *n, struct hwpgo_error *err)
{
  size_t capacity = 0;
  *symbols = NULL;
  *n = 0;
  const struct
  {
    Elf *elf;
    unsigned type;
  } tables[] = { { image->binary.elf, SHT_SYMTAB },
                 { image->separate.elf, SHT_SYMTAB },
                 { image->binary.elf, SHT_DYNSYM } };
  for (size_t t = 0; t < 3 && *n == 0; t++)
    {
      Elf_Scn *section = NULL;
      while (tables[t].elf
             && (section = elf_nextscn (tables[t].elf, section)) != NULL)
        {
          GElf_Shdr s;
          if (!gelf_getshdr (section, &s) || s.sh_type != tables[t].type)
            continue;
          int rc = read_symbol_table (image, tables[t].elf, section, &s,
                                      symbols, n, &capacity, err);
          if (rc)
            {
              free (*symbols);
              *symbols = NULL;
              return rc;
            }
        }
    }
  if (*n)
    qsort (*symbols, *n, sizeof **symbols, symbols_by_address);
  return 0;
}
