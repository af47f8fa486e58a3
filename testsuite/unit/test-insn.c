/* Lengths, kinds and targets of instructions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/base/insn.h"
#include "testsuite/unit/unit.h"

#define AT 0x401000

/* Bytes as hexadecimal; what follows the instruction is filled with NOPs.  */
struct row
{
  const char *hex;
  unsigned length; /* 0: no instruction.  */
  enum hwpgo_insn_kind kind;
  uint64_t target; /* 0: none.  */
};

static size_t
bytes_of (const char *hex, uint8_t *bytes)
{
  size_t n = 0;
  for (; hex[0] && hex[1]; hex += 2)
    {
      char two[3] = { hex[0], hex[1], 0 };
      bytes[n++] = (uint8_t) strtoul (two, NULL, 16);
    }
  return n;
}

/* Besides the row itself: no shorter piece of the bytes is the same
   instruction, and nothing beyond its length is looked at.  */
static void
check_row (enum hwpgo_machine machine, const struct row *r)
{
  uint8_t bytes[32];
  memset (bytes, 0x90, sizeof bytes);
  size_t n = bytes_of (r->hex, bytes);
  struct hwpgo_insn i = hwpgo_insn_decode (machine, bytes, sizeof bytes, AT);
  if (i.length != r->length || i.kind != r->kind
      || i.has_target != (r->target != 0)
      || (i.has_target && i.target != r->target))
    {
      unit_failed_checks++;
      printf ("%s: length %u, kind %d, target 0x%llx\n", r->hex, i.length,
              (int) i.kind, (unsigned long long) i.target);
    }
  if (r->length)
    CHECK (n == r->length);
  for (size_t left = 0; left <= r->length; left++)
    {
      uint8_t *copy = malloc (left ? left : 1);
      memcpy (copy, bytes, left);
      i = hwpgo_insn_decode (machine, copy, left, AT);
      CHECK_U64 (i.length, left == r->length ? r->length : 0);
      free (copy);
    }
}

#define OTHER(hex, length)                                                    \
  {                                                                           \
    hex, length, HWPGO_INSN_OTHER, 0                                          \
  }

static const struct row rows_x86_64[] = {
  OTHER ("90", 1),
  OTHER ("4889e5", 3),         /* mov %rsp,%rbp */
  OTHER ("8b042578563412", 7), /* mov 0x12345678,%eax: SIB, no base */
  OTHER ("8b0578563412", 6),   /* relative to rip */
  OTHER ("8b4424f8", 4),       /* SIB and disp8 */
  OTHER ("8b842400010000", 7), /* SIB and disp32 */
  OTHER ("8b04ad00000000", 7), /* index without base */
  OTHER ("418b4500", 4),       /* r13 as base has a disp8 */
  OTHER ("b878563412", 5),
  OTHER ("66b83412", 4),
  OTHER ("48b8efcdab8967452301", 10), /* movabs */
  OTHER ("6648b8efcdab8967452301", 11),
  OTHER ("4866b83412", 5), /* a REX before a prefix does not count */
  OTHER ("48a1efcdab8967452301", 10),
  OTHER ("67a178563412", 6),
  OTHER ("f6c101", 3), /* test has an immediate, not does not */
  OTHER ("f6d1", 2),
  OTHER ("48f7c1ff000000", 7),
  OTHER ("66f7c1ff00", 5),
  OTHER ("c8100000", 4), /* enter */
  OTHER ("480fbae007", 5),
  OTHER ("0f1f840000000000", 8),
  OTHER ("66662e0f1f840000000000", 11),
  OTHER ("f30f1efa", 4), /* endbr64 */
  OTHER ("0f20c0", 3),
  OTHER ("0f2000", 3), /* mod is not looked at */
  OTHER ("660f70c01b", 5),
  OTHER ("660f3800c1", 5),
  OTHER ("660f3a0fc108", 6),
  OTHER ("f20f38f1c1", 5),
  OTHER ("660f78c00102", 6), /* extrq */
  OTHER ("0f78c0", 3),       /* vmread */
  OTHER ("c5f877", 3),       /* vzeroupper */
  OTHER ("c5f9ef05785634"
         "12",
         8),
  OTHER ("c5f970c01b", 5),
  OTHER ("c4e27918c0", 5),
  OTHER ("c4e37d19c001", 6),
  OTHER ("62f17c4810442401", 8),   /* EVEX, disp8 scaled */
  OTHER ("62f3fd481bc101", 7),     /* EVEX map 3 */
  OTHER ("62f57c4858c1", 6),       /* EVEX map 5 */
  OTHER ("8fe878c2c105", 6),       /* XOP map 8 */
  OTHER ("8fe97881c1", 5),         /* XOP map 9 */
  OTHER ("8fea7810c178563412", 9), /* XOP map A */
  OTHER ("8f00", 2),               /* pop */
  OTHER ("c7f8785634"
         "12",
         6), /* xbegin */
  OTHER ("642e2e2e2e2e2e2e2e2e2e2e2e2e90", 15),
  OTHER ("642e2e2e2e2e2e2e2e2e2e2e2e2e2e90", 0), /* 16 bytes */
  OTHER ("06", 0),
  OTHER ("ea", 0),
  OTHER ("0f0a", 0),
  { "7410", 2, HWPGO_INSN_CONDITIONAL, AT + 0x12 },
  { "3e7410", 3, HWPGO_INSN_CONDITIONAL, AT + 0x13 },
  { "f275f0", 3, HWPGO_INSN_CONDITIONAL, AT - 13 },
  { "0f8400010000", 6, HWPGO_INSN_CONDITIONAL, AT + 0x106 },
  { "e2fe", 2, HWPGO_INSN_CONDITIONAL, AT },
  { "ebfe", 2, HWPGO_INSN_JUMP, AT },
  { "e9fbffffff", 5, HWPGO_INSN_JUMP, AT },
  { "e800000000", 5, HWPGO_INSN_CALL, AT + 5 },
  { "666648e800000000", 8, HWPGO_INSN_CALL, AT + 8 },
  { "ffd0", 2, HWPGO_INSN_INDIRECT_CALL, 0 },
  { "ff1500000000", 6, HWPGO_INSN_INDIRECT_CALL, 0 },
  { "ffe0", 2, HWPGO_INSN_INDIRECT_JUMP, 0 },
  { "3effe0", 3, HWPGO_INSN_INDIRECT_JUMP, 0 },
  { "ff24c500000000", 7, HWPGO_INSN_INDIRECT_JUMP, 0 },
  OTHER ("ff30", 2),
  { "c3", 1, HWPGO_INSN_RETURN, 0 },
  { "f3c3", 2, HWPGO_INSN_RETURN, 0 },
  { "c20800", 3, HWPGO_INSN_RETURN, 0 },
  { "0f05", 2, HWPGO_INSN_SYSTEM, 0 },
  { "cd80", 2, HWPGO_INSN_SYSTEM, 0 },
  { "cc", 1, HWPGO_INSN_SYSTEM, 0 },
  { "f4", 1, HWPGO_INSN_STOP, 0 },
  { "0f0b", 2, HWPGO_INSN_STOP, 0 },
  { "0fb900", 3, HWPGO_INSN_STOP, 0 },
};

static const struct row rows_i386[] = {
  OTHER ("40", 1), /* inc, not REX */
  OTHER ("678b4401", 4),
  OTHER ("678b061234", 5),
  OTHER ("a178563412", 5),
  OTHER ("c401", 2),   /* les */
  OTHER ("c5f877", 3), /* vzeroupper: les of a register is none */
  OTHER ("6201", 2),   /* bound */
  OTHER ("06", 1),
  { "e8fbffffff", 5, HWPGO_INSN_CALL, AT },
  { "ea785634123300", 7, HWPGO_INSN_JUMP, 0 },
};

static const struct row rows_aarch64[] = {
  OTHER ("1f2003d5", 4), /* nop */
  { "02000014", 4, HWPGO_INSN_JUMP, AT + 8 },
  { "ffffff97", 4, HWPGO_INSN_CALL, AT - 4 },
  { "41000054", 4, HWPGO_INSN_CONDITIONAL, AT + 8 },
  { "4e000054", 4, HWPGO_INSN_JUMP, AT + 8 }, /* b.al */
  { "e0ffffb4", 4, HWPGO_INSN_CONDITIONAL, AT - 4 },
  { "41004837", 4, HWPGO_INSN_CONDITIONAL, AT + 8 },
  { "00021fd6", 4, HWPGO_INSN_INDIRECT_JUMP, 0 },
  { "000a1fd7", 4, HWPGO_INSN_INDIRECT_JUMP, 0 }, /* braa */
  { "00023fd6", 4, HWPGO_INSN_INDIRECT_CALL, 0 },
  { "c0035fd6", 4, HWPGO_INSN_RETURN, 0 },
  { "ff0b5fd6", 4, HWPGO_INSN_RETURN, 0 }, /* retaa */
  { "010000d4", 4, HWPGO_INSN_SYSTEM, 0 },
  { "000020d4", 4, HWPGO_INSN_STOP, 0 },
  { "00000000", 4, HWPGO_INSN_STOP, 0 },
};

#define CHECK_ROWS(machine, rows)                                             \
  for (size_t i = 0; i < sizeof (rows) / sizeof *(rows); i++)                 \
  check_row (machine, &(rows)[i])

static void
x86_64_rows (void)
{
  CHECK_ROWS (HWPGO_MACHINE_X86_64, rows_x86_64);
}

static void
i386_rows (void)
{
  CHECK_ROWS (HWPGO_MACHINE_I386, rows_i386);
}

static void
aarch64_rows (void)
{
  CHECK_ROWS (HWPGO_MACHINE_AARCH64, rows_aarch64);
}

/* Whatever the bytes: never longer than what is there, and the length does
   not depend on the bytes behind it.  */
static void
any_bytes_are_safe (void)
{
  uint64_t state = 1;
  for (int round = 0; round < 200000; round++)
    {
      uint8_t bytes[16];
      for (size_t i = 0; i < sizeof bytes; i++)
        {
          state = state * 6364136223846793005u + 1442695040888963407u;
          bytes[i] = state >> 56;
        }
      size_t left = state >> 40 & 15;
      struct hwpgo_insn i
          = hwpgo_insn_decode (HWPGO_MACHINE_X86_64, bytes, left, AT);
      CHECK (i.length <= left);
      struct hwpgo_insn j
          = hwpgo_insn_decode (HWPGO_MACHINE_X86_64, bytes, sizeof bytes, AT);
      CHECK (!i.length || i.length == j.length);
    }
}

static void
unknown_machine_is_no_instruction (void)
{
  uint8_t nop = 0x90;
  CHECK_U64 (hwpgo_insn_decode (HWPGO_MACHINE_UNKNOWN, &nop, 1, 0).length, 0);
}

int
main (void)
{
  RUN (x86_64_rows);
  RUN (i386_rows);
  RUN (aarch64_rows);
  RUN (any_bytes_are_safe);
  RUN (unknown_machine_is_no_instruction);
  return UNIT_RESULT;
}
