/* What a compiler did that no recording shows: reading, ageing.
   SPDX-License-Identifier: GPL-2.0-or-later

   Corpora: hint-section.  */

#include "runtime/profile/hint-section.h"
#include "testsuite/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct hwpgo_hint_records records = { 0 };
  struct hwpgo_error err = { 0 };
  int ret = hwpgo_hint_section_read (&records, "section", data, size, &err);
  fuzz_check_error (ret, &err);
  FUZZ_CHECK (ret != 0 || (records.n == 0) == (size == 0));
  struct hwpgo_profile *executions = hwpgo_profile_new ();
  struct hwpgo_profile *mispredicts = hwpgo_profile_new ();
  struct hwpgo_profile *held = hwpgo_profile_new ();
  FUZZ_CHECK (executions && mispredicts && held);
  FUZZ_CHECK (hwpgo_hint_records_fade (&records, executions, mispredicts, held,
                                       &err)
              == 0);
  FUZZ_CHECK (executions->n_functions == mispredicts->n_functions);
  FUZZ_CHECK (executions->n_functions >= held->n_functions);
  for (size_t i = 0; i < executions->n_functions; i++)
    FUZZ_CHECK (hwpgo_function_sum (executions->functions[i])
                >= hwpgo_function_sum (mispredicts->functions[i]));
  struct hwpgo_map factors = { 0 };
  FUZZ_CHECK (hwpgo_hint_records_factors (&records, executions, &factors));
  for (size_t i = 0; i < factors.capacity; i++)
    FUZZ_CHECK (!factors.entries[i].used || factors.entries[i].value > 1);
  hwpgo_map_free (&factors);
  hwpgo_profile_free (executions);
  hwpgo_profile_free (mispredicts);
  hwpgo_profile_free (held);
  hwpgo_hint_records_free (&records);
  return 0;
}
