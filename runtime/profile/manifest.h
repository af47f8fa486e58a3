/* The manifest of a bundle.
   SPDX-License-Identifier: GPL-2.0-or-later

   For bundle.c alone.  doc/formats.md has the format, manifest.def the
   keys.  */

#ifndef HWPGO_PROFILE_MANIFEST_H
#define HWPGO_PROFILE_MANIFEST_H

#include <stdio.h>

#include "runtime/profile/bundle.h"

/* The name of KIND's file in a bundle.  */
const char *hwpgo_kind_file (enum hwpgo_kind kind);

/* Read the SIZE bytes at DATA into the empty BUNDLE, and into PRESENT which
   profiles belong to it.  FILE is for messages.  */
int hwpgo_manifest_read (struct hwpgo_bundle *bundle,
                         bool present[HWPGO_KINDS], const char *file,
                         const void *data, size_t size,
                         struct hwpgo_error *err);

/* Write the manifest of BUNDLE; errors of OUT stick to it.  */
void hwpgo_manifest_write (const struct hwpgo_bundle *bundle, FILE *out);

#endif
