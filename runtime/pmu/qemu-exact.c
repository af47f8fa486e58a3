/* Counting all instead of sampling.
   SPDX-License-Identifier: GPL-2.0-or-later

   A record of the spool is a sample whose period grows in place: one for each
   mispredicted branch, and one for each pair of taken branches that follow
   one another, which tells the branches and all the code between them.  So
   nothing has to be flushed here, either, and the recording is an ordinary
   one whose samples happen to be all there is.  */

#include <stdlib.h>

#include "runtime/pmu/qemu-parts.h"

/* The number of the branch from FROM to TO, from 1 on; 0: no memory.  */
static uint64_t
number_of (struct hwpgo_exact *exact, uint64_t from, uint64_t to)
{
  uint64_t *number = hwpgo_map_slot (&exact->branches, from, to);
  if (number && *number == 0)
    *number = exact->branches.used;
  return number ? *number : 0;
}

/* The key's first half for a mispredict, which has no branch before it.  */
#define MISPREDICTED UINT64_MAX

void
hwpgo_qemu_exact_count (struct hwpgo_vcpu *v, enum hwpgo_spool_event event,
                        uint64_t ip, uint64_t target)
{
  struct hwpgo_exact *exact = &v->exact;
  uint32_t maps = hwpgo_qemu_spool_maps ();
  if (exact->maps != maps)
    {
      /* From now on the same addresses may be other code.  */
      hwpgo_map_free (&exact->records);
      exact->records = (struct hwpgo_map){ 0 };
      exact->maps = maps;
    }
  uint64_t number = number_of (exact, ip, target), before = MISPREDICTED;
  if (event == HWPGO_SPOOL_TAKEN)
    {
      before = v->valid > 1 ? exact->last : 0;
      exact->last = number;
    }
  uint64_t *slot = hwpgo_map_slot (&exact->records, before, number);
  if (!slot || number == 0)
    return;
  struct hwpgo_spool_sample *s
      = (struct hwpgo_spool_sample *) (uintptr_t) *slot;
  if (!s)
    {
      s = hwpgo_qemu_spool_sample (v, event, ip, target, 0,
                                   before == 0 ? 1 : 2);
      *slot = (uint64_t) (uintptr_t) s;
    }
  if (s)
    s->period++;
}

void
hwpgo_qemu_exact_free (struct hwpgo_exact *exact)
{
  hwpgo_map_free (&exact->branches);
  hwpgo_map_free (&exact->records);
  *exact = (struct hwpgo_exact){ 0 };
}
