/* What the numbers of discriminators mean.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "runtime/profile/discriminator.h"
#include "runtime/trace/discriminators.h"

static const struct
{
  const char *name, *summary;
  enum hwpgo_encoding encoding;
} rows[] = {
#define HWPGO_DISCRIMINATORS(id, name, encoding, summary)                     \
  { name, summary, encoding },
#include "runtime/trace/discriminators.def"
#undef HWPGO_DISCRIMINATORS
};

const char *
hwpgo_discriminators_name (enum hwpgo_discriminators choice)
{
  return rows[choice].name;
}

const char *
hwpgo_discriminators_summary (enum hwpgo_discriminators choice)
{
  return rows[choice].summary;
}

bool
hwpgo_discriminators_find (const char *name, enum hwpgo_discriminators *choice)
{
  for (unsigned i = 0; i < HWPGO_DISCRIMINATORS_N; i++)
    if (strcmp (rows[i].name, name) == 0)
      {
        *choice = (enum hwpgo_discriminators) i;
        return true;
      }
  return false;
}

enum hwpgo_encoding
hwpgo_discriminators_encoding (enum hwpgo_discriminators choice,
                               const struct hwpgo_image *image,
                               enum hwpgo_encoding row)
{
  if (choice == HWPGO_DISCRIMINATORS_AUTO)
    return row;
  if (choice == HWPGO_DISCRIMINATORS_LLVM
      && hwpgo_image_flow_sensitive (image))
    return HWPGO_ENCODING_LLVM_FS;
  return rows[choice].encoding;
}

/* LLVM's three numbers (base, factor, copy) each take 1 bit when they are 0,
   7 when they are below 32, or else 14.  Take the first off *D.  */
static uint32_t
take_number (uint32_t *d)
{
  uint32_t v = *d >> 1;
  if (*d & 1)
    {
      *d >>= 1;
      return 0;
    }
  bool wide = v & 0x20;
  *d >>= wide ? 14 : 7;
  return wide ? (v >> 1 & 0xfe0) | (v & 0x1f) : v & 0x1f;
}

static struct hwpgo_discriminator
decode_llvm (uint32_t d)
{
  uint32_t rest = d;
  uint32_t base = take_number (&rest), factor = take_number (&rest);
  if ((d & 7) == 7)
    base = d >> 3 & 0xffff;
  return (struct hwpgo_discriminator){ base, factor ? factor : 1, 0 };
}

static struct hwpgo_discriminator
decode_gcc16 (uint32_t d)
{
  uint32_t factor = d >> 8 & 0x7f;
  return (struct hwpgo_discriminator){ d & 0xff, factor ? factor : 1,
                                       d >> 15 & 0x7ff };
}

struct hwpgo_discriminator
hwpgo_discriminator_decode (enum hwpgo_encoding encoding, uint32_t d)
{
  switch (encoding)
    {
    case HWPGO_ENCODING_GCC16:
      return decode_gcc16 (d);
    case HWPGO_ENCODING_LLVM:
      return decode_llvm (d);
    case HWPGO_ENCODING_HWPGO:
      return (struct hwpgo_discriminator){
        d & hwpgo_discriminator_mask (HWPGO_ROUND_2), 1,
        hwpgo_discriminator_get (d, HWPGO_ROUND_FINAL)
      };
    case HWPGO_ENCODING_PLAIN:
    case HWPGO_ENCODING_LLVM_FS:
      break;
    }
  return (struct hwpgo_discriminator){ d, 1, 0 };
}
