/* Lengths and kinds of machine instructions.
   SPDX-License-Identifier: GPL-2.0-or-later

   Just enough to walk over code and to know a branch when one is met.  */

#ifndef HWPGO_BASE_INSN_H
#define HWPGO_BASE_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hwpgo_machine
{
  HWPGO_MACHINE_UNKNOWN,
  HWPGO_MACHINE_X86_64,
  HWPGO_MACHINE_I386,
  HWPGO_MACHINE_AARCH64
};

enum hwpgo_insn_kind
{
  HWPGO_INSN_OTHER,
  HWPGO_INSN_CONDITIONAL, /* direct conditional branch.  */
  HWPGO_INSN_JUMP,        /* direct, always taken.  */
  HWPGO_INSN_INDIRECT_JUMP,
  HWPGO_INSN_CALL,
  HWPGO_INSN_INDIRECT_CALL,
  HWPGO_INSN_RETURN,
  HWPGO_INSN_SYSTEM, /* leaves user mode: syscall, int.  */
  HWPGO_INSN_STOP    /* never runs on: hlt, ud2.  */
};

struct hwpgo_insn
{
  unsigned length; /* bytes; 0: not an instruction, or cut short.  */
  enum hwpgo_insn_kind kind;
  bool has_target;
  uint64_t target; /* of a direct branch.  */
};

/* Decode the instruction at ADDRESS, of which LEFT bytes are at CODE.  */
struct hwpgo_insn hwpgo_insn_decode (enum hwpgo_machine machine,
                                     const uint8_t *code, size_t left,
                                     uint64_t address);

#endif
