/* Lengths and kinds of x86 instructions.
   SPDX-License-Identifier: GPL-2.0-or-later

   An x86 instruction is prefixes, an opcode from one of several maps, perhaps
   a ModRM byte with its SIB byte and displacement, perhaps an immediate:

     legacy    { 66 67 F0 F2 F3 2E 36 3E 26 64 65 } [ REX ] opcode
     escapes   0F opcode, 0F 38 opcode, 0F 3A opcode
     VEX       C5 p opcode, C4 mp p opcode
     EVEX      62 p p p opcode
     XOP       8F mp p opcode

   insn-tables.h tells for each opcode which of these follow.  Encodings
   that the processor refuses for reasons other than the length (a LOCK in the
   wrong place, reserved fields of VEX) still get their length; APX (REX2 and
   EVEX map 4) is not known.  */

#include "runtime/base/insn-parts.h"
#include "runtime/base/insn-tables.h"

#define X86_MAX_LENGTH 15

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
    return (int8_t) p[0];
  if (size == 2)
    return (int16_t) (p[0] | p[1] << 8);
  return (int32_t) (p[0] | p[1] << 8 | p[2] << 16 | (uint32_t) p[3] << 24);
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
        insn->target = address + d->pos + (uint64_t) distance (d, immediate);
      if (immediate == 2)
        insn->target &= UINT16_MAX;
      else if (!d->wide)
        insn->target &= UINT32_MAX;
      return;
    }
}

struct hwpgo_insn
hwpgo_insn_decode_x86 (bool wide, const uint8_t *code, size_t left,
                       uint64_t address)
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
