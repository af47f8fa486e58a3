/* Why a piece of evidence was not used.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/trace/convert.h"

static const struct
{
  const char *unit, *text, *cure;
} drops[] = {
#define HWPGO_DROP(id, unit, text, cure) { unit, text, cure },
#include "runtime/trace/drops.def"
#undef HWPGO_DROP
};

const char *
hwpgo_drop_unit (enum hwpgo_drop drop)
{
  return drops[drop].unit;
}

const char *
hwpgo_drop_text (enum hwpgo_drop drop)
{
  return drops[drop].text;
}

const char *
hwpgo_drop_cure (enum hwpgo_drop drop)
{
  return drops[drop].cure;
}
