/* Loops that the vectoriser is to leave alone.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/gcc-headers.h"
#include "plugin/scalar-loops.h"

class loop *
hwpgo_vectorisable_loop (basic_block bb)
{
  class loop *loop = bb->loop_father;
  return bb == loop->header && loop_outer (loop) && !loop->inner
                 && !loop->force_vectorize && !loop->dont_vectorize
             ? loop
             : NULL;
}

void
hwpgo_leave_scalar (class loop *loop, const char *why)
{
  loop->dont_vectorize = true;
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, find_loop_location (loop),
                     "loop not vectorised: %s\n", why);
}
