/* Lengths and kinds of machine instructions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/base/insn-parts.h"

/* A64: the words W with (W & MASK) == VALUE; the distance in words is BITS
   wide from bit LOW on, BITS 0 for none.  First match wins.  */
static const struct
{
  uint32_t mask, value;
  enum hwpgo_insn_kind kind;
  uint8_t low, bits;
} words[] = {
  { 0xfc000000, 0x14000000, HWPGO_INSN_JUMP, 0, 26 }, /* b */
  { 0xfc000000, 0x94000000, HWPGO_INSN_CALL, 0, 26 }, /* bl */
  /* b.al, b.nv: always taken; then b.cond and bc.cond.  */
  { 0xff00000e, 0x5400000e, HWPGO_INSN_JUMP, 5, 19 },
  { 0xff000000, 0x54000000, HWPGO_INSN_CONDITIONAL, 5, 19 },
  { 0x7e000000, 0x34000000, HWPGO_INSN_CONDITIONAL, 5, 19 }, /* cbz, cbnz */
  { 0x7e000000, 0x36000000, HWPGO_INSN_CONDITIONAL, 5, 14 }, /* tbz, tbnz */
  /* br, blr, ret, eret, with and without pointer authentication.  */
  { 0xfee00000, 0xd6000000, HWPGO_INSN_INDIRECT_JUMP, 0, 0 },
  { 0xfee00000, 0xd6200000, HWPGO_INSN_INDIRECT_CALL, 0, 0 },
  { 0xfee00000, 0xd6400000, HWPGO_INSN_RETURN, 0, 0 },
  { 0xfee00000, 0xd6800000, HWPGO_INSN_RETURN, 0, 0 },
  /* svc, hvc, smc; brk, hlt; udf.  */
  { 0xffe0001c, 0xd4000000, HWPGO_INSN_SYSTEM, 0, 0 },
  { 0xffe0001f, 0xd4200000, HWPGO_INSN_STOP, 0, 0 },
  { 0xffe0001f, 0xd4400000, HWPGO_INSN_STOP, 0, 0 },
  { 0xffff0000, 0x00000000, HWPGO_INSN_STOP, 0, 0 },
};

static struct hwpgo_insn
decode_aarch64 (const uint8_t *code, size_t left, uint64_t address)
{
  struct hwpgo_insn insn = { 0 };
  if (left < 4)
    return insn;
  insn.length = 4;
  uint32_t w
      = code[0] | code[1] << 8 | code[2] << 16 | (uint32_t) code[3] << 24;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    {
      if ((w & words[i].mask) != words[i].value)
        continue;
      insn.kind = words[i].kind;
      insn.has_target = words[i].bits != 0;
      if (insn.has_target)
        {
          unsigned up = 64 - words[i].bits;
          int64_t n = (int64_t) ((uint64_t) (w >> words[i].low) << up) >> up;
          insn.target = address + (uint64_t) (n * 4);
        }
      break;
    }
  return insn;
}

struct hwpgo_insn
hwpgo_insn_decode (enum hwpgo_machine machine, const uint8_t *code,
                   size_t left, uint64_t address)
{
  switch (machine)
    {
    case HWPGO_MACHINE_X86_64:
    case HWPGO_MACHINE_I386:
      return hwpgo_insn_decode_x86 (machine == HWPGO_MACHINE_X86_64, code,
                                    left, address);
    case HWPGO_MACHINE_AARCH64:
      return decode_aarch64 (code, left, address);
    default:
      return (struct hwpgo_insn){ 0 };
    }
}
