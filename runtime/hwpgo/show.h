/* The forms in which 'hwpgo show' prints.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_HWPGO_SHOW_H
#define HWPGO_HWPGO_SHOW_H

#include <stdio.h>

#include "runtime/hwpgo/show-source.h"
#include "runtime/image/image.h"
#include "runtime/profile/bundle.h"
#include "runtime/profile/format.h"

/* The functions of one profile that are asked for.  */
struct hwpgo_selection
{
  struct hwpgo_function **functions; /* hottest first; NULL: no profile.  */
  size_t n;                          /* to print.  */
  size_t n_found;                    /* that bear the name, printed or not.  */
};

/* Print BUNDLE with SELECTIONS, one for each kind.  FORMAT is that of a single
   profile, NULL of a bundle.  Errors of OUT stick to it.  */
void hwpgo_show_table (FILE *out, const struct hwpgo_bundle *bundle,
                       const struct hwpgo_profile_format *format,
                       const struct hwpgo_selection *selections);
void hwpgo_show_json (FILE *out, const struct hwpgo_bundle *bundle,
                      const struct hwpgo_selection *selections);

/* Print how the counts of PROFILE are distributed.  0 or -HWPGO_E_NOMEM.  */
int hwpgo_show_summary (FILE *out, const struct hwpgo_profile *profile);

/* Print the function NAME line by line, with the source that SOURCES finds;
   IMAGE, which may be NULL, is the binary.  0, -HWPGO_E_NOMEM, or
   -HWPGO_E_NOT_FOUND if no frequency profile has it.  */
int hwpgo_show_annotated (FILE *out, const struct hwpgo_bundle *bundle,
                          const char *name, struct hwpgo_image *image,
                          struct hwpgo_sources *sources);

/* Print the unpredictable branches in the plugin's report PATH, at most MOST
   unless that is 0, and what was done to each.  0 or negative with ERR.  */
int hwpgo_show_branches (FILE *out, const char *path, uint64_t most,
                         struct hwpgo_error *err);

#endif
