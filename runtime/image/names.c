/* Linkage names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <dwarf.h>

#include "runtime/image/image-internal.h"

const char *
hwpgo_image_die_name (Dwarf_Die *die, bool *linkage)
{
  static const unsigned attributes[]
      = { DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name };
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
    {
      Dwarf_Attribute attribute;
      if (!dwarf_attr_integrate (die, attributes[i], &attribute))
        continue;
      const char *name = dwarf_formstring (&attribute);
      *linkage = attributes[i] != DW_AT_name;
      if (name && *name)
        return name;
    }
  *linkage = false;
  return NULL;
}
