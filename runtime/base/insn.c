/* Lengths and kinds of machine instructions.
   SPDX-License-Identifier: GPL-2.0-or-later

   An x86 instruction is prefixes, an opcode from one of several maps, perhaps
   a ModRM byte with its SIB byte and displacement, perhaps an immediate:

     legacy    { 66 67 F0 F2 F3 2E 36 3E 26 64 65 } [ REX ] opcode
     escapes   0F opcode, 0F 38 opcode, 0F 3A opcode
     VEX       C5 p opcode, C4 mp p opcode
     EVEX      62 p p p opcode
     XOP       8F mp p opcode

   The tables below tell for each opcode which of these follow.  Encodings
   that the processor refuses for reasons other than the length (a LOCK in the
   wrong place, reserved fields of VEX) still get their length; APX (REX2 and
   EVEX map 4) is not known.  */

#include <string.h>

#include "runtime/base/insn.h"

#define X86_MAX_LENGTH 15

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

/* An instruction being taken apart.  POS runs past LEFT when the bytes do not
   suffice, which is asked once at the end.  */
struct decoder
{
  const uint8_t *code;
  size_t left, pos;
  bool wide; /* 64-bit mode.  */
  bool rex_w, size16, address_override;
  bool f2;
  unsigned map, opcode, operands;
  uint8_t modrm;
};

static uint8_t
peek (const struct decoder *d, size_t ahead)
{
  return d->pos + ahead < d->left ? d->code[d->pos + ahead] : 0;
}

static uint8_t
next (struct decoder *d)
{
  uint8_t byte = peek (d, 0);
  d->pos++;
  return byte;
}

/* Legacy prefixes and REX.  A REX counts only right before the opcode.  */
static void
take_prefixes (struct decoder *d)
{
  for (; d->pos < d->left; d->pos++)
    switch (d->code[d->pos])
      {
      case 0x66:
        d->size16 = true;
        d->rex_w = false;
        break;
      case 0x67:
        d->address_override = true;
        d->rex_w = false;
        break;
      case 0xf2:
        d->f2 = true;
        d->rex_w = false;
        break;
      case 0xf0:
      case 0xf3:
      case 0x2e:
      case 0x36:
      case 0x3e:
      case 0x26:
      case 0x64:
      case 0x65:
        d->rex_w = false;
        break;
      default:
        if (!d->wide || (d->code[d->pos] & 0xf0) != 0x40)
          return;
        d->rex_w = d->code[d->pos] & 8;
      }
}

/* The operands of OPCODE in MAP of a VEX, EVEX (EVEX true) or XOP encoding:
   all but VZEROUPPER have a ModRM byte.  */
static unsigned
vector_operands (unsigned map, unsigned opcode, bool evex)
{
  switch (map)
    {
    case 1:
      if (opcode == 0x77 && !evex)
        return 0;
      return MODRM | (two_byte[opcode] & IMM8);
    case 2:
    case 9:
      return MODRM;
    case 3:
    case 8:
      return MODRM | IMM8;
    case 5:
    case 6:
      return evex ? MODRM : BAD;
    case 10:
      /* Four bytes whatever the operand size.  */
      return MODRM | IMMZ;
    default:
      return BAD;
    }
}

/* Try the encodings whose first byte, at POS, would be another instruction
   in 32-bit mode.  True if it was one of them.  */
static bool
take_vector (struct decoder *d)
{
  uint8_t first = peek (d, 0), second = peek (d, 1);
  /* LES, LDS and BOUND need a memory operand; POP needs reg 0.  */
  bool registers = d->wide || second >= 0xc0;
  bool evex = first == 0x62 && registers;
  unsigned map;
  if (first == 0xc5 && registers)
    map = 1;
  else if (first == 0xc4 && registers)
    map = second & 31;
  else if (evex)
    map = second & 7;
  else if (first == 0x8f && (second & 31) >= 8)
    map = second & 31;
  else
    return false;
  d->pos += evex ? 4 : first == 0xc5 ? 2 : 3;
  d->opcode = next (d);
  d->operands = vector_operands (map, d->opcode, evex);
  if (first != 0x8f && map > 7)
    d->operands = BAD;
  d->size16 = false;
  d->map = 16 + map;
  return true;
}

static void
take_opcode (struct decoder *d)
{
  if (take_vector (d))
    return;
  d->opcode = next (d);
  d->operands = one_byte[d->opcode];
  if (d->opcode != 0x0f)
    return;
  d->opcode = next (d);
  d->map = 1;
  if (d->opcode == 0x38 || d->opcode == 0x3a)
    {
      d->map = d->opcode == 0x38 ? 2 : 3;
      d->operands = d->map == 2 ? MODRM : MODRM | IMM8;
      d->opcode = next (d);
      return;
    }
  d->operands = two_byte[d->opcode];
  /* SSE4a EXTRQ and INSERTQ have two bytes; without prefix this is
     VMREAD.  */
  if (d->opcode == 0x78 && (d->size16 || d->f2))
    d->operands |= IMM16;
}

/* ModRM, SIB and displacement.  */
static void
take_modrm (struct decoder *d)
{
  d->modrm = next (d);
  unsigned mod = d->modrm >> 6, rm = d->modrm & 7;
  if (mod == 3 || (d->operands & REGISTER))
    return;
  if (!d->wide && d->address_override)
    {
      d->pos += mod == 1 ? 1 : mod == 2 || rm == 6 ? 2 : 0;
      return;
    }
  unsigned base = rm;
  if (rm == 4)
    base = next (d) & 7;
  if (mod == 1)
    d->pos += 1;
  else if (mod == 2 || base == 5)
    d->pos += 4;
}

/* Bytes of all immediates.  */
static size_t
immediate_size (const struct decoder *d)
{
  unsigned o = d->operands;
  size_t z = d->size16 && !d->rex_w ? 2 : 4;
  size_t size = 0;
  if ((o & TEST) && (d->modrm >> 3 & 7) > 1)
    return 0;
  size += o & IMM8 ? 1 : 0;
  size += o & IMM16 ? 2 : 0;
  size += o & IMMZ ? z : 0;
  size += o & IMMV ? d->rex_w ? 8 : z : 0;
  size += o & FAR32 ? z + 2 : 0;
  if (o & OFFSET)
    size += (d->wide ? 8 : 4) >> d->address_override;
  return size;
}

/* The SIZE bytes before the end as a signed number.  */
static int64_t
distance (const struct decoder *d, size_t size)
{
  const uint8_t *p = d->code + d->pos - size;
  if (size == 1)
    return (int8_t)p[0];
  if (size == 2)
    return (int16_t)(p[0] | p[1] << 8);
  return (int32_t)(p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24);
}

static void
classify (const struct decoder *d, size_t immediate, uint64_t address,
          struct hwpgo_insn *insn)
{
  for (size_t i = 0; i < sizeof branches / sizeof *branches; i++)
    {
      if (branches[i].map != d->map || d->opcode < branches[i].first
          || d->opcode > branches[i].last
          || (branches[i].reg != ANY
              && branches[i].reg != (d->modrm >> 3 & 7)))
        continue;
      insn->kind = branches[i].kind;
      insn->has_target = branches[i].relative;
      if (insn->has_target)
        insn->target = address + d->pos + (uint64_t)distance (d, immediate);
      if (immediate == 2)
        insn->target &= UINT16_MAX;
      else if (!d->wide)
        insn->target &= UINT32_MAX;
      return;
    }
}

static struct hwpgo_insn
decode_x86 (bool wide, const uint8_t *code, size_t left, uint64_t address)
{
  struct hwpgo_insn insn = { 0 };
  struct decoder d = { .code = code, .left = left, .wide = wide };
  take_prefixes (&d);
  take_opcode (&d);
  if ((d.operands & BAD) || (wide && (d.operands & NOT64)))
    return insn;
  if (d.operands & MODRM)
    take_modrm (&d);
  size_t immediate = immediate_size (&d);
  d.pos += immediate;
  if (d.pos > left || d.pos > X86_MAX_LENGTH)
    return insn;
  insn.length = d.pos;
  if (d.operands & BRANCH)
    classify (&d, immediate, address, &insn);
  return insn;
}

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
      = code[0] | code[1] << 8 | code[2] << 16 | (uint32_t)code[3] << 24;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    {
      if ((w & words[i].mask) != words[i].value)
        continue;
      insn.kind = words[i].kind;
      insn.has_target = words[i].bits != 0;
      if (insn.has_target)
        {
          unsigned up = 64 - words[i].bits;
          int64_t n = (int64_t)((uint64_t)(w >> words[i].low) << up) >> up;
          insn.target = address + (uint64_t)(n * 4);
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
      return decode_x86 (machine == HWPGO_MACHINE_X86_64, code, left, address);
    case HWPGO_MACHINE_AARCH64:
      return decode_aarch64 (code, left, address);
    default:
      return (struct hwpgo_insn){ 0 };
    }
}
