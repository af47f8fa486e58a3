/* The calls of qemu's plugin interface that we use.
   SPDX-License-Identifier: GPL-2.0-or-later

   The header of the interface is not packaged, so this declares what is
   needed of it.  All of it means the same in version 1 (QEMU 4.2 to 8.x) and
   from version 2 on (9.0 and later); calls that do not, such as the one that
   gives an instruction's bytes, are not used.  */

#ifndef HWPGO_PMU_QEMU_API_H
#define HWPGO_PMU_QEMU_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

typedef struct
{
  const char *target_name;
  struct
  {
    int min, cur;
  } version;
  bool system_emulation;
  /* More follows in system emulation.  */
} qemu_info_t;

enum qemu_plugin_cb_flags
{
  QEMU_PLUGIN_CB_NO_REGS
};

/* What the emulator looks up in us.  */
#define HWPGO_QEMU_EXPORT __attribute__ ((visibility ("default")))
extern HWPGO_QEMU_EXPORT int qemu_plugin_version;
HWPGO_QEMU_EXPORT int qemu_plugin_install (qemu_plugin_id_t id,
                                           const qemu_info_t *info, int argc,
                                           char **argv);

/* What we look up in it.  */
typedef void (*qemu_plugin_vcpu_simple_cb_t) (qemu_plugin_id_t id,
                                              unsigned vcpu);
typedef void (*qemu_plugin_vcpu_udata_cb_t) (unsigned vcpu, void *data);
typedef void (*qemu_plugin_vcpu_tb_trans_cb_t) (qemu_plugin_id_t id,
                                                struct qemu_plugin_tb *tb);
typedef void (*qemu_plugin_vcpu_syscall_cb_t) (qemu_plugin_id_t id,
                                               unsigned vcpu, int64_t num,
                                               uint64_t a1, uint64_t a2,
                                               uint64_t a3, uint64_t a4,
                                               uint64_t a5, uint64_t a6,
                                               uint64_t a7, uint64_t a8);
typedef void (*qemu_plugin_vcpu_syscall_ret_cb_t) (qemu_plugin_id_t id,
                                                   unsigned vcpu, int64_t num,
                                                   int64_t result);

void qemu_plugin_register_vcpu_init_cb (qemu_plugin_id_t id,
                                        qemu_plugin_vcpu_simple_cb_t cb);
void qemu_plugin_register_vcpu_exit_cb (qemu_plugin_id_t id,
                                        qemu_plugin_vcpu_simple_cb_t cb);
void qemu_plugin_register_vcpu_tb_trans_cb (qemu_plugin_id_t id,
                                            qemu_plugin_vcpu_tb_trans_cb_t cb);
void qemu_plugin_register_vcpu_tb_exec_cb (struct qemu_plugin_tb *tb,
                                           qemu_plugin_vcpu_udata_cb_t cb,
                                           enum qemu_plugin_cb_flags flags,
                                           void *data);
void qemu_plugin_register_vcpu_syscall_cb (qemu_plugin_id_t id,
                                           qemu_plugin_vcpu_syscall_cb_t cb);
void qemu_plugin_register_vcpu_syscall_ret_cb (
    qemu_plugin_id_t id, qemu_plugin_vcpu_syscall_ret_cb_t cb);

size_t qemu_plugin_tb_n_insns (const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr (const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *
qemu_plugin_tb_get_insn (const struct qemu_plugin_tb *tb, size_t i);
size_t qemu_plugin_insn_size (const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr (const struct qemu_plugin_insn *insn);
/* Host address of the guest's instruction, in user mode.  */
void *qemu_plugin_insn_haddr (const struct qemu_plugin_insn *insn);

#endif
