/* Tables of the x86 decoder, for insn-x86.c alone.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_BASE_INSN_TABLES_H
#define HWPGO_BASE_INSN_TABLES_H

#include "runtime/base/insn.h"

/* What follows an opcode.  */
enum operand
{
  MODRM = 1 << 0,
  IMM8 = 1 << 1,
  IMM16 = 1 << 2,
  IMMZ = 1 << 3,     /* 4 bytes, 2 with operand size 16.  */
  IMMV = 1 << 4,     /* as IMMZ, 8 with REX.W.  */
  OFFSET = 1 << 5,   /* as wide as an address.  */
  TEST = 1 << 6,     /* group 3: has an immediate only for /0 and /1.  */
  REGISTER = 1 << 7, /* ModRM names registers whatever its mod field.  */
  BRANCH = 1 << 8,   /* has a row in branches[].  */
  FAR32 = 1 << 9,    /* selector and offset; not in 64-bit mode.  */
  NOT64 = 1 << 10,   /* no instruction in 64-bit mode.  */
  BAD = 1 << 11      /* no instruction at all.  */
};

/* Short names for the tables.  */
#define o__ 0
#define M__ MODRM
#define Mb_ (MODRM | IMM8)
#define Mz_ (MODRM | IMMZ)
#define b__ IMM8
#define w__ IMM16
#define z__ IMMZ
#define v__ IMMV
#define of_ OFFSET
#define Tb_ (MODRM | TEST | IMM8)
#define Tz_ (MODRM | TEST | IMMZ)
#define Rg_ (MODRM | REGISTER)
#define Br_ BRANCH
#define bB_ (IMM8 | BRANCH)
#define zB_ (IMMZ | BRANCH)
#define wB_ (IMM16 | BRANCH)
#define MB_ (MODRM | BRANCH)
#define wb_ (IMM16 | IMM8)
#define F__ (FAR32 | BRANCH | NOT64)
#define n__ NOT64
#define nb_ (NOT64 | IMM8)
#define nB_ (NOT64 | BRANCH)
#define nM_ (NOT64 | MODRM)
#define nMb (NOT64 | MODRM | IMM8)
#define X__ BAD

/* Prefixes, 0F, VEX, EVEX and XOP are taken care of before this table is
   asked; what they leave of 62, 8F, C4 and C5 is BOUND, POP, LES and LDS.  */
static const uint16_t one_byte[256] = {
  /* 00 */
  M__, M__, M__, M__, b__, z__, n__, n__, M__, M__, M__, M__, b__, z__, n__,
  X__,
  /* 10 */
  M__, M__, M__, M__, b__, z__, n__, n__, M__, M__, M__, M__, b__, z__, n__,
  n__,
  /* 20 */
  M__, M__, M__, M__, b__, z__, X__, n__, M__, M__, M__, M__, b__, z__, X__,
  n__,
  /* 30 */
  M__, M__, M__, M__, b__, z__, X__, n__, M__, M__, M__, M__, b__, z__, X__,
  n__,
  /* 40 */
  n__, n__, n__, n__, n__, n__, n__, n__, n__, n__, n__, n__, n__, n__, n__,
  n__,
  /* 50 */
  o__, o__, o__, o__, o__, o__, o__, o__, o__, o__, o__, o__, o__, o__, o__,
  o__,
  /* 60 */
  n__, n__, nM_, M__, X__, X__, X__, X__, z__, Mz_, b__, Mb_, o__, o__, o__,
  o__,
  /* 70 */
  bB_, bB_, bB_, bB_, bB_, bB_, bB_, bB_, bB_, bB_, bB_, bB_, bB_, bB_, bB_,
  bB_,
  /* 80 */
  Mb_, Mz_, nMb, Mb_, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__,
  M__,
  /* 90 */
  o__, o__, o__, o__, o__, o__, o__, o__, o__, o__, F__, o__, o__, o__, o__,
  o__,
  /* A0 */
  of_, of_, of_, of_, o__, o__, o__, o__, b__, z__, o__, o__, o__, o__, o__,
  o__,
  /* B0 */
  b__, b__, b__, b__, b__, b__, b__, b__, v__, v__, v__, v__, v__, v__, v__,
  v__,
  /* C0 */
  Mb_, Mb_, wB_, Br_, nM_, nM_, Mb_, Mz_, wb_, o__, wB_, Br_, Br_, bB_, nB_,
  Br_,
  /* D0 */
  M__, M__, M__, M__, nb_, nb_, n__, o__, M__, M__, M__, M__, M__, M__, M__,
  M__,
  /* E0 */
  bB_, bB_, bB_, bB_, b__, b__, b__, b__, zB_, zB_, F__, bB_, o__, o__, o__,
  o__,
  /* F0 */
  X__, Br_, X__, X__, Br_, o__, Tb_, Tz_, o__, o__, o__, o__, o__, o__, M__,
  MB_
};

/* After 0F, legacy; VEX and EVEX map 1 take their immediates from here
   too.  */
static const uint16_t two_byte[256] = {
  /* 00 */
  M__, M__, M__, M__, X__, Br_, o__, Br_, o__, o__, X__, Br_, X__, M__, o__,
  Mb_,
  /* 10 */
  M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__,
  M__,
  /* 20 */
  Rg_, Rg_, Rg_, Rg_, Rg_, X__, Rg_, X__, M__, M__, M__, M__, M__, M__, M__,
  M__,
  /* 30 */
  o__, o__, o__, o__, Br_, Br_, X__, o__, X__, X__, X__, X__, X__, X__, X__,
  X__,
  /* 40 */
  M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__,
  M__,
  /* 50 */
  M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__,
  M__,
  /* 60 */
  M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__,
  M__,
  /* 70 */
  Mb_, Mb_, Mb_, Mb_, M__, M__, M__, o__, M__, M__, X__, X__, M__, M__, M__,
  M__,
  /* 80 */
  zB_, zB_, zB_, zB_, zB_, zB_, zB_, zB_, zB_, zB_, zB_, zB_, zB_, zB_, zB_,
  zB_,
  /* 90 */
  M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__,
  M__,
  /* A0 */
  o__, o__, o__, M__, Mb_, M__, M__, M__, o__, o__, o__, M__, Mb_, M__, M__,
  M__,
  /* B0 */
  M__, M__, M__, M__, M__, M__, M__, M__, M__, MB_, Mb_, M__, M__, M__, M__,
  M__,
  /* C0 */
  M__, M__, Mb_, M__, Mb_, Mb_, Mb_, M__, o__, o__, o__, o__, o__, o__, o__,
  o__,
  /* D0 */
  M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__,
  M__,
  /* E0 */
  M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__,
  M__,
  /* F0 */
  M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__, M__,
  MB_
};

/* The opcodes marked BRANCH: those of map MAP from FIRST to LAST, with the
   reg field REG of ModRM or -1 for any.  First match wins.  */
enum
{
  ANY = -1
};

static const struct
{
  uint8_t map, first, last;
  int8_t reg;
  bool relative; /* the immediate is a distance.  */
  enum hwpgo_insn_kind kind;
} branches[] = {
  { 0, 0x70, 0x7f, ANY, true, HWPGO_INSN_CONDITIONAL },
  { 0, 0xe0, 0xe3, ANY, true, HWPGO_INSN_CONDITIONAL },
  { 1, 0x80, 0x8f, ANY, true, HWPGO_INSN_CONDITIONAL },
  { 0, 0xe8, 0xe8, ANY, true, HWPGO_INSN_CALL },
  { 0, 0xe9, 0xe9, ANY, true, HWPGO_INSN_JUMP },
  { 0, 0xeb, 0xeb, ANY, true, HWPGO_INSN_JUMP },
  { 0, 0xc2, 0xc3, ANY, false, HWPGO_INSN_RETURN },
  { 0, 0xca, 0xcb, ANY, false, HWPGO_INSN_RETURN },
  { 0, 0xcf, 0xcf, ANY, false, HWPGO_INSN_RETURN },
  { 0, 0xff, 0xff, 2, false, HWPGO_INSN_INDIRECT_CALL },
  { 0, 0xff, 0xff, 3, false, HWPGO_INSN_INDIRECT_CALL },
  { 0, 0xff, 0xff, 4, false, HWPGO_INSN_INDIRECT_JUMP },
  { 0, 0xff, 0xff, 5, false, HWPGO_INSN_INDIRECT_JUMP },
  { 0, 0x9a, 0x9a, ANY, false, HWPGO_INSN_CALL },
  { 0, 0xea, 0xea, ANY, false, HWPGO_INSN_JUMP },
  { 0, 0xcc, 0xce, ANY, false, HWPGO_INSN_SYSTEM },
  { 0, 0xf1, 0xf1, ANY, false, HWPGO_INSN_SYSTEM },
  { 0, 0xf4, 0xf4, ANY, false, HWPGO_INSN_STOP },
  { 1, 0x05, 0x05, ANY, false, HWPGO_INSN_SYSTEM },
  { 1, 0x34, 0x34, ANY, false, HWPGO_INSN_SYSTEM },
  { 1, 0x07, 0x07, ANY, false, HWPGO_INSN_RETURN },
  { 1, 0x35, 0x35, ANY, false, HWPGO_INSN_RETURN },
  { 1, 0x0b, 0x0b, ANY, false, HWPGO_INSN_STOP },
  { 1, 0xb9, 0xb9, ANY, false, HWPGO_INSN_STOP },
  { 1, 0xff, 0xff, ANY, false, HWPGO_INSN_STOP },
};

#endif
