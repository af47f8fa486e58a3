/* LLVM's extensible binary profiles.
   SPDX-License-Identifier: GPL-2.0-or-later

   Corpora: extbinary.  */

#include "testsuite/fuzz/fuzz.h"
#include "testsuite/fuzz/profile.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz_profile (data, size);
  fuzz_profile_part (data, size);
  return 0;
}
