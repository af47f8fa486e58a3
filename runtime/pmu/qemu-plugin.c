/* hwpgo-pmu.so: the emulated performance monitoring unit.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/pmu/qemu-parts.h"

/* On all machines of guests.def.  */
#define GUEST_MAP_FIXED 0x10
#define GUEST_MREMAP_FIXED 2

struct hwpgo_launch hwpgo_qemu_launch;
const struct hwpgo_guest *hwpgo_qemu_guest;

/* The emulator loads nothing that asks for another version than it has.
   What we use is the same in all, so ask for the one that is there.  */
int qemu_plugin_version = 1;

static void __attribute__ ((constructor)) choose_version (void)
{
  if (dlsym (RTLD_DEFAULT, "qemu_plugin_scoreboard_new"))
    qemu_plugin_version = 2;
}

/* Who is in a system call in this thread.  */
static __thread struct hwpgo_vcpu *current;

static pid_t process;

static void
on_cpu_start (qemu_plugin_id_t id, unsigned cpu)
{
  (void) id;
  hwpgo_qemu_vcpu_set (cpu, hwpgo_qemu_vcpu_new (current));
}

static void
on_cpu_exit (qemu_plugin_id_t id, unsigned cpu)
{
  (void) id;
  struct hwpgo_vcpu *v = hwpgo_qemu_vcpu (cpu);
  hwpgo_qemu_vcpu_set (cpu, NULL);
  hwpgo_qemu_vcpu_free (v);
}

static void
on_translate (qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
  (void) id;
  struct hwpgo_block *block = hwpgo_qemu_block (tb);
  if (!block)
    return;
  hwpgo_qemu_map_code (block->start);
  if ((block->end - 1) >> 12 != block->start >> 12)
    hwpgo_qemu_map_code (block->end - 1);
  qemu_plugin_register_vcpu_tb_exec_cb (tb, hwpgo_qemu_on_block,
                                        QEMU_PLUGIN_CB_NO_REGS, block);
}

/* True if this system call may make a process.  */
static bool
may_fork (int64_t number)
{
  const struct hwpgo_guest *g = hwpgo_qemu_guest;
  return number == g->fork || number == g->vfork || number == g->clone
         || number == g->clone3;
}

static void
on_system_call (qemu_plugin_id_t id, unsigned cpu, int64_t number, uint64_t a1,
                uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5,
                uint64_t a6, uint64_t a7, uint64_t a8)
{
  (void) id;
  (void) a6;
  (void) a7;
  (void) a8;
  const struct hwpgo_guest *g = hwpgo_qemu_guest;
  current = hwpgo_qemu_vcpu (cpu);
  if (number < 0)
    return;
  if (number == g->munmap || number == g->mremap
      || (number == g->mmap && a4 & GUEST_MAP_FIXED))
    hwpgo_qemu_map_forget (a1, a2);
  if (number == g->mremap && a4 & GUEST_MREMAP_FIXED)
    hwpgo_qemu_map_forget (a5, a3);
  else if (number == g->execve)
    hwpgo_qemu_exec (AT_FDCWD, a1, a2, a3, 0);
  else if (number == g->execveat)
    hwpgo_qemu_exec ((int) a1, a2, a3, a4, (int) a5);
  /* For threads too, which does no harm.  */
  else if (current && may_fork (number))
    current->forks++;
}

/* This process is the child of a fork that V made.  */
static void
become_child (struct hwpgo_vcpu *v)
{
  struct hwpgo_launch *l = &hwpgo_qemu_launch;
  size_t size = strlen (l->process) + strlen (v->path) + 48;
  char *path = malloc (size);
  hwpgo_qemu_spool_abandon ();
  process = getpid ();
  if (path)
    {
      snprintf (path, size, "%s/%llu:%s:%u", l->process,
                (unsigned long long) l->exec, v->path, v->forks);
      l->process = path; /* lives as long as the process.  */
      l->exec = 0;
      hwpgo_qemu_spool_start ();
    }
  hwpgo_qemu_vcpu_forked (v);
  hwpgo_qemu_map_forked ();
}

static void
on_system_return (qemu_plugin_id_t id, unsigned cpu, int64_t number,
                  int64_t result)
{
  (void) id;
  (void) result;
  struct hwpgo_vcpu *v = hwpgo_qemu_vcpu (cpu);
  if (v && number >= 0 && may_fork (number) && getpid () != process)
    become_child (v);
}

static bool
read_arguments (int argc, char **argv)
{
  struct hwpgo_launch *l = &hwpgo_qemu_launch;
  l->process = "";
  for (int i = 0; i < argc; i++)
    if (!hwpgo_launch_argument (l, argv[i]))
      {
        fprintf (stderr, "hwpgo: error: hwpgo-pmu.so: bad argument '%s'\n",
                 argv[i]);
        return false;
      }
  bool ok = l->spool && l->program && hwpgo_predictor_known (l->predictor);
  for (int e = 0; e < HWPGO_SPOOL_EVENTS; e++)
    ok = ok && l->period[e] > 0;
  if (!ok)
    fprintf (stderr, "hwpgo: error: hwpgo-pmu.so: it is started by "
                     "'hwpgo record'\n");
  return ok;
}

int
qemu_plugin_install (qemu_plugin_id_t id, const qemu_info_t *info, int argc,
                     char **argv)
{
  hwpgo_qemu_guest = hwpgo_guest_named (info->target_name);
  if (info->system_emulation || !hwpgo_qemu_guest)
    {
      fprintf (stderr,
               "hwpgo: error: hwpgo-pmu.so: it is for qemu-x86_64 "
               "and qemu-aarch64 only, not for %s\n",
               info->target_name);
      return 1;
    }
  if (info->version.min > 2)
    {
      fprintf (stderr,
               "hwpgo: error: hwpgo-pmu.so: this emulator needs "
               "plugins of version %d or later\n",
               info->version.min);
      return 1;
    }
  if (!read_arguments (argc, argv))
    return 1;
  Dl_info self;
  if (dladdr ((void *) (uintptr_t) qemu_plugin_install, &self)
      && self.dli_fname)
    hwpgo_qemu_launch.plugin = strdup (self.dli_fname);
  if (!hwpgo_qemu_launch.plugin)
    return 1;
  process = getpid ();
  hwpgo_qemu_spool_start ();
  qemu_plugin_register_vcpu_init_cb (id, on_cpu_start);
  qemu_plugin_register_vcpu_exit_cb (id, on_cpu_exit);
  qemu_plugin_register_vcpu_tb_trans_cb (id, on_translate);
  qemu_plugin_register_vcpu_syscall_cb (id, on_system_call);
  qemu_plugin_register_vcpu_syscall_ret_cb (id, on_system_return);
  return 0;
}
