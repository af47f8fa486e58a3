/* Machines whose programs can be emulated: guests.def.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PMU_GUEST_H
#define HWPGO_PMU_GUEST_H

#include "runtime/base/insn.h"

struct hwpgo_guest
{
  const char *name; /* the kernel's.  */
  unsigned elf;     /* e_machine.  */
  enum hwpgo_machine machine;
  /* Numbers of system calls; -1: none.  */
  int mmap, munmap, mremap, clone, fork, vfork, execve, execveat, clone3;
};

/* The row of programs with e_machine ELF, or of that NAME; NULL if there is
   none.  */
const struct hwpgo_guest *hwpgo_guest_of_elf (unsigned elf);
const struct hwpgo_guest *hwpgo_guest_named (const char *name);

/* The first row.  */
const struct hwpgo_guest *hwpgo_guest_default (void);

#endif
