/* Profiles for GCC's -fauto-profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   Corpora: gcov.  */

#include "testsuite/fuzz/fuzz.h"
#include "testsuite/fuzz/profile.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz_profile (data, size);
  return 0;
}
