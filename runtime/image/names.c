/* Linkage names, and what instances have from their origins.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/image/image-internal.h"

/* The name among those of ENTRY alone.  */
static const char *
own_name (const struct hwpgo_entry *entry, const char **plain)
{
  static const enum hwpgo_attribute linkage[]
      = { HWPGO_AT_LINKAGE_NAME, HWPGO_AT_MIPS_NAME };
  for (size_t i = 0; i < 2; i++)
    {
      const char *name = hwpgo_entry_string (entry, linkage[i]);
      if (name && *name)
        return name;
    }
  const char *name = hwpgo_entry_string (entry, HWPGO_AT_NAME);
  if (!*plain && name && *name)
    *plain = name;
  return NULL;
}

const char *
hwpgo_image_entry_name (const struct hwpgo_entry *entry, bool *linkage)
{
  const char *plain = NULL, *name = own_name (entry, &plain);
  *linkage = name != NULL;
  if (name
      || !(entry->mask
           & (UINT64_C (1) << HWPGO_AT_ORIGIN
              | UINT64_C (1) << HWPGO_AT_SPECIFICATION)))
    return name ? name : plain;
  struct hwpgo_entry e = *entry;
  for (unsigned i = 0; i < HWPGO_MAX_CHAIN && !name; i++)
    {
      if (!hwpgo_entry_origin (&e))
        break;
      name = own_name (&e, &plain);
    }
  *linkage = name != NULL;
  return name ? name : plain;
}

uint32_t
hwpgo_image_entry_number (const struct hwpgo_entry *entry,
                          enum hwpgo_attribute attribute)
{
  uint64_t value;
  if (hwpgo_entry_number (entry, attribute, &value))
    return (uint32_t) value;
  struct hwpgo_entry e = *entry;
  for (unsigned i = 0; i < HWPGO_MAX_CHAIN && hwpgo_entry_origin (&e); i++)
    if (hwpgo_entry_number (&e, attribute, &value))
      return (uint32_t) value;
  return 0;
}
