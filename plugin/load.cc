/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"

bool
hwpgo_load_gate (function *)
{
  return false;
}

unsigned int
hwpgo_load_execute (function *)
{
  return 0;
}
