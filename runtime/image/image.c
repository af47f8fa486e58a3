/* Opening binaries.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/image/image-internal.h"

/* How many entries and ranges there can be for a byte of debug information,
   over all walks.  */
#define BUDGET_PER_BYTE 4
#define BUDGET_MIN 10000

void
hwpgo_image_add_budget (struct hwpgo_image *image, struct hwpgo_object *object)
{
  object->budget = &image->budget;
  image->budget = hwpgo_add (image->budget,
                             hwpgo_mul (object->debug_size, BUDGET_PER_BYTE));
}

static int
no_debug (struct hwpgo_image *image, struct hwpgo_error *err)
{
  return hwpgo_error_set (err, HWPGO_E_NO_DEBUG, image->path,
                          "compile it with -g1 or -g, and do not strip it");
}

static int
open_parts (struct hwpgo_image *image, const struct hwpgo_debug_search *search,
            struct hwpgo_error *err)
{
  int rc = hwpgo_object_open (&image->binary, image->path, err);
  if (!rc)
    rc = hwpgo_image_read_elf (image, err);
  if (!rc)
    rc = hwpgo_image_locate (image, search, err);
  if (rc)
    return rc;
  if (!image->debug || !image->debug->plain[HWPGO_SECTION_LINE].data)
    return no_debug (image, err);
  image->budget = BUDGET_MIN;
  hwpgo_image_add_budget (image, image->debug);
  hwpgo_image_add_budget (image, &image->supplement);
  struct hwpgo_symbol *symbols;
  size_t n;
  rc = hwpgo_image_symbols (image, &symbols, &n, err);
  if (rc)
    return rc;
  rc = hwpgo_image_read_units (image, err);
  if (!rc && image->n_spans == 0)
    rc = image->bad_units
             ? hwpgo_error_set (err, HWPGO_E_FORMAT, image->path,
                                "no unit of its debug information can be "
                                "read%s%s",
                                *image->note ? "; " : "", image->note)
             : no_debug (image, err);
  if (!rc)
    rc = hwpgo_image_make_functions (image, symbols, n, err);
  free (symbols);
  return rc;
}

int
hwpgo_image_open (struct hwpgo_image **image, const char *path,
                  const struct hwpgo_debug_search *search,
                  struct hwpgo_error *err)
{
  *image = NULL;
  struct hwpgo_image *i = calloc (1, sizeof *i);
  if (!i)
    return hwpgo_error_nomem (err);
  i->path = strdup (path);
  errno = 0;
  int rc = i->path ? open_parts (i, search, err) : hwpgo_error_nomem (err);
  /* libelf does not tell that it was for want of memory.  */
  if (rc && errno == ENOMEM)
    rc = hwpgo_error_nomem (err);
  if (rc)
    hwpgo_image_close (i);
  else
    *image = i;
  return rc;
}

void
hwpgo_image_close (struct hwpgo_image *image)
{
  if (!image)
    return;
  for (size_t i = 0; i < image->n_units; i++)
    {
      free (image->units[i].rows);
      free (image->units[i].beginnings);
    }
  free (image->units);
  free (image->spans);
  free (image->subprograms);
  free (image->functions);
  free (image->segments);
  free (image->code);
  free (image->declarations);
  hwpgo_map_free (&image->declared);
  hwpgo_map_free (&image->plt_slots);
  hwpgo_object_close (&image->package);
  hwpgo_object_close (&image->supplement);
  hwpgo_object_close (&image->separate);
  hwpgo_object_close (&image->binary);
  free (image->folder);
  hwpgo_strings_free (&image->strings);
  hwpgo_arena_free (&image->arena);
  free (image->path);
  free (image);
}

const char *
hwpgo_image_path (const struct hwpgo_image *image)
{
  return image->path;
}

size_t
hwpgo_image_build_id (const struct hwpgo_image *image, const uint8_t **id)
{
  *id = image->binary.id;
  return image->binary.id_size;
}

const char *
hwpgo_image_build_id_text (const struct hwpgo_image *image)
{
  return image->id_text;
}

enum hwpgo_machine
hwpgo_image_machine (const struct hwpgo_image *image)
{
  return image->machine;
}

uint32_t
hwpgo_image_discriminator_layout (const struct hwpgo_image *image)
{
  return image->layout;
}

bool
hwpgo_image_flow_sensitive (const struct hwpgo_image *image)
{
  return image->flow_sensitive;
}

size_t
hwpgo_image_units (const struct hwpgo_image *image)
{
  return image->n_units;
}

bool
hwpgo_image_out_of_memory (const struct hwpgo_image *image)
{
  return image->no_memory;
}

size_t
hwpgo_image_bad_units (const struct hwpgo_image *image)
{
  return image->bad_units;
}

const char *
hwpgo_image_note (const struct hwpgo_image *image)
{
  return image->note;
}

/* Segments can share a page of the file; code is in the executable one.  */
static const struct hwpgo_segment *
segment_at (const struct hwpgo_image *image, uint64_t offset)
{
  const struct hwpgo_segment *found = NULL;
  for (size_t i = 0; i < image->n_segments; i++)
    {
      const struct hwpgo_segment *s = &image->segments[i];
      if (offset < s->offset || offset - s->offset >= s->size)
        continue;
      if (!found || (s->exec && !found->exec))
        found = s;
    }
  return found;
}

bool
hwpgo_image_vaddr (const struct hwpgo_image *image, uint64_t offset,
                   uint64_t *vaddr)
{
  const struct hwpgo_segment *s = segment_at (image, offset);
  if (s)
    *vaddr = offset - s->offset + s->vaddr;
  return s != NULL;
}

bool
hwpgo_image_segment (const struct hwpgo_image *image, uint64_t offset,
                     uint64_t *low, uint64_t *high, uint64_t *vaddr)
{
  const struct hwpgo_segment *s = segment_at (image, offset);
  if (!s)
    return false;
  *low = s->offset;
  *high = hwpgo_add (s->offset, s->size);
  /* Others may begin or end inside; they are not here.  */
  for (size_t i = 0; i < image->n_segments; i++)
    {
      const struct hwpgo_segment *t = &image->segments[i];
      uint64_t end = hwpgo_add (t->offset, t->size);
      if (t != s && t->offset > offset && t->offset < *high)
        *high = t->offset;
      if (t != s && end <= offset && end > *low)
        *low = end;
    }
  *vaddr = *low - s->offset + s->vaddr;
  return true;
}

bool
hwpgo_image_executable (const struct hwpgo_image *image, size_t i,
                        uint64_t *offset, uint64_t *size, uint64_t *vaddr)
{
  for (size_t j = 0; j < image->n_segments; j++)
    {
      const struct hwpgo_segment *s = &image->segments[j];
      if (!s->exec || i-- > 0)
        continue;
      *offset = s->offset;
      *size = s->size;
      *vaddr = s->vaddr;
      return true;
    }
  return false;
}

uint64_t
hwpgo_image_first_vaddr (const struct hwpgo_image *image)
{
  return image->n_segments ? image->segments[0].vaddr : 0;
}

const uint8_t *
hwpgo_image_code (const struct hwpgo_image *image, uint64_t vaddr,
                  size_t *left)
{
  const struct hwpgo_code *code = hwpgo_image_code_at (image, vaddr);
  if (!code)
    return NULL;
  *left = code->high - vaddr;
  return code->data + (vaddr - code->low);
}

void
hwpgo_image_code_bounds (const struct hwpgo_image *image, uint64_t *low,
                         uint64_t *high)
{
  bool any = image->n_code != 0;
  *low = any ? image->code[0].low : 0;
  *high = any ? image->code[image->n_code - 1].high : 0;
}
