/* The whole conversion, for the targets that give it a wrong file.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_FUZZ_CONVERSION_H
#define HWPGO_FUZZ_CONVERSION_H

#include <stddef.h>

/* program.c, compiled, and a recording of it, as in data/.  */
extern const unsigned char fuzz_program[], fuzz_program_end[];
extern const unsigned char fuzz_recording[], fuzz_recording_end[];

/* Convert in all ways, with the results looked at.  */
void fuzz_conversion (const void *recording, size_t recording_size,
                      const void *program, size_t program_size);

#endif
