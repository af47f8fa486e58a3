/* Samples of which nothing says what was mapped where.
   SPDX-License-Identifier: GPL-2.0-or-later

   'perf script' prints maps only when it is asked to.  Without them, addresses
   are those of the ELF file, which is right for a program that is linked to a
   fixed address.  */

#include <stdio.h>

#include "runtime/trace/conversion.h"

int
hwpgo_conversion_unmapped (struct hwpgo_conversion *c,
                           const struct hwpgo_recording *r,
                           struct hwpgo_error *err)
{
  c->binaries.unnamed = true;
  if (c->options->n_binaries == 1)
    return 0;
  return hwpgo_error_set (
      err, HWPGO_E_USAGE, r->path,
      "it does not say what was mapped where; make it with "
      "perf script --show-mmap-events, or name the one "
      "binary that its addresses are of with --binary");
}

int
hwpgo_conversion_map_as_linked (struct hwpgo_conversion *c,
                                struct hwpgo_recording *r,
                                struct hwpgo_error *err)
{
  struct hwpgo_binaries *binaries = &c->binaries;
  const struct hwpgo_image *image = binaries->items[0].image;
  struct hwpgo_perf_mmap map = { .path = hwpgo_image_path (image) };
  uint64_t offset, size, vaddr;
  size_t file;
  int rc = hwpgo_binaries_mapped (binaries, NULL, &map, &file, err);
  if (rc)
    return rc;
  binaries->mapped[file].binary = 0;
  for (size_t i = 0;
       !rc && hwpgo_image_executable (image, i, &offset, &size, &vaddr); i++)
    rc = hwpgo_spaces_map (r->spaces, -1, 0, vaddr, size, offset, file, err);
  if (!*binaries->note)
    snprintf (binaries->note, sizeof binaries->note,
              "%s: it does not say what was mapped where, so its addresses "
              "are taken for those of %s",
              r->path, map.path);
  return rc;
}
