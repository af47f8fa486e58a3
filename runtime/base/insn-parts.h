/* The decoders behind hwpgo_insn_decode.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_BASE_INSN_PARTS_H
#define HWPGO_BASE_INSN_PARTS_H

#include "runtime/base/insn.h"

/* As hwpgo_insn_decode; WIDE in 64-bit mode.  */
struct hwpgo_insn hwpgo_insn_decode_x86 (bool wide, const uint8_t *code,
                                         size_t left, uint64_t address);

#endif
