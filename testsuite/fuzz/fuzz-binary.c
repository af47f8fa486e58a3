/* Converting a good recording with any binary.
   SPDX-License-Identifier: GPL-2.0-or-later

   Corpora: image.  */

#include "testsuite/fuzz/conversion.h"
#include "testsuite/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz_conversion (fuzz_recording,
                   (size_t) (fuzz_recording_end - fuzz_recording), data, size);
  return 0;
}
