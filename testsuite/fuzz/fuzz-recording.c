/* Converting a recording of any kind with a good binary.
   SPDX-License-Identifier: GPL-2.0-or-later

   Corpora: perfdata script counts callgrind.  */

#include "testsuite/fuzz/conversion.h"
#include "testsuite/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz_conversion (data, size, fuzz_program,
                   (size_t) (fuzz_program_end - fuzz_program));
  return 0;
}
