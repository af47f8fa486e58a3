/* Whether a range can have been run straight through.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "runtime/trace/evidence.h"

/* Bytes.  Straight code of that length without a taken branch is not met; a
   stack that says so has lost entries.  */
#define MAX_RANGE (1u << 20)
/* Ranges longer than this are rare.  Of hostile recordings, in which they are
   not, no more than MAX_WALKED bytes are walked over.  */
#define LONG_RANGE 4096
#define MAX_WALKED (UINT64_C (1) << 28)

/* True if nothing that follows the instruction in memory runs after it
   without a recorded branch.  */
static bool
always_leaves (enum hwpgo_insn_kind kind)
{
  switch (kind)
    {
    case HWPGO_INSN_JUMP:
    case HWPGO_INSN_INDIRECT_JUMP:
    case HWPGO_INSN_CALL:
    case HWPGO_INSN_INDIRECT_CALL:
    case HWPGO_INSN_RETURN:
    case HWPGO_INSN_STOP:
      return true;
    default:
      return false;
    }
}

/* Walk from *AT, in IMAGE, to the instruction at END; *AT becomes the address
   after it.  */
static enum hwpgo_drop
walk (const struct hwpgo_image *image, uint64_t *at, uint64_t end)
{
  enum hwpgo_machine machine = hwpgo_image_machine (image);
  for (;;)
    {
      size_t left;
      const uint8_t *code = hwpgo_image_code (image, *at, &left);
      struct hwpgo_insn insn = { 0 };
      if (code)
        insn = hwpgo_insn_decode (machine, code, left, *at);
      if (insn.length == 0 || *at > end)
        return HWPGO_DROP_NOT_CODE;
      if (*at == end)
        {
          *at += insn.length;
          return HWPGO_DROPS;
        }
      if (always_leaves (insn.kind))
        return HWPGO_DROP_THROUGH_JUMP;
      *at += insn.length;
    }
}

void
hwpgo_range_judge (const struct hwpgo_binaries *binaries,
                   struct hwpgo_run *range, uint64_t *walked)
{
  uint64_t at, end;
  range->high = range->start;
  const struct hwpgo_traced *t
      = hwpgo_binaries_at (binaries, range->start, &at);
  const struct hwpgo_traced *u
      = hwpgo_binaries_at (binaries, range->end, &end);
  if (!t || t != u)
    {
      range->drop = HWPGO_DROP_CROSSES;
      return;
    }
  const struct hwpgo_image_function *f
      = hwpgo_image_function_at (t->image, at);
  const struct hwpgo_image_function *g
      = hwpgo_image_function_at (t->image, end);
  uint64_t start = at;
  if (end < at)
    range->drop = HWPGO_DROP_BACKWARDS;
  else if (end - at > MAX_RANGE
           || (end - at > LONG_RANGE && *walked > MAX_WALKED))
    range->drop = HWPGO_DROP_TOO_LONG;
  else if (!f || !g || strcmp (f->name, g->name) != 0)
    range->drop = HWPGO_DROP_CROSSES;
  else
    range->drop = walk (t->image, &at, end);
  if (end > start && end - start > LONG_RANGE)
    *walked += at - start;
  if (range->drop == HWPGO_DROPS)
    range->high = range->start + (at - start);
}
