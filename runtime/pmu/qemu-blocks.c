/* Translated blocks and the branches that end them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/base/insn.h"
#include "runtime/base/memory.h"
#include "runtime/pmu/qemu-parts.h"

uint64_t hwpgo_qemu_guest_base;

/* All under the emulator's translation lock.  */
static struct hwpgo_arena arena;
static struct hwpgo_map blocks; /* start, end: the block.  */
static struct hwpgo_map sites;  /* address: number of the branch plus 1.  */

static const uint8_t block_kinds[] = {
  [HWPGO_INSN_OTHER] = HWPGO_BLOCK_NEXT,
  [HWPGO_INSN_CONDITIONAL] = HWPGO_BLOCK_CONDITIONAL,
  [HWPGO_INSN_JUMP] = HWPGO_BLOCK_JUMP,
  [HWPGO_INSN_INDIRECT_JUMP] = HWPGO_BLOCK_INDIRECT_JUMP,
  [HWPGO_INSN_CALL] = HWPGO_BLOCK_CALL,
  [HWPGO_INSN_INDIRECT_CALL] = HWPGO_BLOCK_INDIRECT_CALL,
  [HWPGO_INSN_RETURN] = HWPGO_BLOCK_RETURN,
  [HWPGO_INSN_SYSTEM] = HWPGO_BLOCK_NEXT,
  [HWPGO_INSN_STOP] = HWPGO_BLOCK_NEXT,
};

static uint32_t
site_number (uint64_t address)
{
  uint64_t *number = hwpgo_map_slot (&sites, address, 0);
  if (!number)
    return 0;
  if (*number == 0)
    *number = sites.used;
  return (uint32_t) (*number - 1);
}

/* What TB is, without its site.  */
static struct hwpgo_block
describe (const struct qemu_plugin_tb *tb)
{
  size_t n = qemu_plugin_tb_n_insns (tb);
  const struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn (tb, n - 1);
  uint64_t address = qemu_plugin_insn_vaddr (last);
  size_t size = qemu_plugin_insn_size (last);
  const uint8_t *code = qemu_plugin_insn_haddr (last);
  hwpgo_qemu_guest_base = (uint64_t) (uintptr_t) code - address;
  struct hwpgo_insn insn
      = hwpgo_insn_decode (hwpgo_qemu_guest->machine, code, size, address);
  return (struct hwpgo_block){
    .start = qemu_plugin_tb_vaddr (tb),
    .end = address + size,
    .branch = address,
    .target = insn.target,
    .instructions = (uint16_t) n,
    .kind = insn.length ? block_kinds[insn.kind] : HWPGO_BLOCK_NEXT,
  };
}

struct hwpgo_block *
hwpgo_qemu_block (const struct qemu_plugin_tb *tb)
{
  if (qemu_plugin_tb_n_insns (tb) == 0)
    return NULL;
  struct hwpgo_block b = describe (tb);
  uint64_t *slot = hwpgo_map_slot (&blocks, b.start, b.end);
  if (!slot)
    return NULL;
  struct hwpgo_block *known = (struct hwpgo_block *) (uintptr_t) *slot;
  if (known && known->branch == b.branch && known->target == b.target
      && known->kind == b.kind && known->instructions == b.instructions)
    return known;
  /* New, or other code at this address.  */
  b.site = site_number (b.branch);
  struct hwpgo_block *block = hwpgo_arena_alloc (&arena, sizeof *block);
  if (!block)
    return NULL;
  *block = b;
  *slot = (uint64_t) (uintptr_t) block;
  return block;
}
