/* Write LLVM's extensible binary form of a sample profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   extbinary.h has the grammar, extbinary-read.c is the mirror of this file.
   The sections are in the header in the order in which they are read, and in
   the file in the order in which LLVM writes them.  */

#include "runtime/profile/extbinary-index.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

/* The sections, by their places in the header.  */
enum place
{
  SUMMARY,
  NAMES,
  CONTEXTS,
  OFFSETS,
  FUNCTIONS,
  SYMBOLS,
  METADATA,
  INDEX, /* not in what LLVM writes.  */
  SECTIONS
};

static const uint64_t types[SECTIONS]
    = { HWPGO_SECTION_SUMMARY,   HWPGO_SECTION_NAMES,
        HWPGO_SECTION_CONTEXTS,  HWPGO_SECTION_OFFSETS,
        HWPGO_SECTION_FUNCTIONS, HWPGO_SECTION_SYMBOLS,
        HWPGO_SECTION_METADATA,  HWPGO_SECTION_INDEX };

static const enum place written[SECTIONS] = { SUMMARY,   NAMES,   CONTEXTS,
                                              FUNCTIONS, SYMBOLS, OFFSETS,
                                              METADATA,  INDEX };

struct writer
{
  struct hwpgo_llvm_writer w;
  bool md5;
  int n_sections;
  uint64_t *offsets; /* owned; of the functions by total.  */
  uint64_t flags[SECTIONS];
};

/* --- flags ----------------------------------------------------------------
 */

/* Unite what the metadata of F and all below has to tell.  */
static void
find_metadata (const struct hwpgo_function *f, uint32_t *attributes)
{
  *attributes |= f->has_attributes ? f->attributes : 0;
  for (size_t i = 0; i < f->n_callsites; i++)
    find_metadata (f->callsites[i].callee, attributes);
}

static void
set_flags (struct writer *x, bool compress)
{
  enum
  {
    SHOULD_BE_INLINED = 2
  };
  const struct hwpgo_profile *p = x->w.profile;
  uint32_t attributes = 0;
  for (int i = 0; i < SECTIONS; i++)
    x->flags[i] = compress ? HWPGO_SECTION_COMPRESSED : 0;
  for (size_t i = 0; i < p->n_functions; i++)
    {
      if (p->functions[i]->has_checksum)
        x->flags[METADATA] |= HWPGO_METADATA_CHECKSUMS;
      find_metadata (p->functions[i], &attributes);
    }
  if (attributes)
    x->flags[METADATA] |= HWPGO_METADATA_ATTRIBUTES;
  if (attributes & SHOULD_BE_INLINED)
    x->flags[SUMMARY] |= HWPGO_SUMMARY_PREINLINED;
  if (p->fs_discriminators)
    x->flags[SUMMARY] |= HWPGO_SUMMARY_FS_DISCRIMINATORS;
  if (p->partial)
    x->flags[SUMMARY] |= HWPGO_SUMMARY_PARTIAL;
  if (x->md5)
    x->flags[NAMES] |= HWPGO_NAMES_ARE_MD5 | HWPGO_NAMES_ARE_FIXED_MD5;
  for (size_t i = 0; i < x->w.n_names && !x->md5; i++)
    if (strstr (x->w.names[i], ".__uniq."))
      x->flags[NAMES] |= HWPGO_NAMES_HAVE_UNIQ;
}

/* --- sections ------------------------------------------------------------
 */

static void
write_marks (struct writer *x, const struct hwpgo_function *f)
{
  struct hwpgo_bytes *out = &x->w.out;
  hwpgo_llvm_write_name (&x->w, f->name);
  if (x->flags[METADATA] & HWPGO_METADATA_CHECKSUMS)
    hwpgo_put_uleb (out, f->has_checksum ? f->checksum : 0);
  if (x->flags[METADATA] & HWPGO_METADATA_ATTRIBUTES)
    hwpgo_put_uleb (out, f->has_attributes ? f->attributes : 0);
  hwpgo_put_uleb (out, f->n_callsites);
  for (size_t i = 0; i < f->n_callsites; i++)
    {
      hwpgo_put_uleb (out, f->callsites[i].at.line);
      hwpgo_put_uleb (out, f->callsites[i].at.discriminator);
      write_marks (x, f->callsites[i].callee);
    }
}

/* Write the bytes of the section at PLACE to x->w.out, which is empty.  */
static int
write_section (struct writer *x, enum place place)
{
  struct hwpgo_llvm_writer *w = &x->w;
  const struct hwpgo_profile *p = w->profile;
  int ret = 0;
  switch (place)
    {
    case SUMMARY:
      return hwpgo_llvm_write_summary (w);
    case NAMES:
      hwpgo_llvm_write_names (w, x->md5);
      break;
    case CONTEXTS:
      hwpgo_put_uleb (&w->out, 0);
      break;
    case FUNCTIONS:
      for (size_t i = 0; i < p->n_functions && ret == 0; i++)
        {
          x->offsets[i] = w->out.n;
          ret = hwpgo_llvm_write_function (w, w->by_total[i]);
        }
      break;
    case OFFSETS:
      hwpgo_put_uleb (&w->out, p->n_functions);
      for (size_t i = 0; i < p->n_functions; i++)
        {
          hwpgo_llvm_write_name (w, w->by_total[i]->name);
          hwpgo_put_uleb (&w->out, x->offsets[i]);
        }
      break;
    case SYMBOLS:
      for (size_t i = 0; i < p->n_symbols; i++)
        hwpgo_put_bytes (&w->out, p->symbols[i], strlen (p->symbols[i]) + 1);
      break;
    case METADATA:
      if (x->flags[METADATA] >> 32)
        for (size_t i = 0; i < p->n_functions; i++)
          write_marks (x, p->functions[i]);
      break;
    default:
      ret = hwpgo_extbinary_write_index (w, x->md5);
    }
  return ret;
}

/* Add BYTES to OUT, compressed if FLAGS say so and there are any.  */
static int
put_section (struct hwpgo_bytes *out, const struct hwpgo_bytes *bytes,
             uint64_t flags, struct hwpgo_error *err)
{
  if (!(flags & HWPGO_SECTION_COMPRESSED) || bytes->n == 0)
    {
      hwpgo_put_bytes (out, bytes->data, bytes->n);
      return 0;
    }
  uLongf size = compressBound (bytes->n);
  uint8_t *deflated = malloc (size);
  if (!deflated
      || compress2 (deflated, &size, bytes->data, bytes->n, Z_BEST_COMPRESSION)
             != Z_OK)
    {
      free (deflated);
      return hwpgo_error_nomem (err);
    }
  hwpgo_put_uleb (out, bytes->n);
  hwpgo_put_uleb (out, size);
  hwpgo_put_bytes (out, deflated, size);
  free (deflated);
  return 0;
}

/* --- the whole ------------------------------------------------------------
 */

static int
write_all (struct writer *x, FILE *out, struct hwpgo_error *err)
{
  struct hwpgo_bytes body = { 0 }, *section = &x->w.out;
  uint64_t begins[SECTIONS], sizes[SECTIONS];
  int ret = 0;
  hwpgo_llvm_write_magic (&x->w, HWPGO_LLVM_MAGIC (HWPGO_LLVM_EXTBINARY));
  hwpgo_put_u64 (section, (uint64_t) x->n_sections);
  if (section->n)
    fwrite (section->data, 1, section->n, out);
  uint64_t start = section->n + (uint64_t) x->n_sections * 4 * sizeof start;
  for (int i = 0; i < x->n_sections && ret == 0; i++)
    {
      enum place place = written[i];
      begins[place] = start + body.n;
      section->n = 0;
      ret = write_section (x, place);
      if (ret == 0)
        ret = put_section (&body, section, x->flags[place], err);
      sizes[place] = start + body.n - begins[place];
    }
  section->n = 0;
  for (int i = 0; i < x->n_sections && ret == 0; i++)
    {
      hwpgo_put_u64 (section, types[i]);
      hwpgo_put_u64 (section, x->flags[i]);
      hwpgo_put_u64 (section, begins[i]);
      hwpgo_put_u64 (section, sizes[i]);
    }
  if (ret == 0 && (section->no_memory || body.no_memory))
    ret = hwpgo_error_nomem (err);
  if (ret == 0)
    {
      fwrite (section->data, 1, section->n, out);
      fwrite (body.data, 1, body.n, out);
    }
  free (body.data);
  return ret;
}

int
hwpgo_extbinary_write (const struct hwpgo_profile *profile,
                       const struct hwpgo_write_options *options, FILE *out,
                       struct hwpgo_error *err)
{
  struct writer x = { .md5 = options->md5 || profile->md5_names,
                      .n_sections = options->index ? SECTIONS : INDEX };
  int ret = hwpgo_llvm_writer_begin (&x.w, profile, err);
  x.w.any_line = options->index;
  /* Its names are in order, which those of hashes made now are not.  */
  x.w.note_places = options->index && x.md5 == profile->md5_names;
  x.offsets = calloc (profile->n_functions + 1, sizeof *x.offsets);
  if (ret == 0 && !x.offsets)
    ret = hwpgo_error_nomem (err);
  if (ret == 0)
    {
      set_flags (&x, options->compress);
      ret = write_all (&x, out, err);
    }
  free (x.offsets);
  hwpgo_llvm_writer_end (&x.w);
  return ret;
}
