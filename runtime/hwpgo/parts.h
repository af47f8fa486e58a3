/* Where the parts of hwpgo and other programs are, and running them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_HWPGO_PARTS_H
#define HWPGO_HWPGO_PARTS_H

#include <stdbool.h>

#include "runtime/base/error.h"

/* The absolute path of file NAME of lib/hwpgo, which stands beside the folder
   of the running command, in the build folder and where it is installed: a
   malloc'ed string, or NULL with an error if it cannot be read.  */
char *hwpgo_part (const char *name, struct hwpgo_error *err);

/* Program NAME in PATH: a malloc'ed path, or NULL.  */
char *hwpgo_program (const char *name);

/* Run ARGV without input and take what it prints, both streams, up to 64 kB:
   a malloc'ed string without the newlines at its end, or NULL when it could
   not be run.  *STATUS is as waitpid's.  */
char *hwpgo_capture (char *const *argv, int *status);

/* True if the kernel samples branch stacks here, which is tried.  Otherwise
 * *WHY (of WHY_SIZE bytes) says in a few words why not.  */
bool hwpgo_branch_stacks_p (char *why, size_t why_size);

#endif
