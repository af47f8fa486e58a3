/* What differs between GCC 11 and later: the old compiler is given the new
   name.
   SPDX-License-Identifier: GPL-2.0-or-later

   Each block names the version that changed it.  Delete a block when the
   oldest supported version (gcc-headers.h) moves past it.  */

#ifndef HWPGO_PLUGIN_COMPAT_H
#define HWPGO_PLUGIN_COMPAT_H

#endif
