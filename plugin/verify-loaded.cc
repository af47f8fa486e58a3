/* What the verifier would take for losses where a profile is loaded.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/verify-gcc.h"

void
hwpgo_verify_loaded (function *fn)
{
  static const char loaded[] = "counts were loaded";
  hwpgo_verify_unknown (fn->decl, HWPGO_VERIFY_SWAPPED, loaded);
  hwpgo_verify_unknown (fn->decl, HWPGO_VERIFY_UNLIKELY_HOT, loaded);
  hwpgo_verify_unknown (fn->decl, HWPGO_VERIFY_GROWN, loaded);
}
