/* The forms in which 'hwpgo show' prints.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_HWPGO_SHOW_H
#define HWPGO_HWPGO_SHOW_H

#include <stdio.h>

#include "runtime/profile/bundle.h"

/* The functions of one profile that are asked for.  */
struct hwpgo_selection
{
  struct hwpgo_function **functions; /* hottest first; NULL: no profile.  */
  size_t n;                          /* to print.  */
  size_t n_found;                    /* that bear the name, printed or not.  */
};

/* Print BUNDLE with SELECTIONS, one for each kind.  Errors of OUT stick to
   it.  */
void hwpgo_show_table (FILE *out, const struct hwpgo_bundle *bundle,
                       const struct hwpgo_selection *selections);
void hwpgo_show_json (FILE *out, const struct hwpgo_bundle *bundle,
                      const struct hwpgo_selection *selections);

#endif
