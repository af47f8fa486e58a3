/* Binaries: ELF, DWARF, and the way from addresses to places.
   SPDX-License-Identifier: GPL-2.0-or-later

   Corpora: image.  */

#include "runtime/image/image.h"
#include "testsuite/fuzz/fuzz.h"

/* Keeps what is read from being left out.  */
static volatile uint64_t sink;

static void
use_row (const struct hwpgo_image_row *row, uint64_t at)
{
  FUZZ_CHECK (row->low <= at && at < row->high);
  FUZZ_CHECK (row->n_frames <= HWPGO_IMAGE_MAX_FRAMES);
  for (size_t i = 0; i < row->n_frames; i++)
    sink += strlen (row->frames[i].function) + row->frames[i].line;
}

/* All rows of F; where there is none, look at some of the addresses.  */
static void
use_function (struct hwpgo_image *image, const struct hwpgo_image_function *f)
{
  const char *file;
  uint32_t line;
  struct hwpgo_image_row row;
  if (hwpgo_image_declaration (image, f->name, &file, &line))
    sink += strlen (file) + line;
  FUZZ_CHECK (f->low < f->high);
  FUZZ_CHECK (hwpgo_image_function_at (image, f->low) == f);
  FUZZ_CHECK (hwpgo_image_function_at (image, f->high - 1) == f);
  uint64_t step = 1 + (f->high - f->low) / 4096;
  for (uint64_t at = f->low; at < f->high;)
    {
      uint64_t next = at + step;
      const char *stub = hwpgo_image_stub_name (image, at);
      sink += stub ? strlen (stub) : 0;
      if (hwpgo_image_row_at (image, at, &row))
        {
          use_row (&row, at);
          next = row.high;
        }
      if (next <= at)
        break;
      at = next;
    }
}

static void
use_image (struct hwpgo_image *image)
{
  size_t n, left;
  const uint8_t *id;
  uint64_t low, high, vaddr;
  struct hwpgo_image_row row;
  const struct hwpgo_image_function *f = hwpgo_image_functions (image, &n);
  for (size_t i = 0; i < n; i++)
    {
      FUZZ_CHECK (i == 0 || f[i - 1].high <= f[i].low);
      use_function (image, &f[i]);
    }
  sink += hwpgo_image_build_id (image, &id);
  if (hwpgo_image_build_id_text (image))
    sink += strlen (hwpgo_image_build_id_text (image));
  hwpgo_image_code_bounds (image, &low, &high);
  FUZZ_CHECK (low <= high);
  const uint8_t *code
      = low < high ? hwpgo_image_code (image, low, &left) : NULL;
  if (code)
    sink += code[0] + code[left - 1];
  for (uint64_t offset = 0; offset < 8192; offset += 16)
    if (hwpgo_image_vaddr (image, offset, &vaddr))
      sink += vaddr;
  sink += hwpgo_image_row_at (image, 0, &row);
  sink += hwpgo_image_row_at (image, UINT64_MAX, &row);
  /* A header after which nothing can be found is bad, too.  */
  FUZZ_CHECK (hwpgo_image_bad_units (image) <= hwpgo_image_units (image) + 1);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct hwpgo_image *image;
  struct hwpgo_error err = { 0 };
  int ret = hwpgo_image_open (&image, fuzz_file (0, data, size), NULL, &err);
  fuzz_check_error (ret, &err);
  if (ret == 0)
    use_image (image);
  hwpgo_image_close (image);
  return 0;
}
